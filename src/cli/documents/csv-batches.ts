import { isUtf8 } from 'node:buffer';
import { joinBytes } from '../../join-bytes.ts';
import type { Batch, CsvTable, Failure, ReadOptions, Slotted } from './batch.ts';
import type { CsvMarks } from '../../csv/csv-marks.ts';
import { otherDelimiter } from '../../csv/other-delimiter.ts';
import { readRecords } from '../../csv/read-records.ts';
import { CsvScanner } from '../../csv/csv-scanner.ts';
import { sayRepeatedColumn } from '../../csv/repeated-column.ts';
import { separatorNamedBy } from '../../csv/separator-line.ts';
import { NOT_UTF8, trimRecord } from './csv-rows.ts';
import { MAX_DOCUMENT_BYTES, tooLong } from './document-length.ts';
import { inUtf8 } from '../shared/in-utf8.ts';

/**
 * The records of a CSV file in batches, a document each. The first record that is not malformed is the header. With `keepsGoing`, a record
 * that is malformed is a failure in its place. A line `sep=;` before the header names the delimiter.
 */
export async function* readCsv(
  file: string,
  source: AsyncIterable<Uint8Array>,
  slot: number,
  { marks: given, keepsGoing }: ReadOptions,
): AsyncGenerator<Slotted> {
  const scanner = new CsvScanner(given.delimiter);
  const records = new OpenRecords();
  let marks = given;
  let isNamed = false;
  let table: CsvTable | null = null;
  const batchOf = ({ bytes, firstLine, firstByte, slots }: Whole): Slotted => {
    const batch: Batch = { file, layout: 'rows', bytes, firstSlot: slot, firstLine, firstByte, table: table! };
    slot += slots;
    return { batch, slots };
  };
  // Of the piece at hand.
  let offset = 0;
  const text = inUtf8(source, (markBytes) => (offset = markBytes));
  for await (const { bytes, isLast } of withLookAhead(text, scanner)) {
    scanner.take(bytes, isLast);
    records.take(bytes, offset);
    for (let step = scanner.next(); step !== 'more'; step = scanner.next()) {
      if (step === 'blank') {
        records.skipBlank(scanner);
        continue;
      }
      const { fault } = scanner;
      if (fault !== null) {
        const { before, dropped } = records.dropLast(scanner);
        if (before !== null) yield batchOf(before);
        yield {
          ...dropped,
          failure: failureOf(file, fault.line, { ...fault, code: 'malformed-csv' }),
          endsInput: !keepsGoing,
        };
        if (!keepsGoing) return;
      } else if (table === null) {
        const header = records.takeHeader(scanner);
        const named = scanner.recordLine === 1 ? separatorNamedBy(header.text) : null;
        if (named !== null) {
          marks = { ...marks, delimiter: named };
          isNamed = true;
          scanner.separateBy(named);
          scanner.startRecord();
          continue;
        }
        const columns = headerOf(header.text, marks);
        const other = isNamed ? null : otherDelimiter(columns, marks.delimiter);
        const unfit =
          faultOfHeader(header.text, columns) ??
          (other === null ? null : { code: 'malformed-csv' as const, message: other });
        if (unfit !== null)
          return yield { ...header, failure: failureOf(file, scanner.recordLine, unfit), endsInput: true };
        scanner.expected = columns.length;
        table = { marks, recordEnd: scanner.recordEnd ?? '\n', columns };
      } else records.addLast(scanner);
      scanner.startRecord();
    }
    const whole = records.takeWhole(scanner);
    if (whole !== null) yield batchOf(whole);
    offset += scanner.at;
    if (records.openBytes > MAX_DOCUMENT_BYTES) {
      const failure = tooLong(file, scanner.recordLine);
      return yield { failure, text: null, offset: records.firstByte, endsInput: true };
    }
  }
}

/** Whole records that stand together, with the number of documents that they are. */
interface Whole {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly firstLine: number;
  readonly firstByte: number;
  readonly slots: number;
}

/** A record that is taken out, without its end, and its offset in the input. */
interface Taken {
  readonly text: Uint8Array;
  readonly offset: number;
}

