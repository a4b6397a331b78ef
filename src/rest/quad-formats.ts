import n3 from 'n3';
import type { Quad_Object, Quad_Subject, Term } from 'n3';
import { preferredMediaType } from '../http/headers/accept.ts';
import { memoizeHeader } from '../http/headers/memoize-header.ts';
import { RDF_LANG_STRING, RDF_TYPE, XSD_STRING } from '../rdf/namespaces.ts';
import { datatypeOf, type BoundTerm } from '../rdf/rows.ts';
import { TripleLineWriter } from '../rdf/triple-lines.ts';
import { CitedNamespaces, irisIn, type Triple } from '../rdf/triple.ts';
import { isTurtlePrefix } from '../rdf/xml-names.ts';
import type { Rest } from '../vocabulary/thread-slices.ts';

/** Triples of the default graph, or of a named one. */
export interface GraphPart {
  /** IRI; null for the default graph. */
  readonly graph: string | null;
  readonly triples: readonly Triple[];
}

/** The formats that have named graphs, in the order in which the hub offers them. */
const QUAD_MEDIA_TYPES = ['application/trig', 'application/n-quads', 'application/ld+json'] as const;
export type QuadMediaType = (typeof QUAD_MEDIA_TYPES)[number];

/** The one that the Accept header likes best; TriG when it decides for none. */
export const quadTypeByAccept = memoizeHeader(
  (accept): QuadMediaType => preferredMediaType(accept, QUAD_MEDIA_TYPES) ?? 'application/trig',
);

type WriteParts = (parts: readonly GraphPart[], prefixes: ReadonlyMap<string, string>, rest: Rest) => Promise<string>;

/** Writes graphs in each of these formats, with a rest between them. */
export const WRITE_PARTS: Readonly<Record<QuadMediaType, WriteParts>> = {
  'application/trig': writeTrig,
  'application/n-quads': writeNQuads,
  'application/ld+json': writeJsonLd,
};

async function writeNQuads(
  parts: readonly GraphPart[],
  _prefixes: ReadonlyMap<string, string>,
  rest: Rest,
): Promise<string> {
  const writer = new TripleLineWriter();
  let text = '';
  for (const { graph, triples } of parts) {
    const end = graph === null ? ' .\n' : ` ${writer.iri(graph)} .\n`;
    for (const { s, p, o } of triples) text += `${writer.term(s)} ${writer.iri(p)} ${writer.term(o)}${end}`;
    await rest();
  }
  return text;
}

async function writeTrig(
  parts: readonly GraphPart[],
  prefixes: ReadonlyMap<string, string>,
  rest: Rest,
): Promise<string> {
  const writer = new n3.Writer({
    format: 'application/trig',
    prefixes: await usedPrefixes(parts, prefixes, rest),
  });
  const node = (iri: string | null): Term =>
    iri === null ? n3.DataFactory.defaultGraph() : n3.DataFactory.namedNode(iri);
  for (const { graph, triples } of parts) {
    for (const { s, p, o } of triples)
      writer.addQuad(
        termOf(s) as Quad_Subject,
        n3.DataFactory.namedNode(p),
        termOf(o) as Quad_Object,
        node(graph) as n3.Quad_Graph,
      );
    await rest();
  }
  return new Promise((resolve, reject) => {
    writer.end((error: Error | null, text: string) =>
      error === null || error === undefined ? resolve(text) : reject(error),
    );
  });
}

/** Those that the text uses. */
async function usedPrefixes(
  parts: readonly GraphPart[],
  prefixes: ReadonlyMap<string, string>,
  rest: Rest,
): Promise<Record<string, string>> {
  const namespaces = new CitedNamespaces();
  const schemes = new Set<string>();
  for (const { triples } of parts) {
    for (const iri of triples.flatMap(irisIn)) {
      namespaces.add(iri);
      schemes.add(iri.slice(0, iri.indexOf(':')));
    }
    await rest();
  }
  // The library takes an IRI such as `urn:a` for a name with the prefix `urn` when there is such a prefix.
  const used = [...namespaces.of(prefixes)].filter(([prefix]) => isTurtlePrefix(prefix) && !schemes.has(prefix));
  return Object.fromEntries(used);
}

function termOf(term: BoundTerm): Term {
  if (term.type === 'uri') return n3.DataFactory.namedNode(term.value);
  if (term.type === 'bnode') return n3.DataFactory.blankNode(term.value);
  const language = term['xml:lang'];
  return n3.DataFactory.literal(term.value, language ?? n3.DataFactory.namedNode(datatypeOf(term)));
}

/** As expanded JSON-LD: what is said of a graph stands beside what is in it. */
async function writeJsonLd(
  parts: readonly GraphPart[],
  _prefixes: ReadonlyMap<string, string>,
  rest: Rest,
): Promise<string> {
  const nodes = new Map<string, object>();
  for (const { graph, triples } of parts) {
    if (graph === null) addNodes(nodes, triples);
    else
      nodes.set(graph, {
        ...nodes.get(graph),
        '@id': graph,
        '@graph': [...addNodes(new Map(), triples).values()],
      });
    await rest();
  }
  return JSON.stringify([...nodes.values()]);
}

function addNodes(nodes: Map<string, object>, triples: readonly Triple[]): Map<string, object> {
  for (const { s, p, o } of triples) {
    const id = idOf(s);
    const node = (nodes.get(id) ?? { '@id': id }) as Record<string, unknown[]>;
    nodes.set(id, node);
    if (p === RDF_TYPE && o.type !== 'literal') (node['@type'] ??= []).push(idOf(o));
    else (node[p] ??= []).push(valueOf(o));
  }
  return nodes;
}

function idOf({ type, value }: BoundTerm): string {
  return type === 'bnode' ? `_:${value}` : value;
}

function valueOf(term: BoundTerm): object {
  if (term.type !== 'literal') return { '@id': idOf(term) };
  const datatype = datatypeOf(term);
  if (datatype === RDF_LANG_STRING) return { '@value': term.value, '@language': term['xml:lang'] };
  return datatype === XSD_STRING ? { '@value': term.value } : { '@value': term.value, '@type': datatype };
}
