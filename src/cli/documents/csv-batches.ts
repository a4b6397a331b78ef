import { Readable } from 'node:stream';
import { CsvError, parse, type Info } from 'csv-parse';
import { XSD } from '../../rdf/namespaces.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import type { Batch, Failure, ReadOptions, Slotted } from './batch.ts';

/** Bytes of JSON in a batch, about. */
const BATCH_LENGTH = 256 * 1024;

/** How a cell of a column becomes the value of its key. */
type CellWriter = (cell: string) => string;

/** The rows of a CSV file as documents, a line each: the header names their keys, empty cells are left out. */
export async function* readCsv(
  file: string,
  source: AsyncIterable<Uint8Array>,
  slot: number,
  { delimiter, keepsGoing }: ReadOptions,
  lexicon: Lexicon,
): AsyncGenerator<Slotted> {
  const failures: Failure[] = [];
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    skip_empty_lines: true,
    skip_records_with_error: keepsGoing,
  });
  parser.on('skip', (error: CsvError) => failures.push(failureOf(file, error)));
  const bytes = Readable.from(source, { objectMode: false });
  bytes.on('error', (error) => parser.destroy(error));
  bytes.pipe(parser);

  let columns: Array<readonly [name: string, write: CellWriter]> | null = null;
  let rows: string[] = [];
  let lines: number[] = [];
  let length = 0;
  const take = (): Slotted => {
    const batch: Batch = {
      file,
      layout: 'lines',
      firstSlot: slot,
      firstLine: lines[0]!,
      lines,
      bytes: new TextEncoder().encode(rows.join('\n')),
    };
    const slots = rows.length;
    slot += slots;
    [rows, lines, length] = [[], [], 0];
    return { batch, slots };
  };
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      if (columns === null) {
        const names = new Set<string>();
        const twice = record.find((name) => names.size === names.add(name).size);
        if (twice !== undefined)
          return yield { failure: invalid(file, 1, `Two columns have the name ${JSON.stringify(twice)}.`) };
        columns = record.map((name) => [JSON.stringify(name), cellWriterOf(name, lexicon)] as const);
        continue;
      }
      const row = rowOf(record, columns);
      rows.push(row);
      lines.push(info.lines - linesIn(record));
      length += row.length;
      if (failures.length > 0) {
        yield take();
        for (const failure of failures.splice(0)) yield { failure };
      } else if (length > BATCH_LENGTH) yield take();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    failures.push(failureOf(file, error));
  }
  if (rows.length > 0) yield take();
  for (const failure of failures) yield { failure };
}

/** The row as JSON. Written by hand, for `JSON.stringify` would round numbers. */
function rowOf(record: readonly string[], columns: ReadonlyArray<readonly [name: string, write: CellWriter]>): string {
  let members = '';
  columns.forEach(([name, write], i) => {
    const cell = record[i]!;
    if (cell !== '') members += `${members === '' ? '' : ','}${name}:${write(cell)}`;
  });
  return `{${members}}`;
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

/** The line ends within the cells: the parser gives the line where a row ends. */
function linesIn(record: readonly string[]): number {
  let count = 0;
  for (const cell of record) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++;
  return count;
}

function failureOf(file: string, error: CsvError): Failure {
  return invalid(file, typeof error['lines'] === 'number' ? error['lines'] : null, `${error.message}.`);
}

function invalid(file: string, line: number | null, message: string): Failure {
  return { file, line, column: null, code: 'malformed-csv', message: withOneStop(message), details: {} };
}

/** The message with one full stop at its end, where the parser's own has one and this sentence another. */
function withOneStop(message: string): string {
  let end = message.length;
  while (message[end - 1] === '.' && message[end - 2] === '.') end--;
  return message.slice(0, end);
}