/** The bytes that are not handed over yet: whole records, and the one that has no end so far. */
class OpenRecords {
  /** Bytes of pieces before the one at hand. */
  openBytes = 0;
  /** Offset of the first byte in the input. */
  firstByte = 0;
  readonly #open: Uint8Array[] = [];
  #bytes: Uint8Array = new Uint8Array(0);
  /** Of the piece at hand in the input. */
  #offset = 0;
  #from = 0;
  /** Place behind the last whole record, and the line there. */
  #to = 0;
  #toLine = 1;
  #firstLine = 1;
  #slots = 0;

  /** @param offset of the piece in the input */
  take(bytes: Uint8Array, offset: number): void {
    if (this.#open.length === 0) this.firstByte = offset;
    this.#bytes = bytes;
    this.#offset = offset;
    this.#from = 0;
    this.#to = 0;
  }

  /** Keeps no blank lines before the first record. */
  skipBlank(scanner: CsvScanner): void {
    if (this.#slots === 0) this.#restart(scanner);
  }

  /** The record that has ended is one more. */
  addLast({ at, line }: CsvScanner): void {
    this.#slots++;
    this.#to = at;
    this.#toLine = line;
  }

  /** The first record. */
  takeHeader(scanner: CsvScanner): Taken {
    return this.dropLast(scanner).dropped;
  }

  /** The record that has ended, which is left out, and the records before it; null when there are none. */
  dropLast(scanner: CsvScanner): { readonly before: Whole | null; readonly dropped: Taken } {
    const before = this.#slots === 0 ? null : this.#whole();
    // Whole records end in the piece at hand, or were handed over.
    const bytes =
      before === null
        ? joinBytes([...this.#open, this.#bytes.subarray(this.#from, scanner.at)])
        : this.#bytes.slice(this.#to, scanner.at);
    const offset = before === null ? this.firstByte : this.#offset + this.#to;
    const { text, skipped } = trimRecord(bytes, scanner.recordEnd ?? '\n');
    this.#restart(scanner);
    return { before, dropped: { text, offset: offset + skipped } };
  }

  /** All whole records; null when there are none. What is open stays. */
  takeWhole({ at }: CsvScanner): Whole | null {
    const whole = this.#slots === 0 ? null : this.#whole();
    if (whole !== null) {
      this.#open.length = 0;
      this.openBytes = 0;
      this.#from = this.#to;
      this.#firstLine = this.#toLine;
      this.firstByte = this.#offset + this.#to;
      this.#slots = 0;
    }
    if (at > this.#from) this.#open.push(this.#bytes.slice(this.#from, at));
    this.openBytes += at - this.#from;
    return whole;
  }

  #whole(): Whole {
    const bytes = joinBytes([...this.#open, this.#bytes.subarray(this.#from, this.#to)]);
    return { bytes, firstLine: this.#firstLine, firstByte: this.firstByte, slots: this.#slots };
  }

  #restart({ at, line }: CsvScanner): void {
    this.#open.length = 0;
    this.openBytes = 0;
    this.#from = at;
    this.#to = at;
    this.firstByte = this.#offset + at;
    this.#firstLine = line;
    this.#toLine = line;
    this.#slots = 0;
  }
}

/** The pieces of a source, each with the bytes of the one before that the scanner did not look at. */
async function* withLookAhead(
  source: AsyncIterable<Uint8Array>,
  scanner: CsvScanner,
): AsyncGenerator<{ readonly bytes: Uint8Array; readonly isLast: boolean }> {
  let bytes: Uint8Array = new Uint8Array(0);
  for await (const piece of source) {
    bytes = bytes.length === 0 ? piece : joinBytes([bytes, piece]);
    yield { bytes, isLast: false };
    bytes = bytes.subarray(scanner.at);
  }
  yield { bytes, isLast: true };
}

function headerOf(record: Uint8Array, { delimiter }: CsvMarks): readonly string[] {
  const [first] = readRecords(record, new CsvScanner(delimiter));
  return first!.cells;
}

/** What keeps a record from being the header; null for nothing. */
function faultOfHeader(record: Uint8Array, columns: readonly string[]): Pick<Failure, 'code' | 'message'> | null {
  if (!isUtf8(record)) return NOT_UTF8;
  const message = sayRepeatedColumn(columns);
  return message === null ? null : { code: 'malformed-csv', message };
}

function failureOf(file: string, line: number, { code, message }: Pick<Failure, 'code' | 'message'>): Failure {
  return { file, line, column: null, code, message, details: {} };
}
