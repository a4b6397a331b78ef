import { asIri, RowError } from '../../rdf/rows.ts';
import { iri, sparql, unsafeRawSparql } from '../../rdf/sparql.ts';
import { StoreError } from '../store.ts';
import { dumped, quad, requireRejected, requireSame, texts, type Check } from './check.ts';

/** What is told of what is not there, wrong, given up or closed. */
export const CHECKS_OF_FAULTS: readonly Check[] = [
  {
    name: 'a graph that nothing was written to is empty',
    async run({ stores: [store], newGraph }) {
      requireSame('its dump', await dumped(store, newGraph()), []);
      requireSame('its rows', await texts(store, newGraph()), []);
    },
  },
  {
    name: 'a row that is not what was promised is a RowError, a query that is none a StoreError',
    async run({ stores: [store], newGraph }) {
      const graph = newGraph();
      await store.change({ add: [quad(graph, 'a', 'text')] });
      const query = sparql`SELECT ?o WHERE { GRAPH ${iri(graph)} { ?s ?p ?o } }`;
      await requireRejected('a text for an IRI', store.select(query, { o: asIri }), RowError);
      await requireRejected('no query', store.select(unsafeRawSparql('SELEKT *'), {}), StoreError);
      await requireRejected('no condition', store.change({ when: unsafeRawSparql('nothing'), add: [] }), StoreError);
      const wrong = { ...quad(graph, 'a', 'b'), p: 'no iri' };
      await requireRejected('no IRI', store.change({ add: [wrong] }), StoreError);
      requireSame('the graph', await texts(store, graph), ['text']);
    },
  },
  {
    name: 'listeners are told of changes that were made, with their graphs, until they end it',
    async run({ stores: [store], newGraph }) {
      const [graph, emptied, left] = [newGraph(), newGraph(), newGraph()];
      const heard: string[][] = [];
      const end = store.onChange((touched) => heard.push([...touched].toSorted()));
      await store.change({ clear: [emptied], remove: [quad(left, 'a', 'x')], add: [quad(graph, 'a', 'x')] });
      await store.change({ unless: sparql`GRAPH ${iri(graph)} { ?s ?p ?o }`, add: [quad(graph, 'b', 'y')] });
      end();
      await store.change({ add: [quad(graph, 'c', 'z')] });
      requireSame('what they heard', heard, [[graph, emptied, left].toSorted()]);
    },
  },
  {
    name: 'what the caller has given up is not done',
    async run({ stores: [store], newGraph }) {
      const graph = newGraph();
      const signal = AbortSignal.abort(new Error('gone'));
      await requireRejected('the change', store.change({ add: [quad(graph, 'a', 'x')] }, { signal }), StoreError);
      const query = sparql`SELECT ?s WHERE { ?s ?p ?o }`;
      await requireRejected('the query', store.select(query, { s: asIri }, { signal }), StoreError);
      const dump = async (): Promise<void> => {
        for await (const triple of store.dump(graph, { signal })) throw new Error(`it gave ${triple.s.value}`);
      };
      await requireRejected('the dump', dump(), StoreError);
      requireSame('the graph', await texts(store, graph), []);
    },
  },
  {
    name: 'forgetting takes nothing that is there',
    async run({ stores: [store], newGraph }) {
      const graph = newGraph();
      await store.change({ add: [quad(graph, 'a', 'stays'), quad(graph, 'b', 'goes')] });
      await store.change({ remove: [quad(graph, 'b', 'goes')] });
      await store.forget(graph);
      requireSame('the graph', await texts(store, graph), ['stays']);
    },
  },
  {
    name: 'whatever is asked of a closed store is a StoreError; what was asked before is done',
    async run({ open, newGraph }) {
      const closed = await open();
      const graph = newGraph();
      const [isMade] = await Promise.all([closed.change({ add: [quad(graph, 'a', 'x')] }), closed.close()]);
      requireSame('the change of before', isMade, true);
      await requireRejected('a change', closed.change({ add: [quad(graph, 'a', 'y')] }), StoreError);
      const query = sparql`SELECT ?s WHERE { ?s ?p ?o }`;
      await requireRejected('a query', closed.select(query, { s: asIri }), StoreError);
      await requireRejected('a dump', dumped(closed, graph), StoreError);
    },
  },
];
