import type { BoundTerm } from '../rdf/rows.ts';

/** What a term is besides its text. */
export type TermKind = Omit<BoundTerm, 'value'>;

/** Numbers below a count that is known, each in as many bytes as that needs (`sharedNumbersBelow`). */
export type SmallNumbers = Uint8Array | Uint16Array | Uint32Array;

/** Terms as bytes, none of them an object: threads share them. */
export interface TermColumns {
  /** The texts of all terms in UTF-8, one behind the other. */
  readonly texts: Uint8Array;
  /** Of each term, where its text ends and the next one begins. */
  readonly ends: Uint32Array;
  /** Of each term, its place among the kinds. */
  readonly kindsOfTerms: SmallNumbers;
  readonly kinds: readonly TermKind[];
}

/** What is shorter is not shared but copied, which takes less. */
const LEAST_SHARED_BYTES = 64 * 1024;

/** What parts are as one, in pieces that follow each other. Of the first part, which is large, nothing is copied. */
export interface TermPieces {
  readonly texts: readonly Uint8Array[];
  readonly ends: readonly Uint32Array[];
  readonly kindsOfTerms: readonly SmallNumbers[];
  readonly kinds: readonly TermKind[];
}

export function piecesOf(parts: readonly TermColumns[]): TermPieces {
  const kinds = new Kinds();
  const numbersOfParts = parts.map((part) => part.kinds.map((kind) => kinds.numberOf(kind)));
  const pieces = { texts: [] as Uint8Array[], ends: [] as Uint32Array[], kindsOfTerms: [] as SmallNumbers[] };
  let bytes = 0;
  for (const [at, part] of parts.entries()) {
    const isFirst = at === 0;
    const before = bytes;
    pieces.texts.push(part.texts.subarray(0, lengthOf(part)));
    pieces.ends.push(isFirst ? part.ends : part.ends.map((end) => before + end));
    pieces.kindsOfTerms.push(renumbered(part.kindsOfTerms, numbersOfParts[at]!, kinds.list.length));
    bytes += lengthOf(part);
  }
  return { ...pieces, kinds: kinds.list };
}

/**
 * Numbers as those of a list of so many: the same memory where nothing is another one.
 *
 * @param others of each number, which it becomes; null where none is another one
 */
export function renumbered(numbers: SmallNumbers, others: readonly number[] | null, count: number): SmallNumbers {
  const isSame = others?.every((other, number) => other === number) ?? true;
  if (isSame && numbers.BYTES_PER_ELEMENT === bytesBelow(count)) return numbers;
  const made = sharedNumbersBelow(count, numbers.length);
  for (let at = 0; at < made.length; at++) made[at] = others === null ? numbers[at]! : others[numbers[at]!]!;
  return made;
}

/** Parts as one, in their order. */
export function joinParts(parts: readonly TermColumns[]): TermColumns {
  if (parts.length === 1) return parts[0]!;
  const pieces = piecesOf(parts);
  const lengthOfAll = (columns: ReadonlyArray<{ readonly length: number }>): number =>
    columns.reduce((sum, { length }) => sum + length, 0);
  const texts = sharedBytes(lengthOfAll(pieces.texts));
  const ends = sharedNumbers(lengthOfAll(pieces.ends));
  const kindsOfTerms = sharedNumbersBelow(pieces.kinds.length, ends.length);
  fill(texts, pieces.texts);
  fill(ends, pieces.ends);
  fill(kindsOfTerms, pieces.kindsOfTerms);
  return { texts, ends, kindsOfTerms, kinds: pieces.kinds };
}

function fill(whole: SmallNumbers, pieces: readonly SmallNumbers[]): void {
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
export function sharedBytes(length: number): Uint8Array {
  return length < LEAST_SHARED_BYTES ? new Uint8Array(length) : new Uint8Array(new SharedArrayBuffer(length));
}

/** Numbers that threads share. */
export function sharedNumbers(length: number): Uint32Array {
  const bytes = length * Uint32Array.BYTES_PER_ELEMENT;
  return new Uint32Array(bytes < LEAST_SHARED_BYTES ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes));
}

/** The same of so many numbers below a count. */
export function sharedNumbersBelow(count: number, length: number): SmallNumbers {
  const bytes = bytesBelow(count);
  return smallNumbers(bytes, sharedBytes(length * bytes).buffer, 0, length);
}

/** Numbers that stand in a memory, each of so many bytes. */
export function smallNumbers(bytes: 1 | 2 | 4, memory: ArrayBufferLike, at: number, length: number): SmallNumbers {
  if (bytes === 1) return new Uint8Array(memory, at, length);
  return bytes === 2 ? new Uint16Array(memory, at, length) : new Uint32Array(memory, at, length);
}

/** How many bytes a number below a count takes. */
export function bytesBelow(count: number): 1 | 2 | 4 {
  return count <= 2 ** 8 ? 1 : count <= 2 ** 16 ? 2 : 4;
}

/** Kinds, each once, by number. */
export class Kinds {
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
