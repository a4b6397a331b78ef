import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { XSD } from '../../rdf/namespaces.ts';
import type { Batch, CsvTable } from './batch.ts';
import { CsvScanner, type RecordEnd } from '../../csv/csv-scanner.ts';
import { readRecords } from '../../csv/read-records.ts';

/** How a cell of a column becomes the value of its key. */
type CellWriter = (cell: string) => string;

/** A row as a document: a JSON object, with the line of the input on which it begins. */
export interface CsvRow {
  readonly document: Uint8Array;
  readonly line: number;
  /** The record without its end, and the offset of its first byte in the input. */
  readonly text: Uint8Array;
  readonly offset: number;
}

/** The rows of whole records that are not malformed: the header names their keys, empty cells are left out. */
export function* readRows(
  { bytes, firstLine, firstByte }: Pick<Batch, 'bytes' | 'firstLine' | 'firstByte'>,
  { delimiter, recordEnd, columns }: CsvTable,
  lexicon: Lexicon,
): Generator<CsvRow> {
  const writers = columns.map((name) => [JSON.stringify(name), cellWriterOf(name, lexicon)] as const);
  const encoder = new TextEncoder();
  for (const { cells, line, from, to } of readRecords(bytes, new CsvScanner(delimiter, recordEnd, firstLine))) {
    let members = '';
    writers.forEach(([name, write], i) => {
      const cell = cells[i]!;
      // Written by hand, for `JSON.stringify` would round numbers.
      if (cell !== '') members += `${members === '' ? '' : ','}${name}:${write(cell)}`;
    });
    const { text } = trimRecord(bytes.subarray(from, to), recordEnd);
    yield { document: encoder.encode(`{${members}}`), line, text, offset: firstByte + from };
  }
}

/** A record without its end and without blank lines before it, and how many bytes these have. */
export function trimRecord(
  record: Uint8Array,
  recordEnd: RecordEnd,
): { readonly text: Uint8Array; readonly skipped: number } {
  const isEnd = (at: number): boolean => Array.from(recordEnd).every((end, i) => record[at + i] === end.charCodeAt(0));
  let from = 0;
  while (isEnd(from)) from += recordEnd.length;
  const end = record.length - recordEnd.length;
  return { text: record.subarray(from, end >= from && isEnd(end) ? end : record.length), skipped: from };
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NUMERIC = new Set(
  ['double', 'float', 'decimal', 'integer', 'int', 'long', 'short', 'byte']
    .concat(['nonNegativeInteger', 'positiveInteger', 'nonPositiveInteger', 'negativeInteger'])
    .concat(['unsignedInt', 'unsignedLong', 'unsignedShort', 'unsignedByte'])
    .map((name) => XSD + name),
);

/** The datatype of the column's term decides; a column that is not a term has texts. */
function cellWriterOf(name: string, lexicon: Lexicon): CellWriter {
  const datatype = lexicon.terms.get(name)?.datatype;
  if (datatype !== undefined && NUMERIC.has(datatype)) return writeIf(NUMBER);
  return datatype === `${XSD}boolean` ? writeIf(/^(?:true|false)$/) : (cell) => JSON.stringify(cell);
}

/** A cell that JSON would write so is written as it is, another one as a text: the conversion says what it is worth. */
function writeIf(pattern: RegExp): CellWriter {
  return (cell) => {
    const trimmed = cell.trim();
    return pattern.test(trimmed) ? trimmed : JSON.stringify(cell);
  };
}
