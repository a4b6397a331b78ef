// One thing, though long: terms as bytes, how they are read, found and added.
import { hasNonXmlBytes } from '../rdf/characters.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { isAt, SoughtIris } from './sought-iris.ts';
import { doAtOnce, type Steps } from './steps.ts';

/** What a term is besides its text. */
export type TermKind = Omit<BoundTerm, 'value'>;

/** Terms as bytes, none of them an object: threads share them. */
export interface TermColumns {
  /** The texts of all terms in UTF-8, one behind the other. */
  readonly texts: Uint8Array;
  /** Of each term, where its text ends and the next one begins. */
  readonly ends: Uint32Array;
  /** Of each term, its place among the kinds. */
  readonly kindsOfTerms: Uint32Array;
  readonly kinds: readonly TermKind[];
}

/** FNV-1a. */
const [FNV_OFFSET, FNV_PRIME] = [0x811c9dc5, 0x01000193];
/** Most terms that are kept as objects, a power of 2: types, units and categories stand again and again. */
const MOST_KEPT = 4096;
/** What is shorter is not shared but copied, which takes less. */
const LEAST_SHARED_BYTES = 64 * 1024;
/** What a builder begins with: most tables are those of one resource. */
const FIRST = { bytes: 4096, terms: 64 };
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
    const sought = new SoughtIris(namespaces);
    for (const [part, { kinds }] of this.parts.entries()) {
      for (const { datatype } of kinds) if (datatype !== undefined) yield datatype;
      for (const number of this.#readers[part]!.numbersOf(sought)) yield this.#readers[part]!.text(number);
    }
  }

  /** The numbers of literals that have a character that XML cannot hold. */
  *beyondXml(): Generator<number> {
    for (const [part, reader] of this.#readers.entries())
      for (const number of reader.beyondXml()) yield this.#firsts[part]! + number;
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

/** What parts are as one, in pieces that follow each other. Of the first part, which is large, nothing is copied. */
export interface TermPieces {
  readonly texts: readonly Uint8Array[];
  readonly ends: readonly Uint32Array[];
  readonly kindsOfTerms: readonly Uint32Array[];
  readonly kinds: readonly TermKind[];
}

export function piecesOf(parts: readonly TermColumns[]): TermPieces {
  const kinds = new Kinds();
  const pieces = { texts: [] as Uint8Array[], ends: [] as Uint32Array[], kindsOfTerms: [] as Uint32Array[] };
  let bytes = 0;
  for (const part of parts) {
    const numbers = part.kinds.map((kind) => kinds.numberOf(kind));
    const isFirst = pieces.ends.length === 0;
    const before = bytes;
    pieces.texts.push(part.texts.subarray(0, lengthOf(part)));
    pieces.ends.push(isFirst ? part.ends : part.ends.map((end) => before + end));
    pieces.kindsOfTerms.push(isFirst ? part.kindsOfTerms : part.kindsOfTerms.map((kind) => numbers[kind]!));
    bytes += lengthOf(part);
  }
  return { ...pieces, kinds: kinds.list };
}

/** Parts as one, in their order. */
function joinParts(parts: readonly TermColumns[]): TermColumns {
  if (parts.length === 1) return parts[0]!;
  const pieces = piecesOf(parts);
  const lengthOfAll = (columns: ReadonlyArray<{ readonly length: number }>): number =>
    columns.reduce((sum, { length }) => sum + length, 0);
  const texts = sharedBytes(lengthOfAll(pieces.texts));
  const [ends, kindsOfTerms] = [sharedNumbers(lengthOfAll(pieces.ends)), sharedNumbers(lengthOfAll(pieces.ends))];
  fill(texts, pieces.texts);
  fill(ends, pieces.ends);
  fill(kindsOfTerms, pieces.kindsOfTerms);
  return { texts, ends, kindsOfTerms, kinds: pieces.kinds };
}

function fill<Column extends Uint8Array | Uint32Array>(whole: Column, pieces: readonly Column[]): void {
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
}

function lengthOf({ ends }: TermColumns): number {
  return ends.at(-1) ?? 0;
}

/** Bytes that threads share. */
function sharedBytes(length: number): Uint8Array {
  return length < LEAST_SHARED_BYTES ? new Uint8Array(length) : new Uint8Array(new SharedArrayBuffer(length));
}

/** Numbers that threads share. */
export function sharedNumbers(length: number): Uint32Array {
  const bytes = length * Uint32Array.BYTES_PER_ELEMENT;
  return new Uint32Array(bytes < LEAST_SHARED_BYTES ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes));
}

/** Adds terms, each once. */
export class TermBuilder {
  readonly #kinds = new Kinds();
  #texts: Buffer = Buffer.allocUnsafeSlow(FIRST.bytes);
  readonly #ends = new GrowingNumbers();
  readonly #kindsOfTerms = new GrowingNumbers();
  readonly #index = new TermIndex();

  get count(): number {
    return this.#ends.length;
  }

  /** The number of a term, which is added if it is new. */
  add(term: BoundTerm): number {
    const sought = encode(term.value);
    const kind = this.#kinds.numberOf(term);
    const hash = hashOf(sought.bytes, sought.length);
    const known = this.#index.find(hash, (number) => this.#is(number, kind, sought));
    if (known !== undefined) return known;
    const number = this.count;
    const start = this.#startOf(number);
    const end = start + sought.length;
    if (end > this.#texts.length) this.#texts = grownBytes(this.#texts, end);
    this.#texts.set(sought.bytes.subarray(0, sought.length), start);
    this.#ends.push(end);
    this.#kindsOfTerms.push(kind);
    this.#index.add(hash);
    return number;
  }

  /** What there is, as it is now. */
  finish(): TermColumns {
    const texts = sharedBytes(this.#startOf(this.count));
    texts.set(this.#texts.subarray(0, texts.length));
    const [ends, kindsOfTerms] = [sharedNumbers(this.count), sharedNumbers(this.count)];
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

/** Reads one part. Its index is made when a term is first looked for, and is shared by all tables that have the part. */
class PartReader {
  readonly length: number;
  readonly #columns: TermColumns;
  readonly #texts: Buffer;
  readonly #kinds: Kinds;
  #index: TermIndex | null = null;

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

  /** The numbers of IRIs that are sought. */
  numbersOf(sought: SoughtIris): number[] {
    const { ends, kindsOfTerms, kinds } = this.#columns;
    const isIri = kinds.map(({ type }) => type === 'uri');
    const found: number[] = [];
    let start = 0;
    for (let number = 0; number < ends.length; number++) {
      const end = ends[number]!;
      if (isIri[kindsOfTerms[number]!]! && sought.take(this.#texts, start, end)) found.push(number);
      start = end;
    }
    return found;
  }

  /** The same of this part, by its own numbers. */
  *beyondXml(): Generator<number> {
    const { ends, kindsOfTerms, kinds } = this.#columns;
    const isLiteral = kinds.map(({ type }) => type === 'literal');
    let start = 0;
    for (let number = 0; number < ends.length; number++) {
      const end = ends[number]!;
      if (isLiteral[kindsOfTerms[number]!]! && hasNonXmlBytes(this.#texts, start, end)) yield number;
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
    const index = new TermIndex(this.length);
    const { ends } = this.#columns;
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

/** Numbers, which count up from 0, by hashes: open addressing, at most two thirds full. */
class TermIndex {
  /** Numbers counted from 1; 0 for an empty place. */
  #places: Uint32Array;
  readonly #hashes: GrowingNumbers;

  /** @param expected how many numbers there will be, where that is known */
  constructor(expected = FIRST.terms) {
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

/** Kinds, each once, by number. */
class Kinds {
  readonly list: TermKind[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(known: readonly TermKind[] = []) {
    for (const kind of known) this.numberOf(kind);
  }

  find(term: TermKind): number | undefined {
    return this.#numbers.get(keyOfKind(term));
  }

  numberOf(term: TermKind): number {
    const key = keyOfKind(term);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      const { type, datatype, 'xml:lang': language } = term;
      const kind = {
        type,
        ...(datatype === undefined ? {} : { datatype }),
        ...(language === undefined ? {} : { 'xml:lang': language }),
      };
      number = this.list.push(kind) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }
}

function keyOfKind({ type, datatype, 'xml:lang': language }: TermKind): string {
  return datatype === undefined && language === undefined ? type : `${type} ${language ?? ''} ${datatype ?? ''}`;
}

interface Encoded {
  readonly bytes: Uint8Array;
  readonly length: number;
}

/** What is looked for, in UTF-8: one memory for all. */
let scratch = Buffer.allocUnsafeSlow(1024);

/** Holds until the next call. */
function encode(text: string): Encoded {
  // A unit of UTF-16 is three bytes at most.
  if (text.length * 3 > scratch.length) scratch = Buffer.allocUnsafeSlow(text.length * 6);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return { bytes: scratch, length: scratch.write(text) };
    scratch[i] = code;
  }
  return { bytes: scratch, length: text.length };
}

function hashOf(bytes: Uint8Array, end: number, start = 0): number {
  let hash = FNV_OFFSET;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, FNV_PRIME);
  // FNV's low bits alone are poor for a table of a power of 2.
  return (hash ^ (hash >>> 15)) >>> 0;
}

function grownBytes(bytes: Buffer, least: number): Buffer {
  const grown = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, least));
  bytes.copy(grown);
  return grown;
}
