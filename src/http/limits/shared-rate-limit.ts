import { refuse, type Allowance, type DocumentRateLimit, type RateLimit } from './rate-limit.ts';

/** A count that other hubs add to, too. */
export interface SharedCount {
  /** Counts one request of this client; null while the count cannot be reached. */
  count(client: string): Promise<{ readonly used: number; readonly resetMs: number } | null>;
}

/** Clients that are known to have used up their allowance, and are not counted further. */
const MAX_REFUSED_CLIENTS = 20_000;

/** Counts document requests per client over all hubs, and on this hub alone while they cannot be counted together. */
export class SharedRateLimit implements RateLimit {
  readonly limit: number;
  readonly #shared: SharedCount;
  readonly #own: DocumentRateLimit;
  /** When the windows of refused clients end, in ms. */
  readonly #refused = new Map<string, number>();

  constructor(shared: SharedCount, own: DocumentRateLimit) {
    this.limit = own.limit;
    this.#shared = shared;
    this.#own = own;
  }

  async charge(client: string): Promise<Allowance> {
    const refusedMs = this.#refusedMs(client);
    if (refusedMs > 0) throw refuse(this.limit, secondsOf(refusedMs));
    const counted = await this.#shared.count(client);
    if (counted === null) return this.#own.charge(client);
    const { used, resetMs } = counted;
    const resetSeconds = secondsOf(resetMs);
    if (used <= this.limit) return { limit: this.limit, remaining: this.limit - used, resetSeconds };
    this.#remember(client, resetMs);
    throw refuse(this.limit, resetSeconds);
  }

  hasRoom(client: string): boolean {
    return this.#refusedMs(client) <= 0 && this.#own.hasRoom(client);
  }

  #refusedMs(client: string): number {
    const endsAt = this.#refused.get(client);
    if (endsAt === undefined) return 0;
    const leftMs = endsAt - Date.now();
    if (leftMs <= 0) this.#refused.delete(client);
    return leftMs;
  }

  #remember(client: string, resetMs: number): void {
    const oldest = this.#refused.size >= MAX_REFUSED_CLIENTS ? this.#refused.keys().next().value : undefined;
    if (oldest !== undefined) this.#refused.delete(oldest);
    this.#refused.set(client, Date.now() + resetMs);
  }
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
