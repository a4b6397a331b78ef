import { isUtf8 } from 'node:buffer';
import n3 from 'n3';
import { HubError } from '../errors.ts';
import { parseJson } from '../mapping/json/parse-json.ts';
import { excerpt } from '../mapping/json/text.ts';
import { decodeUtf8 } from '../rdf/utf8.ts';
import type { RdfFormat } from '../rdf/write/format.ts';
import { expandEntities } from './expand-entities.ts';
import type { Graph } from './graph.ts';
import { readJsonLd } from './read-jsonld.ts';
import { scanNTriples } from './scan-ntriples.ts';
import { TermGraph, type QuadTerms } from './term-graph.ts';

/** How a graph is read that somebody else wrote: with lists in JSON-LD, and entities in RDF/XML. */
export interface ForeignGraph {
  /** Of relative IRIs. */
  readonly baseIri: string;
}

/** Relative IRIs are resolved against it: the hub writes none. */
const BASE_IRI = 'urn:hub:restored:';

/** What an IRI begins with that is not relative. */
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * The graph of a text of RDF. Lexical forms stay as they are written; numbers of JSON in JSON-LD of others become what JSON-LD makes of them.
 *
 * @param bytes UTF-8
 * @param foreign null for a graph that a hub may have written, which has neither lists nor entities
 * @throws HubError `malformed-rdf`, `not-utf8`, `too-many-triples`
 */
export async function parseRdf(
  bytes: Uint8Array,
  format: RdfFormat,
  maxTriples: number,
  foreign: ForeignGraph | null = null,
): Promise<Graph> {
  if (!isUtf8(bytes)) throw notUtf8();
  if (format === 'nt') return scanNTriples(bytes, maxTriples);
  const text = decodeUtf8(bytes, 0, bytes.length).replace(/^\uFEFF/, '');
  const graph = new TermGraph(maxTriples);
  const { baseIri } = foreign ?? { baseIri: BASE_IRI };
  try {
    if (format === 'ttl') readTurtle(text, graph, baseIri);
    else if (format === 'rdf') await readRdfXml(foreign === null ? text : expandEntities(text), graph, baseIri);
    else await readJsonLd(parseJson(bytes), baseIri, graph, foreign !== null);
  } catch (cause) {
    throw malformed(format, cause);
  }
  return graph.builder.build();
}

export function notUtf8(): HubError {
  return new HubError('not-utf8', 'The graph is not UTF-8; send it in UTF-8.');
}

/** What a parser has thrown as an error of the hub. */
export function malformed(format: RdfFormat, cause: unknown): HubError {
  if (cause instanceof HubError && cause.code !== 'malformed-json') return cause;
  const why = excerpt(cause instanceof Error ? cause.message : String(cause));
  const place = cause instanceof HubError ? cause.details : {};
  return new HubError('malformed-rdf', `The graph is no ${NAMES[format]}: ${why}`, place, cause);
}

const NAMES: Readonly<Record<RdfFormat, string>> = {
  nt: 'N-Triples',
  ttl: 'Turtle',
  rdf: 'RDF/XML',
  jsonld: 'JSON-LD',
};

function readTurtle(text: string, graph: TermGraph, baseIRI: string): void {
  // Each triple is added as it is read: what is too much ends the parser at once.
  const quad = (
    subject: n3.Quad_Subject,
    predicate: n3.Quad_Predicate,
    object: n3.Quad_Object,
    name: n3.Quad_Graph,
  ): n3.Quad => {
    const read = n3.DataFactory.quad(subject, predicate, object, name);
    graph.addQuad(read);
    return read;
  };
  // Labels stay what they are: those of blank nodes without one never meet them.
  const options = { format: 'text/turtle', baseIRI, factory: { ...n3.DataFactory, quad } };
  new n3.Parser(options).parse(text);
}

async function readRdfXml(text: string, graph: TermGraph, baseIRI: string): Promise<void> {
  // Entities of a document type make a long text of a short one.
  if (/<!DOCTYPE/i.test(text))
    throw new HubError('malformed-rdf', 'The RDF/XML has a document type; send it without one.');
  if (!isWhole(text)) throw new HubError('malformed-rdf', 'The graph is no RDF/XML: its root element does not end.');
  // Loaded when one is needed: it takes a thread a tenth of a second, and memory.
  const { RdfXmlParser } = await import('rdfxml-streaming-parser');
  const parser = new RdfXmlParser({ baseIRI });
  const resolved = parser.valueToUri.bind(parser);
  // The parser takes dot segments out of absolute IRIs, too.
  parser.valueToUri = (value, tag) => (SCHEME.test(value) ? parser.uriToNamedNode(value) : resolved(value, tag));
  // Each triple is added as it is read, and none is kept for a reader: what is too much ends the parser at once.
  const end = parser.push.bind(parser, null);
  parser.push = (quad: unknown): boolean => {
    if (quad === null) return end();
    graph.addQuad(quad as QuadTerms);
    return true;
  };
  await new Promise<void>((resolve, reject) => {
    parser.resume();
    parser.on('error', reject);
    parser.on('end', resolve);
    parser.end(text);
  });
}

/** Whether the root element ends: the parser takes a text that was cut for a whole one. */
function isWhole(text: string): boolean {
  const withoutComments = without(text, '<!--', '-->');
  const root = /<([^\s<>/!?]+)/.exec(without(withoutComments, '<?', '?>'))?.[1];
  const end = withoutComments.trimEnd();
  return root !== undefined && (end.endsWith(`</${root}>`) || end.endsWith('/>'));
}

/** The text without what stands between two marks, and without these; one that does not end stays. */
function without(text: string, open: string, close: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, from)) {
    const end = text.indexOf(close, at + open.length);
    if (end === -1) break;
    kept.push(text.slice(from, at));
    from = end + close.length;
  }
  return kept.join('') + text.slice(from);
}
