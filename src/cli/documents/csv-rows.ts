import { isUtf8 } from 'node:buffer';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { XSD } from '../../rdf/namespaces.ts';
import type { Batch, CsvTable } from './batch.ts';
import { doubtOfCell, numberOfCell, type CsvMarks } from '../../csv/csv-marks.ts';
import { CsvScanner, lengthOfEnd, type RecordEnd } from '../../csv/csv-scanner.ts';
import { readRecords } from '../../csv/read-records.ts';

/** How a cell of a column becomes the value of its key. */
type CellWriter = (cell: string) => string;

/** What keeps a row from being read. */
export interface RowFault {
  readonly code: 'malformed-csv' | 'not-utf8';
  readonly message: string;
  /** The column of a cell that could mean two things; null where the record itself is at fault. */
  readonly key: string | null;
}

/** Bytes that would become other characters. */
export const NOT_UTF8: RowFault = {
  code: 'not-utf8',
  message: 'The record is not UTF-8. Write the file in UTF-8, or in UTF-16 with a byte order mark.',
  key: null,
};

/** A row as a document: a JSON object, with the line of the input on which it begins. */
export interface CsvRow {
  readonly document: Uint8Array;
  readonly line: number;
  /** What keeps it from being read; null for nothing. */
  readonly fault: RowFault | null;
  /** The record without its end, and the offset of its first byte in the input. */
  readonly text: Uint8Array;
  readonly offset: number;
}

/** The rows of whole records that are not malformed: the header names their keys, empty cells are left out. */
export function* readRows(
  { bytes, firstLine, firstByte }: Pick<Batch, 'bytes' | 'firstLine' | 'firstByte'>,
  { marks, recordEnd, columns }: CsvTable,
  lexicon: Lexicon,
): Generator<CsvRow> {
  const writers = columns.map((name) => [JSON.stringify(name), cellWriterOf(name, marks, lexicon)] as const);
  const encoder = new TextEncoder();
  const isText = isUtf8(bytes);
  for (const { cells, line, from, to } of readRecords(bytes, new CsvScanner(marks.delimiter, recordEnd, firstLine))) {
    let members = '';
    writers.forEach(([name, write], i) => {
      const cell = cells[i]!;
      // Written by hand, for `JSON.stringify` would round numbers.
      if (cell !== '') members += `${members === '' ? '' : ','}${name}:${write(cell)}`;
    });
    const record = bytes.subarray(from, to);
    const fault = isText || isUtf8(record) ? doubtOfRow(cells, { marks, columns }, lexicon) : NOT_UTF8;
    const { text } = trimRecord(record, recordEnd);
    yield { document: encoder.encode(`{${members}}`), line, fault, text, offset: firstByte + from };
  }
}

/** A record without its end and without blank lines before it, and how many bytes these have. */
export function trimRecord(
  record: Uint8Array,
  recordEnd: RecordEnd,
): { readonly text: Uint8Array; readonly skipped: number } {
  let from = 0;
  for (let end = lengthOfEnd(record, from, recordEnd); end > 0; end = lengthOfEnd(record, from, recordEnd)) from += end;
  const behind = [2, 1].find((length) => lengthOfEnd(record, record.length - length, recordEnd) === length) ?? 0;
  return { text: record.subarray(from, Math.max(from, record.length - behind)), skipped: from };
}

const NUMERIC = new Set(
  ['double', 'float', 'decimal', 'integer', 'int', 'long', 'short', 'byte']
    .concat(['nonNegativeInteger', 'positiveInteger', 'nonPositiveInteger', 'negativeInteger'])
    .concat(['unsignedInt', 'unsignedLong', 'unsignedShort', 'unsignedByte'])
    .map((name) => XSD + name),
);

/**
 * The datatype of the column's term decides; a column that is not a term has texts. What is no number or boolean is written as a text, too: the
 * conversion says what it is worth.
 */
function cellWriterOf(name: string, marks: CsvMarks, lexicon: Lexicon): CellWriter {
  if (isNumeric(name, lexicon)) return (cell) => numberOfCell(cell, marks) ?? JSON.stringify(cell);
  if (lexicon.terms.get(name)?.datatype !== `${XSD}boolean`) return (cell) => JSON.stringify(cell);
  return (cell) => (/^(?:true|false)$/.test(cell.trim()) ? cell.trim() : JSON.stringify(cell));
}

/** The first number of a row that has another mark than the file. A text of it would be taken for a number with a point. */
function doubtOfRow(
  cells: readonly string[],
  { marks, columns }: Pick<CsvTable, 'marks' | 'columns'>,
  lexicon: Lexicon,
): RowFault | null {
  if (marks.decimal === '.') return null;
  for (const [i, key] of columns.entries()) {
    const message = isNumeric(key, lexicon) ? doubtOfCell(cells[i]!, marks, key) : null;
    if (message !== null) return { code: 'malformed-csv', message, key };
  }
  return null;
}

function isNumeric(name: string, lexicon: Lexicon): boolean {
  const datatype = lexicon.terms.get(name)?.datatype;
  return datatype !== undefined && NUMERIC.has(datatype);
}
