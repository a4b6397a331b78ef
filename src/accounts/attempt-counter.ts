import { createHmac, randomBytes } from 'node:crypto';

/** Counters that those share who come when all others are taken. */
const SHARED_COUNTERS = 1024;
const MAX_COUNTERS = 20_000;

interface Counted {
  attempts: number;
  /** In ms. */
  readonly endsAt: number;
}

interface AttemptCounterOptions {
  readonly limit: number;
  readonly windowMs: number;
  readonly now: () => Date;
  readonly maxCounters?: number;
}

/**
 * Counts attempts per key in windows. Its memory is bounded however many keys come: then further ones share counters. It holds no
 * key, only a keyed hash of it, so that none can choose whose counter to share, and nobody's address is kept.
 */
export class AttemptCounter {
  readonly #options: AttemptCounterOptions;
  /** The oldest first, as every window has the same length. */
  readonly #windows = new Map<string, Counted>();
  readonly #salt = randomBytes(16);

  constructor(options: AttemptCounterOptions) {
    this.#options = options;
  }

  /** How many attempts of a key there may be in a window. */
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

  /** Counts one, also beyond the limit. Returns how many ms the key has to wait; 0 when it is within. */
  count(key: string): number {
    const window = this.#windowOf(key);
    window.attempts++;
    return this.#waitOf(window);
  }

  /** Takes an attempt back that was none. */
  takeBack(key: string): void {
    const window = this.#windowOf(key);
    if (window.attempts > 0) window.attempts--;
  }

  forget(key: string): void {
    this.#windowOf(key).attempts = 0;
  }

  #waitOf({ attempts, endsAt }: Counted): number {
    return attempts > this.#options.limit ? Math.max(1, endsAt - this.#options.now().getTime()) : 0;
  }

  #windowOf(key: string): Counted {
    const now = this.#options.now().getTime();
    for (const [name, { endsAt }] of this.#windows) {
      if (endsAt > now) break;
      this.#windows.delete(name);
    }
    const hash = createHmac('sha256', this.#salt).update(key).digest();
    const own = hash.toString('base64url');
    const hasRoom = this.#windows.has(own) || this.#windows.size < (this.#options.maxCounters ?? MAX_COUNTERS);
    const name = hasRoom ? own : `shared:${hash.readUInt16BE(0) % SHARED_COUNTERS}`;
    let window = this.#windows.get(name);
    if (window === undefined) {
      window = { attempts: 0, endsAt: now + this.#options.windowMs };
      this.#windows.set(name, window);
    }
    return window;
  }
}
