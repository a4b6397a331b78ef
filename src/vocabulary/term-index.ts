/** What an index begins with: most tables are those of one resource. */
const FIRST_TERMS = 64;
const PLACES_A_NUMBER = 1.5;
/** Fibonacci hashing: the high bits of the product depend on all bits of a hash (Knuth, The Art of Computer Programming 3, 6.4). */
const SPREAD = 0x9e3779b1;
/** FNV-1a. */
const [FNV_OFFSET, FNV_PRIME] = [0x811c9dc5, 0x01000193];

/** Numbers, which count up from 0, by hashes: open addressing, at most two thirds full. */
export class TermIndex {
  /** Numbers counted from 1; 0 for an empty place. */
  #places: Uint32Array;
  #count = 0;
  readonly #hashOf: (number: number) => number;

  /**
   * @param hashOf the hash of a number that was added
   * @param expected how many numbers there will be, where that is known
   */
  constructor(hashOf: (number: number) => number, expected = FIRST_TERMS) {
    this.#hashOf = hashOf;
    this.#places = new Uint32Array(Math.ceil(Math.max(1, expected) * PLACES_A_NUMBER));
  }

  /** Notes the hash of the next number. */
  add(hash: number): void {
    this.#count++;
    if (this.#count * PLACES_A_NUMBER > this.#places.length) this.#grow();
    else this.#put(hash, this.#count);
  }

  /** @param isSought asked of numbers whose hashes stand at one place, most of which are other ones */
  find(hash: number, isSought: (number: number) => boolean): number | undefined {
    for (let place = this.#placeOf(hash); ; place = this.#behind(place)) {
      const found = this.#places[place]!;
      if (found === 0) return undefined;
      if (isSought(found - 1)) return found - 1;
    }
  }

  #put(hash: number, counted: number): void {
    let place = this.#placeOf(hash);
    while (this.#places[place] !== 0) place = this.#behind(place);
    this.#places[place] = counted;
  }

  /** Where a hash belongs among any number of places. */
  #placeOf(hash: number): number {
    return Math.floor(((Math.imul(hash, SPREAD) >>> 0) / 2 ** 32) * this.#places.length);
  }

  #behind(place: number): number {
    return place + 1 === this.#places.length ? 0 : place + 1;
  }

  #grow(): void {
    this.#places = new Uint32Array(this.#places.length * 2);
    for (let number = 0; number < this.#count; number++) this.#put(this.#hashOf(number), number + 1);
  }
}

export interface Encoded {
  readonly bytes: Uint8Array;
  readonly length: number;
}

/** What is looked for, in UTF-8: one memory for all. */
let scratch = Buffer.allocUnsafeSlow(1024);

/** Holds until the next call. */
export function encode(text: string): Encoded {
  // A unit of UTF-16 is three bytes at most.
  if (text.length * 3 > scratch.length) scratch = Buffer.allocUnsafeSlow(text.length * 6);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return { bytes: scratch, length: scratch.write(text) };
    scratch[i] = code;
  }
  return { bytes: scratch, length: text.length };
}

export function hashOf(bytes: Uint8Array, end: number, start = 0): number {
  let hash = FNV_OFFSET;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, FNV_PRIME);
  // FNV's low bits alone are poor for a table of a power of 2.
  return (hash ^ (hash >>> 15)) >>> 0;
}
