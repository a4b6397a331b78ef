import { createHmac, randomBytes } from 'node:crypto';

/** Counters that those share who come when all others are taken. */
const SHARED_COUNTERS = 1024;
const MAX_COUNTERS = 20_000;

interface Window {
  used: number;
  /** In ms. */
  readonly endsAt: number;
}

interface WindowCounterOptions {
  readonly limit: number;
  readonly windowMs: number;
  readonly now?: () => Date;
  readonly maxCounters?: number;
  /** Whether it keeps a keyed hash of each key and not the key: an e-mail address need not be in memory. */
  readonly hidesKeys?: boolean;
}

/**
 * Counts per key in windows that begin with the first count. Its memory is bounded however many keys come: then further ones share
 * counters, by a keyed hash, so that none can choose whose.
 */
export class WindowCounter {
  readonly #options: WindowCounterOptions;
  /** The oldest first, as every window has the same length. */
  readonly #windows = new Map<string, Window>();
  readonly #salt = randomBytes(16);

  constructor(options: WindowCounterOptions) {
    this.#options = options;
  }

  /** How much a key may use in a window. */
  get limit(): number {
    return this.#options.limit;
  }

  get windowSeconds(): number {
    return this.#options.windowMs / 1000;
  }

  /** How many counters are held. */
  get size(): number {
    return this.#windows.size;
  }

  /** Counts one, or as many, also beyond the limit. Returns how many ms the key has to wait; 0 when it is within. */
  count(key: string, amount = 1): number {
    const window = this.#windowOf(key);
    window.used += amount;
    return window.used > this.#options.limit ? this.#leftMs(window) : 0;
  }

  /** What a key has used in its window, and in how many ms that ends. */
  look(key: string): { readonly used: number; readonly leftMs: number } {
    const window = this.#windowOf(key);
    return { used: window.used, leftMs: this.#leftMs(window) };
  }

  /** Takes one back that should not count. */
  takeBack(key: string): void {
    const window = this.#windowOf(key);
    if (window.used > 0) window.used--;
  }

  forget(key: string): void {
    this.#windowOf(key).used = 0;
  }

  #leftMs({ endsAt }: Window): number {
    return Math.max(1, endsAt - this.#nowMs());
  }

  #nowMs(): number {
    return this.#options.now?.().getTime() ?? Date.now();
  }

  #windowOf(key: string): Window {
    const now = this.#nowMs();
    for (const [name, { endsAt }] of this.#windows) {
      // One that ends later than one that begins now was begun before the clock was set back.
      if (endsAt > now && endsAt <= now + this.#options.windowMs) break;
      this.#windows.delete(name);
    }
    const own = this.#options.hidesKeys === true ? this.#hashOf(key).toString('base64url') : key;
    const hasRoom = this.#windows.has(own) || this.#windows.size < (this.#options.maxCounters ?? MAX_COUNTERS);
    const name = hasRoom ? own : `shared:${this.#hashOf(key).readUInt16BE(0) % SHARED_COUNTERS}`;
    let window = this.#windows.get(name);
    if (window === undefined) {
      window = { used: 0, endsAt: now + this.#options.windowMs };
      this.#windows.set(name, window);
    }
    return window;
  }

  #hashOf(key: string): Buffer {
    return createHmac('sha256', this.#salt).update(key).digest();
  }
}
