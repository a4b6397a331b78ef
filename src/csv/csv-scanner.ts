import { joinBytes } from '../join-bytes.ts';

const QUOTE = 0x22;
const RETURN = 0x0d;
const NEW_LINE = 0x0a;

/** Characters of a value that a message shows, and bytes that they may have. */
const SHOWN_LENGTH = 100;
const SHOWN_BYTES = 4 * SHOWN_LENGTH;
const NOTHING = new Uint8Array(0);

/** What a record was found out to be. */
export type CsvStep = 'record' | 'blank' | 'more';

/** What makes a record malformed, and where. */
export interface CsvFault {
  readonly line: number;
  readonly message: string;
}

/** The ends of records that CSV knows. The first one outside of quotes is that of the whole file; where it is `\n`, `\r\n` is one, too. */
export type RecordEnd = '\r\n' | '\n' | '\r';

/** Bytes of the end of a record at a place outside of quotes; 0 when there is none. */
export function lengthOfEnd(bytes: Uint8Array, at: number, recordEnd: RecordEnd): number {
  const first = bytes[at];
  if (recordEnd === '\r') return first === RETURN ? 1 : 0;
  if (first === RETURN && bytes[at + 1] === NEW_LINE) return 2;
  return recordEnd === '\n' && first === NEW_LINE ? 1 : 0;
}

/**
 * Finds the records and cells of CSV in bytes that come in pieces, in one pass (RFC 4180). A record that is malformed ends where it would
 * end without its fault: a quote within quotes that ends no cell is part of the cell.
 */
export class CsvScanner {
  /** The first fault of the record. */
  fault: CsvFault | null = null;
  /** Place behind the record, in the piece at hand. */
  at = 0;
  /** Line on which the record begins, from 1. */
  recordLine = 1;
  /** Cells of each record; null until it is known. */
  expected: number | null = null;
  /** Places of the cells in the piece at hand, without quotes; each that is escaped has quotes that stand for one. */
  readonly cells: { start: number; end: number; isEscaped: boolean }[] = [];
  cellCount = 0;
  recordEnd: RecordEnd | null;

  #delimiter: Uint8Array;
  /** Bytes that have to be there to tell what a byte means. */
  #ahead: number;
  /** 1 for bytes that may end something. */
  readonly #isSpecial = new Uint8Array(256);
  #bytes: Uint8Array = NOTHING;
  #isLast = false;
  #line: number;
  /** The byte before was the end of a line. */
  #isBehindLine = false;
  #isQuoting = false;
  #wasQuoted = false;
  #isEscaped = false;
  /** Place of the cell's content, in the piece at hand; below 0 when it began in one before. */
  #start = 0;
  /** The first bytes of that content, when it stands in pieces before. */
  #before: Uint8Array = NOTHING;

