import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT, type JWTHeaderParameters } from 'jose';
import { CLOCK_TOLERANCE_SECONDS, LONGEST_LIFE_SECONDS, type Keys } from './key-ring.ts';
import { ALGORITHM } from './read-key.ts';

/** Ours have some 500 characters. */
const MAX_CHARACTERS = 2048;
/** The header, the claims and the 64 bytes of a signature (RFC 7515 §7.1), without padding and white space. */
const COMPACT = /^[A-Za-z0-9_-]{1,512}\.[A-Za-z0-9_-]{1,1400}\.[A-Za-z0-9_-]{86}$/;
const HEADER = ['alg', 'kid', 'typ'];

/** The kinds of tokens: how long each is valid, and the claims that identify it. */
const KINDS = {
  access: { type: 'access+jwt', seconds: 3600, path: '/' },
  refresh: { type: 'refresh+jwt', seconds: LONGEST_LIFE_SECONDS, path: '/api/v1/token/refresh' },
  validation: { type: 'validation+jwt', seconds: LONGEST_LIFE_SECONDS, path: '/account/validate' },
  reset: { type: 'reset+jwt', seconds: LONGEST_LIFE_SECONDS, path: '/account/reset' },
} as const;

export type TokenKind = keyof typeof KINDS;

/** What a token says. */
export interface TokenClaims {
  /** The account's id. */
  readonly accountId: string;
  /** The state of the account that the token is good for. */
  readonly state: string;
}

/** A token that is not valid. `cause` says why, which clients do not learn. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

interface TokensOptions {
  readonly keys: Keys;
  /** The base address of this environment: tokens of another are not valid here. */
  readonly issuer: string;
  readonly now: () => Date;
}

/** Signs and reads the tokens of one environment. */
export class Tokens {
  readonly #keys: Keys;
  readonly #issuer: string;
  readonly #now: () => Date;

  constructor({ keys, issuer, now }: TokensOptions) {
    this.#keys = keys;
    this.#issuer = issuer;
    this.#now = now;
  }

  async sign(kind: TokenKind, { accountId, state }: TokenClaims): Promise<string> {
    const { type, seconds, path } = KINDS[kind];
    const { id, privateKey } = await this.#keys.signer();
    const issuedAt = Math.floor(this.#now().getTime() / 1000);
    return new SignJWT({ token_type: kind, state })
      .setProtectedHeader({ alg: ALGORITHM, kid: id, typ: type })
      .setIssuer(this.#issuer)
      .setAudience(this.#issuer + path)
      .setSubject(accountId)
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setNotBefore(issuedAt)
      .setExpirationTime(issuedAt + seconds)
      .sign(privateKey);
  }

  /**
   * What a token of this kind says, when one of our keys signed it for this and its time has not passed (RFC 8725).
   *
   * @throws TokenError
   */
  async read(kind: TokenKind, token: string): Promise<TokenClaims> {
    // Before anything is parsed.
    if (token.length > MAX_CHARACTERS || !COMPACT.test(token)) throw new TokenError('It is no token of this service');
    const { type, path } = KINDS[kind];
    try {
      const { payload, protectedHeader } = await jwtVerify(token, (header) => this.#keyFor(header), {
        algorithms: [ALGORITHM],
        typ: type,
        issuer: this.#issuer,
        audience: this.#issuer + path,
        requiredClaims: ['iss', 'aud', 'sub', 'jti', 'iat', 'nbf', 'exp'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: this.#now(),
      });
      const { sub: accountId, state, token_type: tokenType } = payload;
      const isOurs = HEADER.length === Object.keys(protectedHeader).length && tokenType === kind;
      if (!isOurs || typeof accountId !== 'string' || typeof state !== 'string')
        throw new Error('Its members are not those of our tokens');
      return { accountId, state };
    } catch (cause) {
      throw new TokenError('The token is not valid', { cause });
    }
  }

  /** The id is looked up among the known keys; it is never fetched from an address. */
  async #keyFor({ kid }: JWTHeaderParameters) {
    const key = await this.#keys.find(kid);
    if (key === null) throw new TokenError('There is no such key');
    return key;
  }
}
