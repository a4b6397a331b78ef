/** A stream of draws that a seed repeats. */
export class Random {
  private state: number;

  constructor(seed: number, index = 0) {
    this.state = (seed ^ Math.imul(index + 1, 0x9e3779b9)) >>> 0;
    // The first draws of neighbouring seeds are alike.
    for (let i = 0; i < 4; i++) this.next();
  }

  /** A whole number of 32 bits (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** From 0 to below `bound`. */
  below(bound: number): number {
    return this.next() % bound;
  }

  /** True once in `times`, on average. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}
