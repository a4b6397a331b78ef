import { createHash } from 'node:crypto';
import { HubError } from '../errors.ts';
import { AttemptCounter } from './attempt-counter.ts';

const MINUTE_MS = 60_000;
/** Wrong passwords for one account from one address. */
const PER_PAIR = { limit: 10, windowMs: 15 * MINUTE_MS };
/** Wrong passwords from one address, for whatever accounts. */
const PER_CLIENT = { limit: 50, windowMs: 15 * MINUTE_MS };
/** Wrong passwords for one account from all addresses that never signed in to it. */
const PER_ACCOUNT = { limit: 50, windowMs: 15 * MINUTE_MS };
/** Beyond that, an account takes one attempt from elsewhere in this time: a guesser has few, and the owner is not shut out. */
const PACE_MS = 10_000;
/** Attempts of one address, right or wrong: each keeps a processor busy. */
const RATE = { limit: 60, windowMs: MINUTE_MS };
/** Pairs that signed in before. */
const MAX_KNOWN = 20_000;
/** Registrations and mails that one address may ask for, and mails that one mailbox gets. */
const MAILS_PER_CLIENT = { limit: 20, windowMs: 60 * MINUTE_MS };
const MAILS_PER_MAILBOX = { limit: 3, windowMs: 60 * MINUTE_MS };

/** An attempt that was let through and is counted as a failure until it is told to be none. */
interface Attempt {
  succeeded(): void;
  /** It was not looked at. */
  cancelled(): void;
}

/**
 * Slows down who guesses passwords or sends mails to others, without locking anybody out: an address that signed in to an account
 * before has an allowance of its own there, which nobody else can use up. It does not know which accounts exist.
 */
export class Guessing {
  readonly #pairs: AttemptCounter;
  readonly #clients: AttemptCounter;
  readonly #accounts: AttemptCounter;
  readonly #paces: AttemptCounter;
  readonly #rates: AttemptCounter;
  readonly #mailsOfClients: AttemptCounter;
  readonly #mailboxes: AttemptCounter;
  /** Hashes, the one that signed in last at the end. */
  readonly #known = new Set<string>();

  constructor(now: () => Date) {
    this.#pairs = new AttemptCounter({ ...PER_PAIR, now });
    this.#clients = new AttemptCounter({ ...PER_CLIENT, now });
    this.#accounts = new AttemptCounter({ ...PER_ACCOUNT, now });
    this.#paces = new AttemptCounter({ limit: 1, windowMs: PACE_MS, now });
    this.#rates = new AttemptCounter({ ...RATE, now });
    this.#mailsOfClients = new AttemptCounter({ ...MAILS_PER_CLIENT, now });
    this.#mailboxes = new AttemptCounter({ ...MAILS_PER_MAILBOX, now });
  }

  /**
   * Lets an attempt to sign in through. All counters are charged before the password is looked at: a thousand at once get no further than
   * a thousand one by one.
   *
   * @throws HubError `too-many-attempts`
   */
  admit(email: string, client: string): Attempt {
    refuseWhile(this.#rates.count(client));
    const pair = pairOf(email, client);
    const charged: [AttemptCounter, string][] = [[this.#pairs, pair]];
    if (!this.#known.has(pair)) charged.push([this.#clients, client], [this.#accounts, email]);
    const takeBack = (): void => charged.forEach(([counter, key]) => counter.takeBack(key));
    const waits = charged.map(([counter, key]) => {
      const waitMs = counter.count(key);
      return waitMs > 0 && counter === this.#accounts ? this.#paces.count(email) : waitMs;
    });
    const waitMs = Math.max(...waits);
    if (waitMs > 0) {
      // Who is refused learns nothing, so it was no attempt.
      takeBack();
      refuseWhile(waitMs);
    }
    return {
      succeeded: () => {
        takeBack();
        this.welcome(email, client);
      },
      cancelled: takeBack,
    };
  }

  /** Remembers that the owner of the account was here. */
  welcome(email: string, client: string): void {
    const pair = pairOf(email, client);
    this.#pairs.forget(pair);
    this.#known.delete(pair);
    this.#known.add(pair);
    const [oldest] = this.#known;
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }

  /** @throws HubError `too-many-attempts` when the address asked for too many mails */
  admitMail(client: string): void {
    refuseWhile(this.#mailsOfClients.count(client));
  }

  /** Whether one more mail may go to a mailbox that did not ask for any. */
  sparesMailbox(email: string): boolean {
    return this.#mailboxes.count(email) === 0;
  }
}

function refuseWhile(waitMs: number): void {
  if (waitMs <= 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new HubError('too-many-attempts', `There were too many attempts. Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}

function pairOf(email: string, client: string): string {
  return createHash('sha256')
    .update(JSON.stringify([email, client]))
    .digest('base64url');
}
