import { createHash } from 'node:crypto';
import { HubError } from '../errors.ts';
import { WindowCounter } from '../window-counter.ts';

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
/** Registrations and mails that one address may ask for, and mails of a sort that one mailbox gets. */
const MAILS_PER_CLIENT = { limit: 20, windowMs: 60 * MINUTE_MS };
const MAILS_PER_MAILBOX = { limit: 3, windowMs: 60 * MINUTE_MS };

/**
 * Slows down clients that guess passwords or send mails to others, without locking an owner out: an address that signed in to an account
 * before has an allowance of its own there, which no other client can use up. It does not know which accounts exist.
 */
export class LoginThrottle {
  readonly #pairs: WindowCounter;
  /** Apart from the others, so that these cannot crowd them out. */
  readonly #knownPairs: WindowCounter;
  readonly #clients: WindowCounter;
  readonly #accounts: WindowCounter;
  readonly #paces: WindowCounter;
  readonly #rates: WindowCounter;
  readonly #mailsOfClients: WindowCounter;
  readonly #mailboxes: WindowCounter;
  /** The last attempt of each address that has one under way. */
  readonly #turns = new Map<string, Promise<unknown>>();
  /** Hashes, the one that signed in last at the end. */
  readonly #known = new Set<string>();

  constructor(now: () => Date) {
    this.#pairs = new WindowCounter({ ...PER_PAIR, now, hidesKeys: true });
    this.#knownPairs = new WindowCounter({ ...PER_PAIR, now, hidesKeys: true });
    this.#clients = new WindowCounter({ ...PER_CLIENT, now, hidesKeys: true });
    this.#accounts = new WindowCounter({ ...PER_ACCOUNT, now, hidesKeys: true });
    this.#paces = new WindowCounter({ limit: 1, windowMs: PACE_MS, now, hidesKeys: true });
    this.#rates = new WindowCounter({ ...RATE, now, hidesKeys: true });
    this.#mailsOfClients = new WindowCounter({ ...MAILS_PER_CLIENT, now, hidesKeys: true });
    this.#mailboxes = new WindowCounter({ ...MAILS_PER_MAILBOX, now, hidesKeys: true });
  }

  /**
   * What `look` finds for a password: null when it is wrong, which counts. Attempts of one address go one after another, so that a
   * thousand at once get no further than a thousand one by one, and none is refused for others that turn out right.
   *
   * @throws HubError `too-many-attempts`, and what `look` throws, which does not count as an attempt
   */
  async attempt<T>(email: string, client: string, look: () => Promise<T | null>): Promise<T | null> {
    refuseBeyond(this.#rates, client);
    const before = this.#turns.get(client);
    const turn = (async () => {
      await before?.catch(passOn);
      return this.#attemptInTurn(email, client, look);
    })();
    this.#turns.set(client, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(client) === turn) this.#turns.delete(client);
    }
  }

  async #attemptInTurn<T>(email: string, client: string, look: () => Promise<T | null>): Promise<T | null> {
    const pair = pairOf(email, client);
    const counters: [WindowCounter, string][] = this.#known.has(pair)
      ? [[this.#knownPairs, pair]]
      : [
          [this.#clients, client],
          [this.#pairs, pair],
          [this.#accounts, email],
        ];
    const counted: [WindowCounter, string][] = [];
    try {
      for (const [counter, key] of counters) {
        const waitMs = counter.count(key);
        counted.push([counter, key]);
        if (waitMs > 0 && counter === this.#accounts) refuseBeyond(this.#paces, key);
        else refuseWhile(waitMs, counter);
      }
      const found = await look();
      if (found === null) return null;
      for (const [counter, key] of counted) counter.takeBack(key);
      this.trustClient(email, client);
      return found;
    } catch (error) {
      // A refused client, or one that meets an outage, learns nothing: this does not count as an attempt.
      for (const [counter, key] of counted) counter.takeBack(key);
      throw error;
    }
  }

  /** Remembers that the owner of the account was here. */
  trustClient(email: string, client: string): void {
    const pair = pairOf(email, client);
    this.#knownPairs.forget(pair);
    this.#known.delete(pair);
    this.#known.add(pair);
    const [oldest] = this.#known;
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }

  /**
   * Counts a mail that an address asks for.
   *
   * @throws HubError `too-many-attempts` when it asked for too many, and what `look` throws, as in an outage, which does not count
   */
  async admitMail(client: string, look: () => Promise<unknown>): Promise<void> {
    refuseBeyond(this.#mailsOfClients, client);
    try {
      await look();
    } catch (error) {
      this.#mailsOfClients.takeBack(client);
      throw error;
    }
  }

  /**
   * Whether one more mail may go to a mailbox that did not ask for any. Sorts are counted apart: who registers the address of another again
   * and again does not keep links for new passwords away.
   */
  mayWriteTo(email: string, sort: 'registration' | 'reset'): boolean {
    return this.#mailboxes.count(`${sort} ${email}`) === 0;
  }
}

/** While the accounts are away, those who wait in line need not find that out one by one. */
function passOn(error: unknown): void {
  if (error instanceof HubError && error.code === 'accounts-unavailable') throw error;
}

/** Counts one. */
function refuseBeyond(counter: WindowCounter, key: string): void {
  refuseWhile(counter.count(key), counter);
}

function refuseWhile(waitMs: number, { limit, windowSeconds }: WindowCounter): void {
  if (waitMs <= 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new HubError('too-many-attempts', `There were too many attempts. Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
    allowance: { name: 'attempts', limit, windowSeconds },
  });
}

function pairOf(email: string, client: string): string {
  return createHash('sha256')
    .update(JSON.stringify([email, client]))
    .digest('base64url');
}
