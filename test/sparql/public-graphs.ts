import { Parser } from 'n3';
import { readNTriples } from '../../src/rdf/read-ntriples.ts';
import type { PublicGraphs } from '../../src/queries/public-graphs.ts';

/** Graphs of N-Triples, by their IRIs, that never change; the default graph is the first, or empty. */
export function fixedGraphs(texts: Readonly<Record<string, string>>, hasDefault = true): PublicGraphs {
  const uses = () => ({ properties: [], classes: [] });
  const graphs = new Map(
    Object.entries(texts).map(([iri, text]) => [iri, Object.assign(readNTriples(text), { uses })] as const),
  );
  const [first = null] = graphs.keys();
  const dataset = {
    version: 'fixed',
    defaultGraph: hasDefault ? first : null,
    graphs,
    prefixes: new Map(),
    baseIri: 'http://localhost:4000/sparql',
    furtherGraphs: null,
  };
  return { dataset: () => dataset, findGraph: async () => null };
}

/** The graphs of an N-Quads text. */
export function graphsOfNQuads(nquads: string): PublicGraphs {
  const lines = nquads.split('\n').filter((line) => line !== '');
  const texts: Record<string, string> = {};
  for (const line of lines) {
    const [quad] = new Parser({ format: 'N-Quads' }).parse(line);
    const graph = quad!.graph.value;
    texts[graph] = `${texts[graph] ?? ''}${line.replace(`<${graph}> .`, '.')}\n`;
  }
  return fixedGraphs(texts, false);
}
