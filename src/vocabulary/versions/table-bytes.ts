import { endianness } from 'node:os';
import { joinBytes } from '../../join-bytes.ts';
import { TermBuilder } from '../term-builder.ts';
import {
  bytesBelow,
  piecesOf,
  renumbered,
  smallNumbers,
  type SmallNumbers,
  type TermColumns,
  type TermKind,
} from '../term-columns.ts';
import { TermList } from '../term-list.ts';
import type { TripleColumns } from '../triple-columns.ts';

/** Another number when the layout changes, or the order of tables: what was written before is not read then. */
const FORMAT = 4;
/** The layout before, in which each number has four bytes: an update need not read the store for it. */
const FORMAT_OF_LONG_NUMBERS = 3;
const NUMBER_BYTES = 4;

/** What the bytes begin with, as JSON, behind its length. */
interface Header {
  readonly format: number;
  /** Numbers are as the processor has them, so that they are read by looking at them. */
  readonly endianness: string;
  /** The address of the hub whose IRIs stand in it, without a slash at its end; null where they are read as they are. */
  readonly baseUrl: string | null;
  /** How many there are. */
  readonly terms: number;
  readonly subjects: number;
  readonly triples: number;
  readonly properties: readonly string[];
  /** What terms are besides their texts, which each term names by its place here. */
  readonly kinds: readonly TermKind[];
}

/**
 * A table as bytes that are read without parsing, as it is in memory: the numbers in columns, and the texts of all terms in UTF-8.
 *
 * @param baseUrl the hub's address without a slash at its end; null where IRIs are read as they are
 */
export function writeTable(columns: TripleColumns, baseUrl: string | null): Uint8Array {
  return joinBytes(tablePieces(columns, baseUrl));
}

/** The same in pieces that follow each other. They are the memory of the table itself, but for the first. */
export function tablePieces(columns: TripleColumns, baseUrl: string | null): Uint8Array[] {
  const { properties, subject, starts, property, object } = columns;
  const { texts, ends, kindsOfTerms, kinds } = piecesOf(columns.terms);
  const header = headerBytes({
    format: FORMAT,
    endianness: endianness(),
    baseUrl,
    terms: ends.reduce((sum, { length }) => sum + length, 0),
    subjects: subject.length,
    triples: object.length,
    properties,
    kinds,
  });
  return [
    header,
    ...ends.map(bytesOf),
    ...padded(kindsOfTerms),
    ...[subject, starts].map(bytesOf),
    ...padded([renumbered(property, null, properties.length)]),
    bytesOf(object),
    ...texts,
  ];
}

function bytesOf({ buffer, byteOffset, byteLength }: SmallNumbers): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A column with as many bytes behind it as let the next one begin where numbers may. */
function padded(pieces: readonly SmallNumbers[]): Uint8Array[] {
  const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return [...pieces.map(bytesOf), new Uint8Array(paddedLength(length) - length)];
}

function paddedLength(bytes: number): number {
  return Math.ceil(bytes / NUMBER_BYTES) * NUMBER_BYTES;
}

/**
 * The columns that `writeTable` wrote; null for what it did not write, or where another processor's numbers stand. They are the bytes themselves
 * if these are of this address.
 */
export function readTable(written: Uint8Array, baseUrl: string): TripleColumns | null {
  const table = layOut(written);
  if (table === null) return null;
  const { properties, texts, ends, kindsOfTerms, kinds, subject, starts, property, object } = table;
  const terms = { texts, ends, kindsOfTerms, kinds };
  const columns = { properties, terms: [terms], subject, starts, property, object };
  if (table.baseUrl === null || table.baseUrl === baseUrl) return columns;
  const move = moverOf(table.baseUrl, baseUrl);
  const moved = movedTerms(terms, move);
  return moved === null ? null : { ...columns, properties: properties.map(move), terms: [moved] };
}

/** The same terms, in their order, with IRIs at another address; null where two terms become one. */
function movedTerms(terms: TermColumns, move: (iri: string) => string): TermColumns | null {
  const moved = new TermBuilder();
  for (const term of new TermList([terms])) {
    const value = term.type === 'uri' ? move(term.value) : term.value;
    moved.add(term.datatype === undefined ? { ...term, value } : { ...term, value, datatype: move(term.datatype) });
  }
  return moved.count === terms.ends.length ? moved.finish() : null;
}

/** A written table as it stands in its bytes. */
export interface WrittenTable
  extends Pick<Header, 'properties' | 'baseUrl'>, TermColumns, Omit<TripleColumns, 'terms' | 'properties'> {}

/** What stands where, without a copy; null as `readTable`. */
export function layOut(written: Uint8Array): WrittenTable | null {
  const bytes = aligned(written);
  const header = readHeader(bytes);
  if (header === null) return null;
  const { format, terms, subjects, triples, properties, kinds, baseUrl } = header;
  let at = NUMBER_BYTES + bytes.readUInt32LE();
  const column = (length: number): Uint32Array => {
    const numbers = new Uint32Array(bytes.buffer, bytes.byteOffset + at, length);
    at += numbers.byteLength;
    return numbers;
  };
  const smallColumn = (count: number, length: number): SmallNumbers => {
    const each = format === FORMAT_OF_LONG_NUMBERS ? NUMBER_BYTES : bytesBelow(count);
    const numbers = smallNumbers(each, bytes.buffer, bytes.byteOffset + at, length);
    at += paddedLength(numbers.byteLength);
    return numbers;
  };
  // In the order in which they are written.
  const [ends, kindsOfTerms] = [column(terms), smallColumn(kinds.length, terms)];
  const [subject, starts] = [column(subjects), column(subjects + 1)];
  const [property, object] = [smallColumn(properties.length, triples), column(triples)];
  const texts = new Uint8Array(bytes.buffer, bytes.byteOffset + at, bytes.length - at);
  return { baseUrl, properties, kinds, ends, kindsOfTerms, subject, starts, property, object, texts };
}

/** Puts IRIs below one address below another. */
function moverOf(from: string, to: string): (iri: string) => string {
  return (iri) => (iri.startsWith(`${from}/`) ? to + iri.slice(from.length) : iri);
}

/** Its length, then JSON with spaces behind it, so that numbers can follow. */
function headerBytes(header: Header): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = paddedLength(json.length);
  const bytes = Buffer.alloc(NUMBER_BYTES + length, ' ');
  bytes.writeUInt32LE(length);
  json.copy(bytes, NUMBER_BYTES);
  return bytes;
}

function readHeader(bytes: Buffer): Header | null {
  try {
    const length = bytes.readUInt32LE();
    const header = JSON.parse(bytes.toString('utf8', NUMBER_BYTES, NUMBER_BYTES + length)) as Header;
    const isKnown = header.format === FORMAT || header.format === FORMAT_OF_LONG_NUMBERS;
    return isKnown && header.endianness === endianness() ? header : null;
  } catch {
    return null;
  }
}

/** The same where numbers may begin. */
function aligned(bytes: Uint8Array): Buffer {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % NUMBER_BYTES === 0 ? bytes : new Uint8Array(bytes);
  return Buffer.from(buffer, byteOffset, byteLength);
}
