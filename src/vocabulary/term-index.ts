import { GrowingNumbers } from './growing-numbers.ts';

/** What an index begins with: most tables are those of one resource. */
const FIRST_TERMS = 64;
/** FNV-1a. */
const [FNV_OFFSET, FNV_PRIME] = [0x811c9dc5, 0x01000193];

/** Numbers, which count up from 0, by hashes: open addressing, at most two thirds full. */
export class TermIndex {
  /** Numbers counted from 1; 0 for an empty place. */
  #places: Uint32Array;
  readonly #hashes: GrowingNumbers;

  /** @param expected how many numbers there will be, where that is known */
  constructor(expected = FIRST_TERMS) {
    this.#hashes = new GrowingNumbers(expected);
    this.#places = new Uint32Array(placesFor(Math.max(1, expected)));
  }

  /** Notes the hash of the next number. */
  add(hash: number): void {
    this.#hashes.push(hash);
    if (this.#hashes.length * 1.5 > this.#places.length) this.#grow();
    else this.#put(hash, this.#hashes.length);
  }

  find(hash: number, isSought: (number: number) => boolean): number | undefined {
    const mask = this.#places.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const found = this.#places[place]!;
      if (found === 0) return undefined;
      if (this.#hashes.at(found - 1) === hash && isSought(found - 1)) return found - 1;
    }
  }

  #put(hash: number, counted: number): void {
    const mask = this.#places.length - 1;
    let place = hash & mask;
    while (this.#places[place] !== 0) place = (place + 1) & mask;
    this.#places[place] = counted;
  }

  #grow(): void {
    this.#places = new Uint32Array(this.#places.length * 2);
    for (let number = 0; number < this.#hashes.length; number++) this.#put(this.#hashes.at(number), number + 1);
  }
}

function placesFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(count * 1.5));
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
