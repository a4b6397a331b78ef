import { doubtOfCell, numberOfCell, type CsvMarks } from '../../csv/csv-marks.ts';
import { CsvScanner } from '../../csv/csv-scanner.ts';
import { sayRepeatedColumn } from '../../csv/repeated-column.ts';
import { separatorNamedBy } from '../../csv/separator-line.ts';
import { HubError } from '../../errors.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { XSD } from '../../rdf/namespaces.ts';
import type { DocumentKind } from './model.ts';

/** A text as one JSON document. Lines of NDJSON and rows of CSV are the items of its one member, `records`. */
export interface ReadDocument {
  readonly bytes: Uint8Array;
  /** The bytes of the text in which a piece of the document stands. */
  originOf(start: number, end: number): readonly [start: number, end: number];
  /** Whether a byte of the document stands for the end of the text: it closes what the text leaves open. */
  isBehindText(at: number): boolean;
  /** Where a CSV's columns are named; null for the others, whose keys stand in the document. */
  readonly columns: ReadonlyMap<string, readonly [start: number, end: number]> | null;
  /** Of CSV; null for the others. */
  readonly marks: CsvMarks | null;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const OPENING = encoder.encode('{"records":[');
const CLOSING = encoder.encode(']}');
const NEW_LINE = 0x0a;
const COMMA = 0x2c;
const SPACE = 0x20;
/** Of CSV, for the mark of its numbers. */
const LOOKED_AT_BYTES = 64 * 1024;

/** The one document that a text is. @throws HubError `malformed-json` for CSV that is malformed */
export function readDocument(text: Uint8Array, kind: DocumentKind, lexicon: Lexicon): ReadDocument {
  if (kind === 'json')
    return {
      bytes: text,
      originOf: (start, end) => [start, end],
      isBehindText: () => false,
      columns: null,
      marks: null,
    };
  return kind === 'ndjson' ? readLines(text) : readTable(text, lexicon);
}

/** Every byte of a line stands in the document, so that places differ by the opening alone. */
function readLines(text: Uint8Array): ReadDocument {
  const bytes = new Uint8Array(OPENING.length + text.length + CLOSING.length);
  bytes.set(OPENING);
  bytes.set(text, OPENING.length);
  bytes.set(CLOSING, OPENING.length + text.length);
  let ended = -1;
  let hasContent = false;
  for (let at = OPENING.length; at < bytes.length - CLOSING.length; at++) {
    const byte = bytes[at]!;
    if (byte === NEW_LINE) {
      bytes[at] = SPACE;
      if (hasContent) ended = at;
      hasContent = false;
    } else if (byte > SPACE) {
      // A comma stands only between two lines that say something.
      if (!hasContent && ended >= 0) bytes[ended] = COMMA;
      hasContent = true;
    }
  }
  const last = Math.max(0, text.length - 1);
  const inText = (at: number): number => Math.min(Math.max(0, at - OPENING.length), last);
  return {
    bytes,
    originOf: (start, end) => [inText(start), inText(end - 1) + 1],
    isBehindText: (at) => at >= OPENING.length + text.length,
    columns: null,
    marks: null,
  };
}

const TEXTS = new Set(['string', 'anyURI', 'dateTimeStamp', 'dateTime', 'date', 'duration'].map((name) => XSD + name));

/** A column, and what its cells are. */
interface Column {
  readonly name: string;
  readonly json: string;
  readonly isTerm: boolean;
  readonly isText: boolean;
}

/** A row: the byte of the document at which it begins, and its line in the text. */
interface Row {
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** Where in the text stands what begins at a byte of the document. */
function originIn(rows: readonly Row[], length: number): ReadDocument['originOf'] {
  return (start) => {
    let low = 0;
    for (let high = rows.length - 1; low < high;) {
      const middle = (low + high + 1) >> 1;
      if (rows[middle]!.at <= start) low = middle;
      else high = middle - 1;
    }
    const row = rows[low];
    return row === undefined ? [0, Math.min(1, length)] : [row.start, row.end];
  };
}

/** Rows of records; a cell without a value is left out, one that JSON would write so is a number. */
function readTable(text: Uint8Array, lexicon: Lexicon): ReadDocument {
  const named = separatorNamedBy(text);
  const marks = marksOf(text, named);
  const scanner = new CsvScanner(marks.delimiter);
  /** The next record says how cells are separated, and has none. */
  let isSeparatorLine = named !== null;
  const pieces: string[] = [];
  const rows: Row[] = [];
  const columns = new Map<string, readonly [number, number]>();
  let names: readonly Column[] | null = null;
  let written = OPENING.length;
  let from = 0;
  scanner.take(text, true);
  for (let step = scanner.next(); step !== 'more'; step = scanner.next()) {
    if (step === 'blank' || isSeparatorLine) {
      isSeparatorLine = false;
      from = scanner.at;
      if (step === 'record') scanner.startRecord();
      continue;
    }
    if (scanner.fault !== null)
      throw new HubError(
        'malformed-json',
        sayMalformed(scanner, decoder.decode(text.subarray(from, scanner.at)).trim()),
        {
          line: scanner.recordLine,
          column: 1,
          offset: from,
        },
      );
    const cells = scanner.cells.slice(0, scanner.cellCount);
    const texts = cells.map(({ start, end, isEscaped }) => {
      const cell = decoder.decode(text.subarray(start, end));
      return isEscaped ? cell.replaceAll('""', '"') : cell;
    });
    if (names === null) {
      const repeated = sayRepeatedColumn(texts);
      if (repeated !== null)
        throw new HubError('malformed-json', repeated, { line: scanner.recordLine, column: 1, offset: from });
      texts.forEach((name, at) => columns.set(name, [cells[at]!.start, cells[at]!.end]));
      names = texts.map((name) => {
        const datatype = lexicon.terms.get(name)?.datatype;
        const isText = datatype !== undefined && TEXTS.has(datatype);
        return { name, json: JSON.stringify(name), isText, isTerm: datatype !== undefined };
      });
      scanner.expected = names.length;
    } else {
      const members = names.flatMap(({ name, json, isText, isTerm }, at) => {
        const cell = texts[at]!;
        if (cell === '') return [];
        // Written by hand, for JSON.stringify would round numbers.
        // A text of it would be taken for a number with a point.
        const doubt = isTerm && !isText ? doubtOfCell(cell, marks, name) : null;
        if (doubt !== null)
          throw new HubError('malformed-json', doubt, { line: scanner.recordLine, column: 1, offset: from });
        const number = isText ? null : numberOfCell(cell, marks);
        return [`${json}:${number ?? JSON.stringify(cell)}`];
      });
      const row = `${rows.length === 0 ? '' : ','}{${members.join(',')}}`;
      rows.push({ at: written, start: from, end: scanner.at });
      written += encoder.encode(row).length;
      pieces.push(row);
    }
    from = scanner.at;
    scanner.startRecord();
  }
  return {
    bytes: encoder.encode(`{"records":[${pieces.join('')}]}`),
    originOf: originIn(rows, text.length),
    isBehindText: () => false,
    columns,
    marks,
  };
}

/** What is wrong with a record, for people, and what to do about it. @param record its text */
function sayMalformed({ fault, cellCount, expected, recordLine }: CsvScanner, record: string): string {
  const { message } = fault!;
  if (!message.startsWith('Invalid Record Length'))
    return `The CSV is malformed in the record of line ${recordLine}: ${message} A cell with a quote in it stands in double quotes, and has two for each of its own.`;
  const said = `Line ${recordLine} has ${cellCount} ${cellCount === 1 ? 'cell' : 'cells'}; the first line has ${expected}.`;
  if (expected === 1 && numberOfCell(record, { decimal: ',' }) !== null)
    return `${said} Where its comma is that of a number, write the line sep=; above the first.`;
  if (expected === 1)
    return `${said} That has to name the columns: take away what stands above their names. A cell with the separator in it stands in double quotes.`;
  return cellCount > expected! ? `${said} A cell with the separator in it stands in double quotes.` : said;
}

/** The marks that a file is most likely written with, as far as its beginning tells. @param named the delimiter that it names */
function marksOf(text: Uint8Array, named: string | null): CsvMarks {
  const delimiter = named ?? delimiterOf(text);
  if (delimiter === ',') return { delimiter, decimal: '.' };
  const scanner = new CsvScanner(delimiter);
  let [points, commas] = [0, 0];
  scanner.take(text.subarray(0, LOOKED_AT_BYTES), true);
  for (let step = scanner.next(); step !== 'more'; step = scanner.next()) {
    for (const { start, end } of scanner.cells.slice(0, scanner.cellCount)) {
      const cell = decoder.decode(text.subarray(start, end));
      const [withPoint, withComma] = [
        numberOfCell(cell, { decimal: '.' }) !== null,
        numberOfCell(cell, { decimal: ',' }) !== null,
      ];
      if (withPoint && !withComma) points++;
      if (withComma && !withPoint) commas++;
    }
    scanner.startRecord();
  }
  return { delimiter, decimal: commas > points ? ',' : '.' };
}

/** The sign that stands most often in the first line, of those that people use. */
function delimiterOf(text: Uint8Array): string {
  const end = text.indexOf(NEW_LINE);
  const line = decoder.decode(text.subarray(0, end < 0 ? text.length : end));
  const count = (sign: string): number => line.split(sign).length;
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}
