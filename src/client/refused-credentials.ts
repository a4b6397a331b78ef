import { ClientError } from './client-error.ts';
import type { Credentials } from './credentials.ts';

const LONGEST_PAUSE_MS = 3_600_000;

/**
 * The credentials that the platform refused last. To send them again and again is what locks accounts, so they are not sent until they
 * change or a pause is over, which doubles each time.
 */
export class RefusedCredentials {
  readonly #firstPauseMs: number;
  readonly #now: () => number;
  #refused: (Credentials & { readonly error: ClientError; readonly times: number; since: number }) | null = null;

  constructor(firstPauseMs: number, now: () => number) {
    this.#firstPauseMs = firstPauseMs;
    this.#now = now;
  }

  /** @throws ClientError `credentials-refused` for credentials that were refused a short while ago */
  check(credentials: Credentials): void {
    const refused = this.#refused;
    if (refused === null || !isSame(refused, credentials)) return;
    const now = this.#now();
    if (now < refused.since) refused.since = now;
    const leftMs = refused.since + this.#pauseMs(refused.times) - now;
    if (leftMs <= 0) return;
    const retryAfterSeconds = Math.ceil(leftMs / 1000);
    const message = `${refused.error.message} They are not sent again for ${retryAfterSeconds} s, so that the account is not locked.`;
    throw new ClientError('credentials-refused', message, { status: refused.error.status, retryAfterSeconds });
  }

  /** Remembers a refusal and returns the error that reports it. */
  note(credentials: Credentials, { message, status }: ClientError): ClientError {
    const advice = `${message}. Check the e-mail and the password, and that the account is registered and its e-mail validated.`;
    const error = new ClientError('credentials-refused', advice, { status });
    const times = this.#refused !== null && isSame(this.#refused, credentials) ? this.#refused.times + 1 : 1;
    this.#refused = { email: credentials.email, password: credentials.password, error, times, since: this.#now() };
    return error;
  }

  forget(): void {
    this.#refused = null;
  }

  #pauseMs(times: number): number {
    return Math.min(LONGEST_PAUSE_MS, this.#firstPauseMs * 2 ** (times - 1));
  }
}

function isSame(one: Credentials, other: Credentials): boolean {
  return one.email.toLowerCase() === other.email.toLowerCase() && one.password === other.password;
}
