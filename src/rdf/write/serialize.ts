import { joinBytes } from '../../join-bytes.ts';
import type { Triple } from '../triple.ts';
import { linePieces } from '../triple-lines.ts';
import { NO_BYTES } from '../utf8.ts';
import type { TakeChunk } from './byte-sink.ts';
import type { RdfFormat } from './format.ts';
import { writeGraph, type GraphText } from './graph-text.ts';
import { NTriplesText, TurtleText } from './n3-text.ts';
import { JsonLdText, RdfXmlText } from './write-triples.ts';

/** What a text is shortened with. */
export interface Names {
  /** Namespace IRI of each prefix; those that a text does not use are not declared in it. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Namespace that Turtle writes relative IRIs in. It ends in `/`. */
  readonly base: string;
}

/** The text of a graph that somebody notes and writes triple by triple. It is handed over in UTF-8, piece by piece. */
export function startText(format: RdfFormat, { prefixes, base }: Names, take: TakeChunk): GraphText {
  switch (format) {
    case 'ttl':
      return new TurtleText(prefixes, base, take);
    case 'nt':
      return new NTriplesText(take);
    case 'rdf':
      return new RdfXmlText(prefixes, take);
    case 'jsonld':
      return new JsonLdText(prefixes, take);
  }
}

/**
 * The triples as text, in the order in which they are given; triples of one subject stand together.
 *
 * @param triples can be walked several times
 * @throws HubError for RDF/XML: `unnameable-predicate` for a predicate that XML cannot name, `invalid-option` for a literal that XML
 *   cannot hold
 */
export function serialize(triples: Iterable<Triple>, format: RdfFormat, names: Names): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  // A long literal may be cut within a character.
  const take = (chunk: Uint8Array): void => void (text += decoder.decode(chunk, { stream: true }));
  writeGraph(startText(format, names, take), triples);
  return text;
}

/** So many triples are looked at or written in less than a millisecond. */
const TRIPLES_BETWEEN_RESTS = 32;

/**
 * The same text in UTF-8, with rests between triples: of many, one thread does nothing else for a second.
 *
 * @throws HubError as `serialize` does, and what the rest throws
 */
export async function serializeWithRests(
  triples: Iterable<Triple>,
  format: RdfFormat,
  names: Names,
  rest: () => Promise<void>,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const text = startText(format, names, (chunk) => void chunks.push(chunk));
  let count = 0;
  for (const triple of triples) {
    text.note(triple);
    if (++count % TRIPLES_BETWEEN_RESTS === 0) await rest();
  }
  text.begin();
  for (const triple of triples) {
    text.write(triple);
    if (++count % TRIPLES_BETWEEN_RESTS === 0) await rest();
  }
  text.end();
  return joinBytes(chunks);
}

/** Triples of which it is known without a walk what shortens their IRIs. */
export interface CitingTriples extends Iterable<Triple> {
  /** Some of their IRIs: one in each of these namespaces in which there are any, and of each scheme. */
  typicalIris(namespaces: Iterable<string>): Iterable<string>;
  /** IRIs of all properties. */
  properties(): Iterable<string>;
  /** The property of a literal that has a character that XML cannot hold; undefined when there is none. */
  propertyBeyondXml(): string | undefined;
}

/**
 * Hands over the text in UTF-8, piece by piece, so that no more than a piece is held. N-Triples are canonical; RDF/XML declares the namespaces of
 * `CitingTriples` in the order of their properties.
 *
 * @param triples can be walked several times; `CitingTriples` are walked once
 * @throws HubError as `serialize` does
 */
export function serializeInPieces(
  triples: Iterable<Triple> | CitingTriples,
  format: RdfFormat,
  names: Names,
  take: TakeChunk,
): void {
  if (format === 'nt') {
    for (const piece of linePieces(triples)) take(piece);
    return;
  }
  if (!('typicalIris' in triples)) {
    writeGraph(startText(format, names, take), triples);
    return;
  }
  const text = startCitingText(triples, format, names, take);
  text.begin();
  for (const triple of triples) text.write(triple);
  text.end();
}

/** A beginning is no shorter, unless all is. */
const BEGINNING_BYTES = 4 * 1024;

/**
 * The first bytes that `serializeInPieces` writes, of a few triples; of a text that is shorter than a beginning, none or some.
 *
 * @throws HubError as `serialize` does
 */
export function serializeBeginning(triples: CitingTriples, format: RdfFormat, names: Names): Uint8Array {
  if (format === 'nt') {
    for (const piece of linePieces(triples)) return piece;
    return NO_BYTES;
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  const text = startCitingText(triples, format, names, (piece) => {
    pieces.push(piece);
    length += piece.length;
  });
  text.begin();
  for (const triple of triples) {
    if (length >= BEGINNING_BYTES) break;
    text.write(triple);
  }
  return joinBytes(pieces);
}

/** Where `CitingTriples` are asked for typical IRIs. */
export function soughtNamespaces({ prefixes, base }: Names): string[] {
  return [...prefixes.values(), base];
}

function startCitingText(
  triples: CitingTriples,
  format: Exclude<RdfFormat, 'nt'>,
  names: Names,
  take: TakeChunk,
): GraphText {
  const { prefixes, base } = names;
  if (format === 'rdf') {
    const text = new RdfXmlText(prefixes, take);
    text.noteProperties(triples.properties(), triples.propertyBeyondXml());
    return text;
  }
  const text = format === 'ttl' ? new TurtleText(prefixes, base, take) : new JsonLdText(prefixes, take);
  for (const iri of triples.typicalIris(soughtNamespaces(names))) text.noteIri(iri);
  return text;
}
