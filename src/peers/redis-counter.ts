import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { RedisLink } from './redis-link.ts';

/** What all hubs together counted of one client in the window that runs. */
interface Counted {
  readonly used: number;
  /** Until the window ends. */
  readonly resetMs: number;
}

/**
 * Counts in Redis, for all hubs of a service together, in windows that begin with a client's first request. One script counts and sets
 * the end of the window, so that no counter stays for ever. Redis sees pseudonyms of the clients.
 */
export class RedisCounter {
  readonly #link: RedisLink;
  readonly #limiter: RateLimiterRedis;

  /** @param counted what is counted, for the name of the counters */
  constructor(link: RedisLink, windowSeconds: number, counted: string) {
    this.#link = link;
    this.#limiter = new RateLimiterRedis({
      storeClient: link.client,
      // Only counts are wanted of it.
      points: Number.MAX_SAFE_INTEGER,
      duration: windowSeconds,
      keyPrefix: `${link.prefix}:${counted}`,
    });
    // A server that answers and may not be written to is of no use.
    link.probe(() => this.#limiter.consume('probe'));
  }

  /** Counts so many for this client, fewer than none takes them back; null while Redis does not answer. */
  async count(client: string, amount: number): Promise<Counted | null> {
    try {
      const key = this.#link.pseudonymOf(client);
      const counted = await this.#link.ask(() =>
        amount < 0 ? this.#limiter.reward(key, -amount) : this.#limiter.consume(key, amount),
      );
      return { used: counted.consumedPoints, resetMs: counted.msBeforeNext };
    } catch {
      // The link says why.
      return null;
    }
  }
}
