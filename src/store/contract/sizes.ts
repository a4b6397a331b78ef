import { asIri, asText } from '../../rdf/rows.ts';
import { iri, sparql } from '../../rdf/sparql.ts';
import type { Quad, Triple } from '../../rdf/triple.ts';
import { withShortDecimal } from '../decimals.ts';
import { dumped, quad, requireSame, type Check } from './check.ts';

const PATIENCE = { timeoutMs: 30_000 };

/** What a store does with much. */
export const CHECKS_OF_SIZES: readonly Check[] = [
  {
    name: 'a graph of ten thousand triples is added, selected and dumped',
    async run({ stores: [store, other], newGraph }) {
      const graph = newGraph();
      const add = Array.from({ length: 10_000 }, (_, at) => quad(graph, `item-${at}`, `text of item ${at}`));
      await store.change({ add }, PATIENCE);
      const query = sparql`SELECT ?s ?p ?o WHERE { GRAPH ${iri(graph)} { ?s ?p ?o } }`;
      const rows = await other.select(query, { s: asIri, p: asIri, o: asText }, PATIENCE);
      requireSame('rows that differ', new Set(rows.map(({ s, o }) => `${s} ${o}`)).size, add.length);
      requireSame('dumped triples', (await dumped(other, graph)).length, add.length);
      await store.change({ clear: [graph] }, PATIENCE);
      requireSame('the emptied graph', (await dumped(store, graph)).length, 0);
    },
  },
];

/** The check that the shipped vocabulary reads back triple by triple. @param read gives it as quads of a graph */
export function checkOfVocabulary(read: (graph: string) => Promise<readonly Quad[]>): Check {
  return {
    name: 'the shipped vocabulary reads back as it is',
    async run({ stores: [store, other], newGraph }) {
      const graph = newGraph();
      const add = await read(graph);
      await store.change({ clear: [graph], add }, { timeoutMs: 60_000 });
      const expected = new Set(add.map(keyOf));
      const found = new Set<string>();
      for await (const triple of other.dump(graph, { timeoutMs: 60_000 })) found.add(keyOf(triple));
      const lost = [...expected].filter((key) => !found.has(key));
      const added = [...found].filter((key) => !expected.has(key));
      requireSame('triples that are missing', lost.slice(0, 3), []);
      requireSame('triples that nobody added', added.slice(0, 3), []);
    },
  };
}

function keyOf({ s, p, o }: Triple): string {
  const { value, datatype, 'xml:lang': language } = withShortDecimal(o);
  return JSON.stringify([s.value, p, o.type, value, datatype, language]);
}
