import { memberOf, parseJson } from './read-body.ts';

/** The times that a token states, in milliseconds by its issuer's clock; null where it states none. */
export interface TokenTimes {
  readonly expiresAt: number | null;
  readonly issuedAt: number | null;
}

/** The characters that a bearer token may have (RFC 6750 §2.1); any other could break out of the header. */
const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]{1,16384}={0,2}$/;

/** True when a text can be sent as a bearer token. */
export function isBearerToken(value: unknown): value is string {
  return typeof value === 'string' && BEARER_TOKEN.test(value);
}

/** Reads `exp` and `iat` of a JWT (RFC 7519 §4.1). Nothing is verified: whom the token convinces is the platform's matter. */
export function readTimes(token: string): TokenTimes {
  const claims = parseJson(decodeBase64Url(token.split('.')[1] ?? ''));
  return { expiresAt: milliseconds(memberOf(claims, 'exp')), issuedAt: milliseconds(memberOf(claims, 'iat')) };
}

function milliseconds(seconds: unknown): number | null {
  return typeof seconds === 'number' && seconds > 0 && seconds < 1e11 ? seconds * 1000 : null;
}

function decodeBase64Url(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
  } catch {
    return new Uint8Array();
  }
}
