import n3 from 'n3';
import type { Quad_Object, Quad_Subject, Writer } from 'n3';
import type { BoundTerm } from '../rows.ts';
import { distinctIris, usedPrefixes, type Triple } from '../triple.ts';
import { isTurtlePrefix } from '../xml-names.ts';
import type { RdfFormat } from './format.ts';
import { writeJsonLd, writeRdfXml } from './write-triples.ts';

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
    case 'ttl':
      return writeTurtle(triples, names);
    case 'nt':
      return written(triples, new n3.Writer({ format: 'N-Triples' }), (iri) => iri);
    case 'rdf':
      return writeRdfXml(triples, names.prefixes);
    case 'jsonld':
      return writeJsonLd(triples, names.prefixes);
  }
}

/** What may follow a base that ends in a slash, and is no prefix, no scheme and no path that goes upward. */
const RELATIVE = /^(?:[\w%~][\w%~.-]*(?:[/#][^:]*)?)?$/;

function writeTurtle(triples: Iterable<Triple>, { prefixes, base }: Names): string {
  // The library takes an IRI such as `urn:a` for a name with the prefix `urn` when there is such a prefix.
  const schemes = new Set<string>();
  for (const iri of distinctIris(triples)) if (!/^[^:]*:\/\//.test(iri)) schemes.add(iri.slice(0, iri.indexOf(':')));
  const used = [...usedPrefixes(triples, prefixes)].filter(
    ([prefix, namespace]) => namespace !== base && isTurtlePrefix(prefix) && !schemes.has(prefix),
  );
  let text = '';
  let isNewPart = false;
  const stream = {
    write(chunk: string, _encoding: string, done?: () => void) {
      // The writer ends a subject when it begins the next one: an empty line between what have addresses of their own.
      text += isNewPart && chunk.startsWith('.\n') ? `.\n\n${chunk.slice(2)}` : chunk;
      isNewPart = false;
      done?.();
    },
    end: (done?: () => void) => done?.(),
  };
  const writer = new n3.Writer(stream, { end: false, prefixes: Object.fromEntries(used) });
  let usesBase = false;
  const relative = (iri: string): string => {
    const rest = iri.slice(base.length);
    if (!iri.startsWith(base) || !RELATIVE.test(rest)) return iri;
    usesBase = true;
    return rest;
  };
  let address: string | null = null;
  for (const triple of triples) {
    const next = triple.s.value.split('#', 1)[0]!;
    isNewPart = address !== null && next !== address;
    address = next;
    add(writer, triple, relative);
  }
  writer.end();
  return usesBase ? `@base <${base}>.\n${text}` : text;
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
