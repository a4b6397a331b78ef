import type { KeyTable } from './keys.ts';

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
  readonly resolved: ReadonlyMap<number, readonly number[]>;
  /** Keys outside the root's `@semantic`, in order of first appearance. */
  readonly dataKeys: readonly number[];
  /** The root's own `@semantic` members: byte offsets of the key's quote and behind the value, in pairs. */
  readonly semanticSpans: readonly number[];
  /** Byte offset of the text: behind a byte order mark. */
  readonly textStart: number;
  /** Byte offset of the first byte of the root value. */
  readonly rootStart: number;
}
