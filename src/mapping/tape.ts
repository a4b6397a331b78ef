import type { KeyTable } from './keys.ts';

/** What an entry of the tape is. Scalars are below `OBJECT`. */
export const NULL = 0;
export const TRUE = 1;
export const FALSE = 2;
/** A number without `.` and exponent. */
export const INTEGER = 3;
/** A number with `.` and no exponent. */
export const DECIMAL = 4;
/** A number with an exponent. */
export const DOUBLE = 5;
export const STRING = 6;
export const OBJECT = 7;
export const ARRAY = 8;
export const KEY = 9;

/** What a string holds beside plain ASCII. */
export const ESCAPED = 1;
export const NON_ASCII = 2;
/** U+007F, U+FFFE or U+FFFF written out: characters that writers escape or replace. */
export const UNUSUAL = 4;
/** Escapes that N-Triples does not write alike: all but `\"`, `\\`, `\n`, `\r` and `\t`. */
export const CODED = 8;

/** Numbers of an entry of the tape: kind, start, end, extra. */
export const STRIDE = 4;

/** Containers within containers; the root is level 1 (`mapping.md §7`). */
export const MAX_DEPTH = 128;

/**
 * A JSON text as offsets into its bytes. Entries stand in document order, `STRIDE` numbers each:
 *
 * | kind | start | end | extra |
 * |---|---|---|---|
 * | scalar | first byte (strings: behind the quote) | behind the last byte | flags of a string |
 * | KEY | as a string | as a string | id in the key table |
 * | OBJECT, ARRAY | its bracket | number of members or items | index of the entry behind it |
 */
export interface Tape {
  readonly bytes: Uint8Array;
  readonly entries: Int32Array;
  readonly keys: KeyTable;
  /** Objects with equal keys: entry -> indexes of the key entries that count, at the place of the first. */
  readonly resolved: ReadonlyMap<number, Int32Array>;
  /** Keys outside the root's `@semantic`, in order of first appearance. */
  readonly dataKeys: readonly number[];
  /** The root's own `@semantic` members: byte offsets of the key's quote and behind the value, in pairs. */
  readonly semanticSpans: readonly number[];
  /** Byte offset of the text: behind a byte order mark. */
  readonly textStart: number;
  /** Byte offset of the first byte of the root value. */
  readonly rootStart: number;
}

/** The root's member that is not data. */
export const SEMANTIC_KEY = '@semantic';

/** The index of the entry behind a value. */
export function nextValue(entries: Int32Array, value: number): number {
  const kind = entries[value]!;
  return kind === OBJECT || kind === ARRAY ? entries[value + 3]! : value + STRIDE;
}
