import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { XSD } from '../../rdf/namespaces.ts';
import type { CsvTable } from './batch.ts';
import { CsvScanner } from '../../csv/csv-scanner.ts';
import { readRecords } from '../../csv/read-records.ts';

/** How a cell of a column becomes the value of its key. */
type CellWriter = (cell: string) => string;

/** A row as a document: a JSON object, with the line of the input on which it begins. */
export interface CsvRow {
  readonly document: Uint8Array;
  readonly line: number;
}

/**
 * The rows of whole records that are not malformed: the header names their keys, empty cells are left out.
 *
 * @param firstLine of the bytes
 */
export function* readRows(
  bytes: Uint8Array,
  { delimiter, recordEnd, columns }: CsvTable,
  firstLine: number,
  lexicon: Lexicon,
): Generator<CsvRow> {
  const writers = columns.map((name) => [JSON.stringify(name), cellWriterOf(name, lexicon)] as const);
  const encoder = new TextEncoder();
  for (const { cells, line } of readRecords(bytes, new CsvScanner(delimiter, recordEnd, firstLine))) {
    let members = '';
    writers.forEach(([name, write], i) => {
      const cell = cells[i]!;
      // Written by hand, for `JSON.stringify` would round numbers.
      if (cell !== '') members += `${members === '' ? '' : ','}${name}:${write(cell)}`;
    });
    yield { document: encoder.encode(`{${members}}`), line };
  }
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
