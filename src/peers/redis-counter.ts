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

  constructor(link: RedisLink, windowSeconds: number) {
    this.#link = link;
    this.#limiter = new RateLimiterRedis({
      storeClient: link.client,
      // Only counts are wanted of it.
      points: Number.MAX_SAFE_INTEGER,
      duration: windowSeconds,
      keyPrefix: `${link.prefix}:documents`,
    });
    // A server that answers and may not be written to is of no use.
    link.probe(() => this.#limiter.consume('probe'));
  }

  /** Counts one request of this client; null while Redis does not answer. */
  async count(client: string): Promise<Counted | null> {
    try {
      const counted = await this.#link.ask(() => this.#limiter.consume(this.#link.pseudonymOf(client)));
      return { used: counted.consumedPoints, resetMs: counted.msBeforeNext };
    } catch {
      // The link says why.
      return null;
    }
  }
}
