import type { BoundTerm } from '../rdf/rows.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { isAt } from './sought-iris.ts';
import { Kinds, sharedBytes, sharedNumbers, sharedNumbersBelow, type TermColumns } from './term-columns.ts';
import { encode, hashOf, TermIndex, type Encoded } from './term-index.ts';

/** What a builder begins with: most tables are those of one resource. */
const FIRST_BYTES = 4096;

/** Adds terms, each once. */
export class TermBuilder {
  readonly #kinds = new Kinds();
  #texts: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  readonly #ends = new GrowingNumbers();
  readonly #kindsOfTerms = new GrowingNumbers();
  readonly #hashes = new GrowingNumbers();
  readonly #index = new TermIndex((number) => this.#hashes.at(number));

  get count(): number {
    return this.#ends.length;
  }

  /** The number of a term, which is added if it is new. */
  add(term: BoundTerm): number {
    const sought = encode(term.value);
    const kind = this.#kinds.numberOf(term);
    const hash = hashOf(sought.bytes, sought.length);
    const known = this.#index.find(
      hash,
      (number) => this.#hashes.at(number) === hash && this.#is(number, kind, sought),
    );
    if (known !== undefined) return known;
    const number = this.count;
    const start = this.#startOf(number);
    const end = start + sought.length;
    if (end > this.#texts.length) this.#texts = grownBytes(this.#texts, end);
    this.#texts.set(sought.bytes.subarray(0, sought.length), start);
    this.#ends.push(end);
    this.#kindsOfTerms.push(kind);
    this.#hashes.push(hash);
    this.#index.add(hash);
    return number;
  }

  /** What there is, as it is now. */
  finish(): TermColumns {
    const texts = sharedBytes(this.#startOf(this.count));
    texts.set(this.#texts.subarray(0, texts.length));
    const ends = sharedNumbers(this.count);
    const kindsOfTerms = sharedNumbersBelow(this.#kinds.list.length, this.count);
    ends.set(this.#ends.all);
    kindsOfTerms.set(this.#kindsOfTerms.all);
    return { texts, ends, kindsOfTerms, kinds: this.#kinds.list };
  }

  #is(number: number, kind: number, { bytes, length }: Encoded): boolean {
    if (this.#kindsOfTerms.at(number) !== kind) return false;
    return isAt(this.#texts, this.#startOf(number), this.#ends.at(number), bytes, length);
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : this.#ends.at(number - 1);
  }
}

function grownBytes(bytes: Buffer, least: number): Buffer {
  const grown = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, least));
  bytes.copy(grown);
  return grown;
}
