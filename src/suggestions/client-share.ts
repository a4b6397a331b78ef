import { HubError } from '../errors.ts';
import { WindowCounter } from '../window-counter.ts';

const DAY_MS = 24 * 3_600_000;

interface ClientShareOptions {
  /** What is suggested, in the plural. */
  readonly what: string;
  /** How many of a client are taken in a day, from the first one on. */
  readonly most: number;
  readonly now: () => Date;
}

/**
 * What one client may suggest in a day, so that others find places, too. It is counted in memory, by hashes of clients that mean nothing
 * outside of this process.
 */
export class ClientShare {
  readonly #what: string;
  readonly #taken: WindowCounter;

  constructor({ what, most, now }: ClientShareOptions) {
    this.#what = what;
    this.#taken = new WindowCounter({ limit: most, windowMs: DAY_MS, now, hidesKeys: true });
  }

  /** What `take` gives. Only what is taken counts. @throws HubError `rate-limited`; what `take` throws */
  async use<T>(client: string, take: () => Promise<T>): Promise<T> {
    // Before it is taken: many may come at once.
    const waitMs = this.#taken.count(client);
    try {
      if (waitMs > 0) throw this.#refusal(Math.ceil(waitMs / 1000));
      return await take();
    } catch (error) {
      this.#taken.takeBack(client);
      throw error;
    }
  }

  #refusal(seconds: number): HubError {
    const { limit, windowSeconds } = this.#taken;
    const hours = Math.ceil(seconds / 3600);
    return new HubError(
      'rate-limited',
      `One client may suggest ${limit} ${this.#what} in a day, so that others can, too. Try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
      { retryAfterSeconds: seconds, allowance: { name: 'suggestions', limit, windowSeconds } },
    );
  }
}
