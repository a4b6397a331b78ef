import { ENVIRONMENTS, type Environment } from './credentials.ts';
import { memberOf } from './read-body.ts';
import { isBearerToken, readTimes, type TokenTimes } from './token-claims.ts';

/** The tokens of one account in one environment. With them, anyone can act as the account for a day. */
export interface Tokens {
  readonly environment: Environment;
  /** The address that gave them; they are sent to no other. */
  readonly address: string;
  readonly email: string | null;
  readonly access: string;
  readonly refresh: string | null;
  /** By this machine's clock, in milliseconds since 1970; null when the token does not state it. */
  readonly accessExpiresAt: number | null;
  readonly refreshExpiresAt: number | null;
}

/** The largest time value of a Date (ECMA-262 §21.4.1.1). */
const MAX_TIME_MS = 8.64e15;

/** Keeps tokens from one run of a program to the next. */
export interface TokenStore {
  /** Null when there are none. */
  read(): Promise<Tokens | null>;
  write(tokens: Tokens): Promise<void>;
  clear(): Promise<void>;
}

/** What is known of the clocks when a token arrives, in milliseconds. */
export interface Arrival {
  /** By this machine's clock. */
  readonly at: number;
  /** The `Date` of the answer; null when it is missing or a browser hides it. */
  readonly dateMs: number | null;
  /** `iat` of the access token before; platforms may carry it on when they refresh. */
  readonly formerIssuedAt: number | null;
  /** This machine's clock minus the platform's, as it was found before; 0 when nothing is known. */
  readonly clockAheadMs: number;
}

/**
 * When a token that has just arrived expires, by this machine's clock, which may be wrong by hours.
 *
 * The platform's clock is read from `iat`, which was its now, and from `Date`, which may be a proxy's. The earlier end counts: a
 * renewal too many does no harm, and an end in the past can't be true.
 */
export function expiryOf({ expiresAt, issuedAt }: TokenTimes, arrival: Arrival): number | null {
  if (expiresAt === null) return null;
  const ends: number[] = [];
  if (issuedAt !== null && issuedAt !== arrival.formerIssuedAt) ends.push(arrival.at + expiresAt - issuedAt);
  if (arrival.dateMs !== null) ends.push(arrival.at + expiresAt - arrival.dateMs);
  if (ends.length === 0) ends.push(expiresAt + arrival.clockAheadMs);
  const possible = ends.filter((end) => end > arrival.at + 1000);
  return possible.length === 0 ? null : Math.min(...possible);
}

/** How far this machine's clock is ahead, computed from a token and its expiry by that clock. */
export function clockAheadOf(tokens: Tokens): number {
  const { expiresAt } = readTimes(tokens.access);
  return expiresAt === null || tokens.accessExpiresAt === null ? 0 : tokens.accessExpiresAt - expiresAt;
}

/** Tokens that were stored, checked; null for anything else. */
export function checkTokens(stored: unknown): Tokens | null {
  const environment = ENVIRONMENTS.find((name) => name === memberOf(stored, 'environment'));
  const [address, email] = [memberOf(stored, 'address'), memberOf(stored, 'email') ?? null];
  const [access, refresh] = [memberOf(stored, 'access'), memberOf(stored, 'refresh') ?? null];
  if (environment === undefined || typeof address !== 'string' || !isBearerToken(access)) return null;
  if ((refresh !== null && !isBearerToken(refresh)) || (email !== null && typeof email !== 'string')) return null;
  const [accessExpiresAt, refreshExpiresAt] = ['accessExpiresAt', 'refreshExpiresAt'].map((name) => {
    const at = memberOf(stored, name);
    return typeof at === 'number' && Math.abs(at) <= MAX_TIME_MS ? at : null;
  }) as [number | null, number | null];
  return { environment, address, email, access, refresh, accessExpiresAt, refreshExpiresAt };
}
