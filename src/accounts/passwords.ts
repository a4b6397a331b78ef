import { hash, verify, type Algorithm } from '@node-rs/argon2';
import { HubError } from '../errors.ts';

/** The package's constant enum has no values at run time. */
const ARGON2ID = 2 as Algorithm;
/** OWASP's second recommendation: 19 MiB, two passes, one lane. */
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** The hash of a random password, at the same cost: sign-ins without an account are checked against it. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$H6myJ1QfKkHd7t2MEt8Ezw$U52hsw3CfmDfUSQVp537MrbUZwbF7jRMKMbR0jduAAA';
/** Checked at a time. Each takes a thread and 19 MiB. */
const PLACES = 2;
/** Beyond them two seconds' work is waiting. */
const MAX_WAITING = 100;
const RETRY_SECONDS = 2;

const MIN_CHARACTERS = 10;
const MAX_BYTES = 1024;

/** What is wrong with a password that somebody chooses; empty when nothing is. */
export function findPasswordMistakes(password: string, email: string): string[] {
  const text = prepare(password);
  if ([...text].length < MIN_CHARACTERS) return [`A password has at least ${MIN_CHARACTERS} characters.`];
  if (Buffer.byteLength(text) > MAX_BYTES) return [`A password has at most ${MAX_BYTES} bytes.`];
  if (text.toLowerCase() === email || new Set(text).size < 4) return ['This password is too easy to guess.'];
  return [];
}

/** Hashes and checks passwords, a few at a time. Both methods throw HubError `sign-in-busy` when too many are waiting. */
export class Passwords {
  #free = PLACES;
  readonly #waiting: (() => void)[] = [];

  /** A PHC string. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(prepare(password), COST));
  }

  /** Whether the password is the one that was hashed. It takes the same time for null, which no password fits. */
  async matches(passwordHash: string | null, password: string): Promise<boolean> {
    const text = prepare(password);
    // Longer ones were never taken, and would cost more.
    const checked = Buffer.byteLength(text) > MAX_BYTES ? '' : text;
    return this.#inTurn(() => verify(passwordHash ?? DUMMY_HASH, checked));
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else {
      if (this.#waiting.length >= MAX_WAITING) {
        throw new HubError('sign-in-busy', 'Too many sign in at the same time. Try again in a moment.', {
          retryAfterSeconds: RETRY_SECONDS,
        });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}

/** The same text typed on different machines (RFC 8265 §4.2). */
function prepare(password: string): string {
  return password.normalize('NFC');
}
