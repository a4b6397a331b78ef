import { endianness } from 'node:os';
import type { BoundTerm } from '../../rdf/rows.ts';
import type { TripleColumns } from '../triple-table.ts';
import { STAND_IN } from './version.ts';

/** Another number when the layout changes, or the order of tables: what was written before is not read then. */
const FORMAT = 2;
const NUMBER_BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** What the bytes begin with, as JSON, behind its length. */
interface Header {
  readonly format: number;
  /** Numbers are as the processor has them, so that they are read by looking at them. */
  readonly endianness: string;
  /** How many there are. */
  readonly terms: number;
  readonly subjects: number;
  readonly triples: number;
  readonly properties: readonly string[];
  /** What terms are besides their texts, which each term names by its place here. */
  readonly kinds: readonly Kind[];
}

export type Kind = Omit<BoundTerm, 'value'>;

/**
 * A table as bytes that are read without parsing: the texts of all terms in UTF-8, and the columns as they are in memory. IRIs below the
 * hub's address are written below the one that stands for it in canonical texts.
 *
 * @param baseUrl the hub's address without a slash at its end; null to write IRIs as they are
 */
export function writeTable(
  { terms, properties, subject, starts, property, object }: TripleColumns,
  baseUrl: string | null,
): Uint8Array {
  const move = baseUrl === null ? asItIs : moverOf(baseUrl, STAND_IN);
  const kinds = new Kinds(move);
  const texts = terms.map(({ type, value }) => (type === 'uri' ? move(value) : value));
  const ends = new Uint32Array(terms.length);
  let end = 0;
  for (const [number, text] of texts.entries()) ends[number] = end += Buffer.byteLength(text);
  const kindsOfTerms = Uint32Array.from(terms, (term) => kinds.numberOf(term));
  const header = headerBytes({
    format: FORMAT,
    endianness: endianness(),
    terms: terms.length,
    subjects: subject.length,
    triples: object.length,
    properties: properties.map(move),
    kinds: kinds.list,
  });
  const columns = [ends, kindsOfTerms, subject, starts, property, object];
  const length = columns.reduce((sum, { byteLength }) => sum + byteLength, header.length);
  const bytes = Buffer.allocUnsafeSlow(length + end);
  let at = header.copy(bytes);
  for (const column of columns) at += Buffer.from(column.buffer, column.byteOffset, column.byteLength).copy(bytes, at);
  for (const text of texts) at += bytes.write(text, at);
  return bytes;
}

/** The columns that `writeTable` wrote; null for what it did not write, or where another processor's numbers stand. */
export function readTable(written: Uint8Array, baseUrl: string): TripleColumns | null {
  const table = layOut(written);
  if (table === null) return null;
  const { ends, kindsOfTerms, texts } = table;
  const move = moverOf(STAND_IN, baseUrl);
  const kinds = table.kinds.map((kind) => withMovedDatatype(kind, move));
  const terms: BoundTerm[] = [];
  let start = 0;
  for (const [number, end] of ends.entries()) {
    const kind = kinds[kindsOfTerms[number]!]!;
    const text = texts.toString('utf8', start, end);
    terms.push(termOf(kind, kind.type === 'uri' ? move(text) : text));
    start = end;
  }
  // Copies: the texts need not stay in memory because of the numbers.
  return {
    terms,
    properties: table.properties.map(move),
    subject: table.subject.slice(),
    starts: table.starts.slice(),
    property: table.property.slice(),
    object: table.object.slice(),
  };
}

/** A written table as it stands in its bytes. */
export interface WrittenTable
  extends Pick<Header, 'properties' | 'kinds'>, Omit<TripleColumns, 'terms' | 'properties'> {
  /** Of each term, where its text ends in `texts` and the next one begins, and its place among the kinds. */
  readonly ends: Uint32Array;
  readonly kindsOfTerms: Uint32Array;
  readonly texts: Buffer;
}

/** What stands where, without a copy; null as `readTable`. */
export function layOut(written: Uint8Array): WrittenTable | null {
  const bytes = aligned(written);
  const header = readHeader(bytes);
  if (header === null) return null;
  const { terms, subjects, triples, properties, kinds } = header;
  let at = NUMBER_BYTES + bytes.readUInt32LE();
  const column = (length: number): Uint32Array => {
    const numbers = new Uint32Array(bytes.buffer, bytes.byteOffset + at, length);
    at += numbers.byteLength;
    return numbers;
  };
  // In the order in which they are written.
  const [ends, kindsOfTerms] = [column(terms), column(terms)];
  const [subject, starts] = [column(subjects), column(subjects + 1)];
  const [property, object] = [column(triples), column(triples)];
  return { properties, kinds, ends, kindsOfTerms, subject, starts, property, object, texts: bytes.subarray(at) };
}

function termOf({ type, datatype, 'xml:lang': language }: Kind, value: string): BoundTerm {
  if (language !== undefined) return { type, value, 'xml:lang': language };
  return datatype === undefined ? { type, value } : { type, value, datatype };
}

class Kinds {
  readonly list: Kind[] = [];
  readonly #move: (iri: string) => string;
  readonly #numbers = new Map<string, number>();

  constructor(move: (iri: string) => string) {
    this.#move = move;
  }

  numberOf({ type, datatype, 'xml:lang': language }: BoundTerm): number {
    const key = `${type} ${language ?? ''} ${datatype ?? ''}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      const kind = {
        type,
        ...(datatype === undefined ? {} : { datatype }),
        ...(language === undefined ? {} : { 'xml:lang': language }),
      };
      number = this.list.push(withMovedDatatype(kind, this.#move)) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }
}

function withMovedDatatype(kind: Kind, move: (iri: string) => string): Kind {
  return kind.datatype === undefined ? kind : { ...kind, datatype: move(kind.datatype) };
}

const asItIs = (iri: string): string => iri;

/** Puts IRIs below one address below another. */
function moverOf(from: string, to: string): (iri: string) => string {
  return (iri) => (iri.startsWith(`${from}/`) ? to + iri.slice(from.length) : iri);
}

/** Its length, then JSON with spaces behind it, so that numbers can follow. */
function headerBytes(header: Header): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = Math.ceil(json.length / NUMBER_BYTES) * NUMBER_BYTES;
  const bytes = Buffer.alloc(NUMBER_BYTES + length, ' ');
  bytes.writeUInt32LE(length);
  json.copy(bytes, NUMBER_BYTES);
  return bytes;
}

function readHeader(bytes: Buffer): Header | null {
  try {
    const length = bytes.readUInt32LE();
    const header = JSON.parse(bytes.toString('utf8', NUMBER_BYTES, NUMBER_BYTES + length)) as Header;
    return header.format === FORMAT && header.endianness === endianness() ? header : null;
  } catch {
    return null;
  }
}

/** The same where numbers may begin. */
function aligned(bytes: Uint8Array): Buffer {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % NUMBER_BYTES === 0 ? bytes : new Uint8Array(bytes);
  return Buffer.from(buffer, byteOffset, byteLength);
}
