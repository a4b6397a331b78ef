import type { BoundTerm } from '../rdf/rows.ts';

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

/** What is shorter is not shared but copied, which takes less. */
const LEAST_SHARED_BYTES = 64 * 1024;

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
export function joinParts(parts: readonly TermColumns[]): TermColumns {
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
export function sharedBytes(length: number): Uint8Array {
  return length < LEAST_SHARED_BYTES ? new Uint8Array(length) : new Uint8Array(new SharedArrayBuffer(length));
}

/** Numbers that threads share. */
export function sharedNumbers(length: number): Uint32Array {
  const bytes = length * Uint32Array.BYTES_PER_ELEMENT;
  return new Uint32Array(bytes < LEAST_SHARED_BYTES ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes));
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
