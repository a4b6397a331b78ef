/** How often a key was met. */
export interface KeyCount {
  readonly key: string;
  /** At most so often. */
  readonly count: number;
  /** So many of them may have been another key: it was met at least `count - error` times. */
  readonly error: number;
}

/**
 * Counts which keys are the most frequent ones, in bounded memory and constant time (Space-Saving, Metwally, Agrawal and El Abbadi,
 * ICDT 2005): when it is full, a new key takes the place, and the count, of one of the rarest.
 */
export class KeySketch {
  readonly #capacity: number;
  readonly #counters = new Map<string, { count: number; error: number }>();
  /** Keys by their count, those of one count in the order in which they came to it. */
  readonly #byCount = new Map<number, Set<string>>();
  /** The smallest count. */
  #least = 0;

  /** @param capacity keys that are counted at a time */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Whether a key is counted. */
  has(key: string): boolean {
    return this.#counters.has(key);
  }

  /** Counts a key once more. */
  add(key: string): void {
    const known = this.#counters.get(key);
    if (known !== undefined) {
      this.#move(key, known.count, known.count + 1);
      known.count++;
    } else if (this.#counters.size < this.#capacity) this.put({ key, count: 1, error: 0 });
    else this.#replaceRarest(key);
  }

  /** Takes over what was counted before. Without effect when it is full, or has the key. */
  put({ key, count, error }: KeyCount): void {
    if (this.#counters.size >= this.#capacity || this.#counters.has(key)) return;
    this.#least = this.#counters.size === 0 ? count : Math.min(this.#least, count);
    this.#counters.set(key, { count, error });
    this.#keysOf(count).add(key);
  }

  /** All keys that are counted, in no order. */
  *counts(): Generator<KeyCount> {
    for (const [key, { count, error }] of this.#counters) yield { key, count, error };
  }

  #replaceRarest(key: string): void {
    const count = this.#least;
    const [rarest] = this.#keysOf(count);
    this.#counters.delete(rarest!);
    this.#keysOf(count).delete(rarest!);
    this.#counters.set(key, { count: count + 1, error: count });
    this.#keysOf(count + 1).add(key);
    this.#dropIfEmpty(count);
  }

  #move(key: string, from: number, to: number): void {
    this.#keysOf(from).delete(key);
    this.#keysOf(to).add(key);
    this.#dropIfEmpty(from);
  }

  /** What left the smallest count went to the one above it. */
  #dropIfEmpty(count: number): void {
    if (this.#keysOf(count).size > 0) return;
    this.#byCount.delete(count);
    if (this.#least === count) this.#least = count + 1;
  }

  #keysOf(count: number): Set<string> {
    let keys = this.#byCount.get(count);
    if (keys === undefined) this.#byCount.set(count, (keys = new Set()));
    return keys;
  }
}
