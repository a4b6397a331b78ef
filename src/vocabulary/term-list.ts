import { hasNonXmlBytes } from '../rdf/characters.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import { isAt, SoughtIris } from './sought-iris.ts';
import { doAtOnce, type Steps } from './steps.ts';
import { joinParts, Kinds, type TermColumns } from './term-columns.ts';
import { encode, hashOf, TermIndex } from './term-index.ts';

/** Most terms that are kept as objects, a power of 2: types, units and categories stand again and again. */
const MOST_KEPT = 4096;
/** More parts become one, but for the first, which is large. */
const MOST_PARTS = 8;
const HASH_SIGN = 0x23;
/** So many terms are put into an index in a step. */
const TERMS_A_STEP = 2048;

/** Terms by number. They are in parts, so that some can be added without a copy of the others. */
export class TermList {
  readonly parts: readonly TermColumns[];
  readonly length: number;
  readonly #readers: readonly PartReader[];
  /** The number of the first term of each part. */
  readonly #firsts: readonly number[];
  readonly #kept: (BoundTerm | undefined)[] = [];
  readonly #keptNumbers: Int32Array;

  constructor(parts: readonly TermColumns[]) {
    this.parts = parts;
    this.#readers = parts.map(readerOf);
    const firsts: number[] = [];
    let length = 0;
    for (const { ends } of parts) {
      firsts.push(length);
      length += ends.length;
    }
    this.#firsts = firsts;
    this.length = length;
    this.#keptNumbers = new Int32Array(Math.min(MOST_KEPT, 2 ** Math.ceil(Math.log2(length + 1)))).fill(-1);
  }