  /** @param line of the first byte, from 1 */
  constructor(delimiter: string, recordEnd: RecordEnd | null = null, line = 1) {
    this.#delimiter = new TextEncoder().encode(delimiter);
    this.#ahead = Math.max(this.#delimiter.length, 2);
    for (const byte of [QUOTE, RETURN, NEW_LINE, this.#delimiter[0]!]) this.#isSpecial[byte] = 1;
    this.recordEnd = recordEnd;
    this.recordLine = line;
    this.#line = line;
  }

  /** Has cells end with another delimiter from the next record on. */
  separateBy(delimiter: string): void {
    this.#isSpecial[this.#delimiter[0]!] = 0;
    this.#delimiter = new TextEncoder().encode(delimiter);
    this.#ahead = Math.max(this.#delimiter.length, 2);
    for (const byte of [QUOTE, RETURN, NEW_LINE, this.#delimiter[0]!]) this.#isSpecial[byte] = 1;
  }

  /** Line of the next byte. */
  get line(): number {
    return this.#line + (this.#isBehindLine ? 1 : 0);
  }

  /** Takes the next piece; it begins with those bytes of the one before that were not looked at. */
  take(bytes: Uint8Array, isLast: boolean): void {
    const { at } = this;
    this.#before = this.#shown();
    this.#bytes = bytes;
    this.#isLast = isLast;
    this.#start -= at;
    this.at = 0;
  }

  /** Goes on to the end of the next record or blank line; `more` when the piece does not have it, or nothing is left. */
  next(): CsvStep {
    const limit = this.#isLast ? this.#bytes.length : this.#bytes.length - this.#ahead;
    for (; this.at < limit; this.at++) {
      const byte = this.#bytes[this.at]!;
      if (this.#isBehindLine) {
        this.#line++;
        this.#isBehindLine = false;
      }
      if (this.#isSpecial[byte] === 0) continue;
      if (byte === NEW_LINE || (byte === RETURN && this.#bytes[this.at + 1] !== NEW_LINE)) this.#isBehindLine = true;
      const step = this.#isQuoting ? this.#readQuoted(byte) : this.#readPlain(byte);
      if (step !== null) return step;
    }
    return this.#isLast && this.at === this.#bytes.length ? this.#finish() : 'more';
  }

  #readQuoted(byte: number): null {
    if (byte !== QUOTE) return null;
    const behind = this.at + 1;
    if (this.#bytes[behind] === QUOTE) {
      this.#isEscaped = true;
      this.at++;
    } else if (behind === this.#bytes.length || this.#isDelimiter(behind) || this.#lengthOfEnd(behind) > 0) {
      this.#isQuoting = false;
      this.#wasQuoted = true;
    } else {
      this.#fail(() => {
        const got = String.fromCharCode(this.#bytes[behind]!);
        return `Invalid Closing Quote: got "${got}" at line ${this.#line} instead of delimiter, record delimiter, trimable character (if activated) or comment`;
      });
    }
    return null;
  }

  #readPlain(byte: number): CsvStep | null {
    const length = this.at - this.#start;
    if (byte === QUOTE) {
      if (length > 0) {
        this.#fail(() => {
          const value = new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#shown()).slice(0, SHOWN_LENGTH);
          return `Invalid Opening Quote: a quote is found on field ${this.cellCount} at line ${this.#line}, value is ${JSON.stringify(value)}`;
        });
      } else {
        this.#isQuoting = true;
        this.#start = this.at + 1;
      }
      return null;
    }
    const endLength = this.#lengthOfEnd(this.at);
    if (endLength > 0) {
      const isBlank = this.cellCount === 0 && length === 0 && !this.#wasQuoted;
      if (!isBlank) this.#closeCell();
      this.at += endLength;
      this.#isBehindLine = true;
      return isBlank ? this.#endBlank() : this.#endRecord();
    }
    if (this.#isDelimiter(this.at)) {
      this.#closeCell();
      this.at += this.#delimiter.length - 1;
      this.#start = this.at + 1;
    }
    return null;
  }

  /** What the end of the bytes makes of the open record. */
  #finish(): CsvStep {
    const isOpen = this.cellCount > 0 || this.at > this.#start || this.#wasQuoted || this.#isQuoting;
    if (!isOpen) return 'more';
    if (this.#isQuoting)
      this.#fail(() => `Quote Not Closed: the parsing is finished with an opening quote at line ${this.#line}`);
    else this.#closeCell();
    return this.#endRecord();
  }

  #closeCell(): void {
    const cell = (this.cells[this.cellCount] ??= { start: 0, end: 0, isEscaped: false });
    cell.start = this.#start;
    cell.end = this.#wasQuoted ? this.at - 1 : this.at;
    cell.isEscaped = this.#isEscaped;
    this.cellCount++;
    this.#isEscaped = false;
    this.#wasQuoted = false;
    this.#before = NOTHING;
  }

  #endBlank(): CsvStep {
    this.#start = this.at;
    this.recordLine = this.line;
    return 'blank';
  }

  #endRecord(): CsvStep {
    const { cellCount, expected } = this;
    if (expected !== null && cellCount !== expected)
      this.#fail(() => `Invalid Record Length: expect ${expected}, got ${cellCount} on line ${this.#line}`);
    this.#isQuoting = false;
    this.#start = this.at;
    return 'record';
  }

  /** Forgets the record that was found, before the next one is looked for. */
  startRecord(): void {
    this.fault = null;
    this.cellCount = 0;
    this.recordLine = this.line;
  }

  /** The first bytes of the open cell. */
  #shown(): Uint8Array {
    const here = this.#bytes.subarray(Math.max(0, this.#start), this.at);
    const missing = SHOWN_BYTES - this.#before.length;
    return missing <= 0 || here.length === 0 ? this.#before : joinBytes([this.#before, here.subarray(0, missing)]);
  }

  /** @param say what is wrong. It is asked for the first fault of a record only: a record can have one at every byte */
  #fail(say: () => string): void {
    this.fault ??= { line: this.#line, message: `${say()}.` };
  }

  #isDelimiter(at: number): boolean {
    return this.#delimiter.every((byte, i) => this.#bytes[at + i] === byte);
  }

  /** Of the end of a record at this place; 0 when there is none. */
  #lengthOfEnd(at: number): number {
    const [first, second] = [this.#bytes[at], this.#bytes[at + 1]];
    if (first !== RETURN && first !== NEW_LINE) return 0;
    this.recordEnd ??= first === NEW_LINE ? '\n' : second === NEW_LINE ? '\r\n' : '\r';
    return lengthOfEnd(this.#bytes, at, this.recordEnd);
  }
}
