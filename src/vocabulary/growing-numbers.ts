const FIRST_LENGTH = 64;
/** A quarter more at a time: of twice as much, half may never be used. */
const GROWTH = 1.25;

/** Numbers of 32 bits in one piece of memory, which grows with them. */
export class GrowingNumbers {
  #numbers: Uint32Array;
  #length = 0;

  /** @param expected how many there will be, where that is known */
  constructor(expected = FIRST_LENGTH) {
    this.#numbers = new Uint32Array(Math.max(1, expected));
  }

  /** These numbers, which from now on are its own. */
  static of(numbers: Uint32Array): GrowingNumbers {
    const grown = new GrowingNumbers(0);
    grown.#numbers = numbers;
    grown.#length = numbers.length;
    return grown;
  }

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const grown = new Uint32Array(Math.max(FIRST_LENGTH, Math.ceil(this.#length * GROWTH)));
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[this.#length++] = number;
  }

  at(place: number): number {
    return this.#numbers[place]!;
  }

  /** Adds one to the number at a place. */
  countUp(place: number): void {
    this.#numbers[place]!++;
  }

  clear(): void {
    this.#length = 0;
  }

  /** What there is, until more is pushed: it is no copy. */
  get all(): Uint32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}
