import { isUtf8 } from 'node:buffer';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { readMeanings } from '../../mapping/sources/read-meanings.ts';
import type { Source } from '../../mapping/sources/source.ts';
import type { SourceChooser } from '../../mapping/sources/source-chooser.ts';
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
  /** Null for a row whose cells are all empty. */
  readonly document: Uint8Array | null;
  readonly line: number;
  /** What keeps it from being read; null for nothing. */
  readonly fault: RowFault | null;
  /** The record without its end, and the offset of its first byte in the input. */
  readonly text: Uint8Array;
  readonly offset: number;
}

/**
 * The rows of whole records that are not malformed: the header names their keys, empty cells are left out.
 *
 * @param source says what the keys mean; null where their names alone do
 */
export function* readRows(
  { bytes, firstLine, firstByte }: Pick<Batch, 'bytes' | 'firstLine' | 'firstByte'>,
  { marks, recordEnd, columns: names }: CsvTable,
  lexicon: Lexicon,
  source: Source | SourceChooser | null,
): Generator<CsvRow> {
  const columns = columnsOf(names, lexicon, source);
  const writers = columns.map((column) => [JSON.stringify(column.name), cellWriterOf(column, marks)] as const);
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
    const fault = isText || isUtf8(record) ? doubtOfRow(cells, columns, marks) : NOT_UTF8;
    const { text } = trimRecord(record, recordEnd);
    const document = members === '' && fault === null ? null : encoder.encode(`{${members}}`);
    yield { document, line, fault, text, offset: firstByte + from };
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

/** A column, and the datatype of its term; null where it is no term. */
interface Column {
  readonly name: string;
  readonly datatype: string | null;
}

function columnsOf(names: readonly string[], lexicon: Lexicon, source: Source | SourceChooser | null): Column[] {
  const termOf = source === null ? new Map<string, string | null>() : termsBySource(names, lexicon, source);
  return names.map((name) => {
    const term = termOf.has(name) ? termOf.get(name)! : name;
    return { name, datatype: term === null ? null : (lexicon.terms.get(term)?.datatype ?? null) };
  });
}

/** By the column that the source knows, its term; null where it has none. */
function termsBySource(
  names: readonly string[],
  lexicon: Lexicon,
  source: Source | SourceChooser,
): Map<string, string | null> {
  const header = new TextEncoder().encode(`{${names.map((name) => `${JSON.stringify(name)}:null`).join(',')}}`);
  const { keys } = readMeanings(header, lexicon, source);
  return new Map(keys.flatMap(({ key, term }) => (term === undefined ? [] : [[key, term] as const])));
}

/**
 * The datatype of the column's term decides; a column that is not a term has texts. What is no number or boolean is written as a text, too: the
 * conversion says what it is worth.
 */
function cellWriterOf(column: Column, marks: CsvMarks): CellWriter {
  if (isNumeric(column)) return (cell) => numberOfCell(cell, marks) ?? JSON.stringify(cell);
  if (column.datatype !== `${XSD}boolean`) return (cell) => JSON.stringify(cell);
  return (cell) => (/^(?:true|false)$/.test(cell.trim()) ? cell.trim() : JSON.stringify(cell));
}

/** The first number of a row that has another mark than the file. A text of it would be taken for a number with a point. */
function doubtOfRow(cells: readonly string[], columns: readonly Column[], marks: CsvMarks): RowFault | null {
  if (marks.decimal === '.') return null;
  for (const [i, column] of columns.entries()) {
    const message = isNumeric(column) ? doubtOfCell(cells[i]!, marks, column.name) : null;
    if (message !== null) return { code: 'malformed-csv', message, key: column.name };
  }
  return null;
}

function isNumeric({ datatype }: Column): boolean {
  return datatype !== null && NUMERIC.has(datatype);
}
