import { RateLimitRefusal, type Allowance, type Counted, type LocalRateLimit, type RateLimit } from './rate-limit.ts';

/** A count that other hubs add to, too. */
export interface SharedCount {
  /** Counts so many for this client, fewer than none takes them back; null while the count cannot be reached. */
  count(client: string, amount: number): Promise<{ readonly used: number; readonly resetMs: number } | null>;
}

/** Clients that are known to have used up their allowance, and are not counted further. */
const MAX_REFUSED_CLIENTS = 20_000;

/** Counts per client over all hubs, and on this hub alone while they cannot be counted together. */
export class SharedRateLimit implements RateLimit {
  readonly counted: Counted;
  readonly limit: number;
  readonly #shared: SharedCount;
  readonly #own: LocalRateLimit;
  /** When the windows of refused clients end, by `performance.now()`: the clock may be set back. */
  readonly #refused = new Map<string, number>();

  constructor(shared: SharedCount, own: LocalRateLimit) {
    this.counted = own.counted;
    this.limit = own.limit;
    this.#shared = shared;
    this.#own = own;
  }

  async charge(client: string, amount = 1): Promise<Allowance> {
    const { counted, limit } = this;
    const refusedMs = this.#refusedMs(client);
    if (refusedMs > 0) throw this.#refusal(0, refusedMs);
    const sum = await this.#shared.count(client, amount);
    if (sum === null) return this.#own.charge(client, amount);
    const { used, resetMs } = sum;
    if (used <= limit) return { counted, limit, remaining: limit - used, resetSeconds: secondsOf(resetMs) };
    if (amount === 1) {
      this.#remember(client, resetMs);
      throw this.#refusal(0, resetMs);
    }
    // There may be room for less: now, or when what others count in this moment was refused and taken back.
    const left = await this.#shared.count(client, -amount);
    throw this.#refusal(limit - (left?.used ?? used - amount), resetMs);
  }

  hasRoom(client: string): boolean {
    return this.#refusedMs(client) <= 0 && this.#own.hasRoom(client);
  }

  #refusal(remaining: number, resetMs: number): RateLimitRefusal {
    const { counted, limit } = this;
    return new RateLimitRefusal({
      counted,
      limit,
      remaining: Math.max(0, remaining),
      resetSeconds: secondsOf(resetMs),
    });
  }

  #refusedMs(client: string): number {
    const endsAt = this.#refused.get(client);
    if (endsAt === undefined) return 0;
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) this.#refused.delete(client);
    return leftMs;
  }

  #remember(client: string, resetMs: number): void {
    const oldest = this.#refused.size >= MAX_REFUSED_CLIENTS ? this.#refused.keys().next().value : undefined;
    if (oldest !== undefined) this.#refused.delete(oldest);
    this.#refused.set(client, performance.now() + resetMs);
  }
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
