import n3 from 'n3';
import type { Quad_Graph, Quad_Object, Quad_Subject } from 'n3';
import { RDF_LANG_STRING, RDF_TYPE, XSD_STRING } from '../namespaces.ts';
import { datatypeOf, type BoundTerm } from '../rows.ts';
import { TripleLineWriter } from '../triple-lines.ts';
import type { Triple } from '../triple.ts';
import { termOf, UsedPrefixes } from './n3-text.ts';

/** Triples of the default graph, or of a named one. */
export interface GraphPart {
  /** IRI; null for the default graph. */
  readonly graph: string | null;
  readonly triples: readonly Triple[];
}

/** Lets others go on meanwhile. */
type Rest = () => Promise<void>;

type WriteParts = (parts: readonly GraphPart[], prefixes: ReadonlyMap<string, string>, rest: Rest) => Promise<string>;

/** Writes graphs in the formats that have named ones, with a rest between them. */
export const WRITE_PARTS = {
  'application/trig': writeTrig,
  'application/n-quads': writeNQuads,
  'application/ld+json': writeJsonLd,
} as const satisfies Readonly<Record<string, WriteParts>>;

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
  const used = new UsedPrefixes();
  for (const { triples } of parts) {
    for (const triple of triples) used.note(triple);
    await rest();
  }
  const writer = new n3.Writer({
    format: 'application/trig',
    prefixes: Object.fromEntries(used.of(prefixes)),
  });
  const { namedNode, defaultGraph } = n3.DataFactory;
  for (const { graph, triples } of parts) {
    const inGraph: Quad_Graph = graph === null ? defaultGraph() : namedNode(graph);
    for (const { s, p, o } of triples)
      writer.addQuad(termOf(s) as Quad_Subject, namedNode(p), termOf(o) as Quad_Object, inGraph);
    await rest();
  }
  return new Promise((resolve, reject) => {
    writer.end((error: Error | null, text: string) =>
      error === null || error === undefined ? resolve(text) : reject(error),
    );
  });
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
