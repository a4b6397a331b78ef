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
/** How many kinds there are: a factor that keeps them apart. */
export const KINDS = 10;

/** What a string holds besides plain ASCII. */
export const ESCAPED = 1;
export const NON_ASCII = 2;
/** U+007F, U+FFFE or U+FFFF written out: characters that writers escape or replace. */
export const UNUSUAL = 4;
/** Escapes that N-Triples does not write alike: all but `\"`, `\\`, `\n`, `\r` and `\t`. */
export const CODED = 8;

/** Numbers of an entry of the tape: kind, start, end, extra. */
export const STRIDE = 4;

/** The index of the entry behind a value. */
export function nextValue(entries: Int32Array, value: number): number {
  const kind = entries[value]!;
  return kind === OBJECT || kind === ARRAY ? entries[value + 3]! : value + STRIDE;
}