  /** The term of a number. */
  at(number: number): BoundTerm {
    const place = number & (this.#keptNumbers.length - 1);
    if (this.#keptNumbers[place] === number) return this.#kept[place]!;
    const part = this.#partOf(number);
    const term = this.#readers[part]!.term(number - this.#firsts[part]!);
    this.#keptNumbers[place] = number;
    this.#kept[place] = term;
    return term;
  }

  /** The text of a term: its IRI, or its lexical form. */
  text(number: number): string {
    const part = this.#partOf(number);
    return this.#readers[part]!.text(number - this.#firsts[part]!);
  }

  /** How long that is in UTF-8. */
  bytesOf(number: number): number {
    const part = this.#partOf(number);
    return this.#readers[part]!.bytesOf(number - this.#firsts[part]!);
  }

  /** Whether a term's text is longer than another one, begins with it, and has no `#` behind it. */
  isBelow(number: number, namespace: Uint8Array): boolean {
    const part = this.#partOf(number);
    return this.#readers[part]!.isBelow(number - this.#firsts[part]!, namespace);
  }

  /** Some IRIs of terms and datatypes: one in each of these namespaces in which there are any, and of each scheme. */
  *typicalIris(namespaces: Iterable<string>): Generator<string> {
    const sought = [...namespaces];
    for (const [part, { kinds }] of this.parts.entries()) {
      const reader = this.#readers[part]!;
      for (const { datatype } of kinds) if (datatype !== undefined) yield datatype;
      for (const number of doAtOnce(reader.typicalIris(sought))) yield reader.text(number);
    }
  }

  /** The numbers of literals that have a character that XML cannot hold. */
  *beyondXml(): Generator<number> {
    for (const [part, reader] of this.#readers.entries())
      for (const number of doAtOnce(reader.beyondXml())) yield this.#firsts[part]! + number;
  }

  /** Finds what `typicalIris` and `beyondXml` tell, which else their first calls do. */
  *prepareTexts(namespaces: readonly string[]): Steps {
    for (const reader of this.#readers) {
      yield* reader.typicalIris(namespaces);
      yield* reader.beyondXml();
    }
  }

  /** Whether there may be terms of a type. */
  hasKind(type: BoundTerm['type']): boolean {
    return this.parts.some(({ kinds }) => kinds.some((kind) => kind.type === type));
  }

  /** The number of a term; undefined when it is none of these. */
  numberOf(term: BoundTerm): number | undefined {
    for (let part = this.parts.length - 1; part >= 0; part--) {
      const found = this.#readers[part]!.find(term);
      if (found !== undefined) return this.#firsts[part]! + found;
    }
    return undefined;
  }

  /** Makes what `numberOf` needs, which else its first call does. */
  *prepare(): Steps {
    for (const reader of this.#readers) yield* reader.prepare();
  }

  *[Symbol.iterator](): Generator<BoundTerm> {
    for (const reader of this.#readers)
      for (let number = 0; number < reader.length; number++) yield reader.term(number);
  }

  /** These terms and others, whose numbers follow. */
  with(added: TermColumns): TermList {
    if (added.ends.length === 0) return this;
    const parts = [...this.parts, added];
    return new TermList(parts.length <= MOST_PARTS ? parts : [parts[0]!, joinParts(parts.slice(1))]);
  }

  #partOf(number: number): number {
    let part = this.#firsts.length - 1;
    while (part > 0 && number < this.#firsts[part]!) part--;
    return part;
  }
}

/** Whether a text is meant, which stands in `texts` from `start` to `end`. */
type TextTest = (texts: Uint8Array, start: number, end: number) => boolean;

/** Reads one part. What is found in all of it is found when it is first asked for, and is shared by all tables that have the part. */
class PartReader {
  readonly length: number;
  readonly #columns: TermColumns;
  readonly #texts: Buffer;
  readonly #kinds: Kinds;
  #index: TermIndex | null = null;
  /** The namespaces that were sought last, and what was found. */
  #typical: { readonly sought: string; readonly found: readonly number[] } | null = null;
  #beyondXml: readonly number[] | null = null;

  constructor(columns: TermColumns) {
    const { texts, ends, kinds } = columns;
    this.#columns = columns;
    this.length = ends.length;
    this.#texts = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength);
    this.#kinds = new Kinds(kinds);
  }

  text(number: number): string {
    const { ends } = this.#columns;
    return this.#texts.toString('utf8', number === 0 ? 0 : ends[number - 1]!, ends[number]!);
  }

  bytesOf(number: number): number {
    const { ends } = this.#columns;
    return ends[number]! - (number === 0 ? 0 : ends[number - 1]!);
  }

  isBelow(number: number, namespace: Uint8Array): boolean {
    const { ends } = this.#columns;
    const start = number === 0 ? 0 : ends[number - 1]!;
    const first = start + namespace.length;
    // Fragments stand at the end.
    for (let i = ends[number]! - 1; i >= first; i--) if (this.#texts[i] === HASH_SIGN) return false;
    return first < ends[number]! && isAt(this.#texts, start, first, namespace, namespace.length);
  }

  /** The same of this part, by its own numbers. */
  *typicalIris(namespaces: readonly string[]): Steps<readonly number[]> {
    const sought = namespaces.join(' ');
    if (this.#typical?.sought !== sought) {
      const iris = new SoughtIris(namespaces);
      const found = yield* this.#find('uri', (texts, start, end) => iris.take(texts, start, end));
      this.#typical = { sought, found };
    }
    return this.#typical.found;
  }

  /** The same of this part, by its own numbers. */
  *beyondXml(): Steps<readonly number[]> {
    return (this.#beyondXml ??= yield* this.#find('literal', hasNonXmlBytes));
  }

  /** The numbers of terms of a type whose texts are meant. */
  *#find(type: BoundTerm['type'], isMeant: TextTest): Steps<number[]> {
    const { ends, kinds } = this.#columns;
    const hasType = kinds.map((kind) => kind.type === type);
    const found: number[] = [];
    for (let first = 0; first < ends.length; first += TERMS_A_STEP) {
      yield;
      this.#findIn(first, Math.min(first + TERMS_A_STEP, ends.length), hasType, isMeant, found);
    }
    return found;
  }

  /** A function of its own, as `#addTo` is. */
  #findIn(first: number, last: number, hasType: readonly boolean[], isMeant: TextTest, found: number[]): void {
    const { ends, kindsOfTerms } = this.#columns;
    let start = first === 0 ? 0 : ends[first - 1]!;
    for (let number = first; number < last; number++) {
      const end = ends[number]!;
      if (hasType[kindsOfTerms[number]!]! && isMeant(this.#texts, start, end)) found.push(number);
      start = end;
    }
  }

  term(number: number): BoundTerm {
    const value = this.text(number);
    const { type, datatype, 'xml:lang': language } = this.#columns.kinds[this.#columns.kindsOfTerms[number]!]!;
    if (language !== undefined) return { type, value, 'xml:lang': language };
    return datatype === undefined ? { type, value } : { type, value, datatype };
  }

  find(term: BoundTerm): number | undefined {
    const kind = this.#kinds.find(term);
    if (kind === undefined) return undefined;
    this.#index ??= doAtOnce(this.#makeIndex());
    const { bytes, length } = encode(term.value);
    const { ends, kindsOfTerms } = this.#columns;
    return this.#index.find(
      hashOf(bytes, length),
      (number) =>
        kindsOfTerms[number] === kind &&
        isAt(this.#texts, number === 0 ? 0 : ends[number - 1]!, ends[number]!, bytes, length),
    );
  }

  *prepare(): Steps {
    if (this.#index !== null) return;
    const index = yield* this.#makeIndex();
    // A term may have been looked for meanwhile.
    this.#index ??= index;
  }

  *#makeIndex(): Steps<TermIndex> {
    const { ends } = this.#columns;
    const index = new TermIndex(
      (number) => hashOf(this.#texts, ends[number]!, number === 0 ? 0 : ends[number - 1]!),
      this.length,
    );
    for (let first = 0; first < ends.length; first += TERMS_A_STEP) {
      yield;
      this.#addTo(index, first, Math.min(first + TERMS_A_STEP, ends.length));
    }
    return index;
  }

  /** A function of its own, which the engine compiles: a generator is not, while it runs. */
  #addTo(index: TermIndex, first: number, end: number): void {
    const { ends } = this.#columns;
    const texts = this.#texts;
    let start = first === 0 ? 0 : ends[first - 1]!;
    for (let number = first; number < end; number++) {
      index.add(hashOf(texts, ends[number]!, start));
      start = ends[number]!;
    }
  }
}

const readers = new WeakMap<TermColumns, PartReader>();

function readerOf(columns: TermColumns): PartReader {
  let reader = readers.get(columns);
  if (reader === undefined) readers.set(columns, (reader = new PartReader(columns)));
  return reader;
}
