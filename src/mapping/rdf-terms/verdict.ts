/** What a datatype makes of a value, as bits; 0 where the value does not fit. */
export type Verdict = number;

export const UNFIT: Verdict = 0;
/** The value is in the lexical space, perhaps after a lossless repair. */
export const FITS = 1;
/** The lexical form is another text than the value's: `repair` writes it. */
export const REPAIRED = 2;
/** Turtle reads the lexical form back without quotes. */
export const BARE = 4;
/** The literal is of another datatype than the one that was asked, with a warning. */
export const INSTEAD = 8;

/** In place of a verdict: the value has to be read. */
export const READ = 0xff;

/** Reads texts in place, byte by byte. */
export interface TextReader {
  read(bytes: Uint8Array, start: number, end: number): Verdict;
  /**
   * Writes the lexical form of a text with the verdict `REPAIRED`; answers where it ends.
   *
   * @param out has room from `at` on for `MOST_REPAIRED` bytes more than the text has
   */
  repair(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number;
}

/** Bytes by which a repair may lengthen a text: an exponent is written out. */
export const MOST_REPAIRED = 40;
