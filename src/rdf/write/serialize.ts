import n3 from 'n3';
import type { Quad_Object, Quad_Subject, Writer } from 'n3';
import type { BoundTerm } from '../rows.ts';
import { irisOf, usedPrefixes, type Triple } from '../triple.ts';
import { linePieces } from '../triple-lines.ts';
import { encodeText } from '../utf8.ts';
import { isTurtlePrefix } from '../xml-names.ts';
import type { RdfFormat } from './format.ts';
import { textOf, writeJsonLd, writePieces, writeRdfXml } from './write-triples.ts';
import type { TakeChunk } from './byte-sink.ts';

/** What a text is shortened with. */
export interface Names {
  /** Namespace IRI of each prefix; those that a text does not use are not declared in it. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Namespace that Turtle writes relative IRIs in. It ends in `/`. */
  readonly base: string;
}

/**
 * The triples as text, in the order in which they are given; triples of one subject stand together.
 *
 * @throws HubError for RDF/XML: `unnameable-predicate` for a predicate that XML cannot name, `invalid-option` for a literal that XML
 *   cannot hold
 */
export function serialize(triples: Iterable<Triple>, format: RdfFormat, names: Names): string {
  switch (format) {
    case 'ttl': {
      const pieces: string[] = [];
      writeTurtle(triples, names, (piece) => void pieces.push(piece));
      return pieces.join('');
    }
    case 'nt':
      return written(triples, new n3.Writer({ format: 'N-Triples' }), (iri) => iri);
    case 'rdf':
      return textOf((sink) => writeRdfXml(triples, names.prefixes, sink));
    case 'jsonld':
      return textOf((sink) => writeJsonLd(triples, names.prefixes, sink));
  }
}

/**
 * Hands over the same text in UTF-8, piece by piece, so that no more than a piece is held. N-Triples are canonical.
 *
 * @param triples can be walked several times
 * @throws HubError as `serialize` does
 */
export function serializeInPieces(triples: Iterable<Triple>, format: RdfFormat, names: Names, take: TakeChunk): void {
  switch (format) {
    case 'ttl':
      return writeTurtle(triples, names, (piece) => void take(encodeText(piece)));
    case 'nt':
      for (const piece of linePieces(triples)) take(piece);
      return;
    case 'rdf':
      return writePieces((sink) => writeRdfXml(triples, names.prefixes, sink), take);
    case 'jsonld':
      return writePieces((sink) => writeJsonLd(triples, names.prefixes, sink), take);
  }
}

/** What may follow a base that ends in a slash, and is no prefix, no scheme and no path that goes upward. */
const RELATIVE = /^(?:[\w%~][\w%~.-]*(?:[/#][^:]*)?)?$/;

/** Characters that are handed over at a time. */
const PIECE_LENGTH = 64 * 1024;

function writeTurtle(triples: Iterable<Triple>, { prefixes, base }: Names, take: (piece: string) => void): void {
  const isRelative = (iri: string): boolean => iri.startsWith(base) && RELATIVE.test(iri.slice(base.length));
  // The library takes an IRI such as `urn:a` for a name with the prefix `urn` when there is such a prefix.
  const schemes = new Set<string>();
  let usesBase = false;
  for (const iri of irisOf(triples)) {
    usesBase ||= isRelative(iri);
    const colon = iri.indexOf(':');
    if (!iri.startsWith('://', colon)) schemes.add(iri.slice(0, colon));
  }
  const used = [...usedPrefixes(triples, prefixes)].filter(
    ([prefix, namespace]) => namespace !== base && isTurtlePrefix(prefix) && !schemes.has(prefix),
  );
  let text = usesBase ? `@base <${base}>.\n` : '';
  let isNewPart = false;
  const stream = {
    write(chunk: string, _encoding: string, done?: () => void) {
      // The writer ends a subject when it begins the next one: an empty line between what have addresses of their own.
      text += isNewPart && chunk.startsWith('.\n') ? `.\n\n${chunk.slice(2)}` : chunk;
      isNewPart = false;
      if (text.length >= PIECE_LENGTH) {
        take(text);
        text = '';
      }
      done?.();
    },
    end: (done?: () => void) => done?.(),
  };
  const writer = new n3.Writer(stream, { end: false, prefixes: Object.fromEntries(used) });
  const relative = (iri: string): string => (isRelative(iri) ? iri.slice(base.length) : iri);
  let address: string | null = null;
  for (const triple of triples) {
    const next = triple.s.value.split('#', 1)[0]!;
    isNewPart = address !== null && next !== address;
    address = next;
    add(writer, triple, relative);
  }
  writer.end();
  take(text);
}

function written(triples: Iterable<Triple>, writer: Writer, rename: (iri: string) => string): string {
  for (const triple of triples) add(writer, triple, rename);
  let text = '';
  writer.end((error, result: string) => {
    if (error != null) throw error;
    text = result;
  });
  return text;
}

function add(writer: Writer, { s, p, o }: Triple, rename: (iri: string) => string): void {
  const { DataFactory } = n3;
  writer.addQuad(
    DataFactory.quad(
      termOf(s, rename) as Quad_Subject,
      DataFactory.namedNode(rename(p)),
      termOf(o, rename) as Quad_Object,
    ),
  );
}

function termOf(term: BoundTerm, rename: (iri: string) => string): Quad_Subject | Quad_Object {
  const { namedNode, blankNode, literal } = n3.DataFactory;
  if (term.type === 'uri') return namedNode(rename(term.value));
  if (term.type === 'bnode') return blankNode(term.value);
  const language = term['xml:lang'];
  if (language !== undefined) return literal(term.value, language);
  if (term.datatype === undefined) return literal(term.value);
  // The library takes an empty relative IRI for no datatype.
  return literal(term.value, namedNode(rename(term.datatype) || term.datatype));
}
