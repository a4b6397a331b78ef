import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { readTurtleInto } from '../../src/rdf/read-rdf.ts';
import { asIri, asTerm, asText, optional, RowError } from '../../src/rdf/rows.ts';
import { iri, literal, sparql, unsafeRawSparql } from '../../src/rdf/sparql.ts';
import { inGraph, type Quad, type Triple } from '../../src/rdf/triple.ts';
import { StoreError, type Store } from '../../src/store/store.ts';
import { readSeeds } from '../../src/vocabulary/load-seeds.ts';
import { versionOf } from '../../src/vocabulary/versions/version.ts';
import { tableOf } from '../../src/vocabulary/triple-table.ts';

/** What a run of the contract is given. */
export interface StoresUnderTest {
  /** Two hubs' stores on the same quads, opened; one store twice where only one hub can have it. */
  readonly stores: readonly [Store, Store];
  /** How often changes that exclude each other are tried. */
  readonly rounds: number;
  stop(): Promise<void>;
}

const P = 'https://hub.example/p';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const PARALLEL = 8;

let graphs = 0;
/** A graph that no other test uses. */
function newGraph(): string {
  return `https://hub.example/graph/test-${++graphs}`;
}

function quad(graph: string, name: string, text: string): Quad {
  return {
    graph,
    s: { type: 'uri', value: `https://hub.example/${name}` },
    p: P,
    o: { type: 'literal', value: text },
  };
}

async function texts(store: Store, graph: string): Promise<string[]> {
  const query = sparql`SELECT ?o WHERE { GRAPH ${iri(graph)} { ?s ?p ?o } } ORDER BY ?o`;
  return (await store.select(query, { o: asText })).map(({ o }) => o);
}

async function dumped(store: Store, graph: string): Promise<Triple[]> {
  const triples: Triple[] = [];
  for await (const triple of store.dump(graph, { timeoutMs: 30_000 })) triples.push(triple);
  return triples.toSorted((a, b) => (a.s.value + a.o.value < b.s.value + b.o.value ? -1 : 1));
}

/** What every store promises, whatever stands behind it. */
export function describeStore(name: string, start: () => Promise<StoresUnderTest>): void {
  describe(name, () => {
    let under: StoresUnderTest;
    let store: Store;
    let other: Store;
    beforeAll(async () => {
      under = await start();
      [store, other] = under.stores;
    }, 120_000);
    afterAll(() => under?.stop());

    test('what was changed is read by all, removed before added', async () => {
      const graph = newGraph();
      expect(await store.change({ add: [quad(graph, 'a', 'one'), quad(graph, 'b', 'two')] })).toBe(true);
      expect(await texts(other, graph)).toEqual(['one', 'two']);
      const change = {
        remove: [quad(graph, 'a', 'one'), quad(graph, 'b', 'two'), quad(graph, 'c', 'never was')],
        add: [quad(graph, 'b', 'two'), quad(graph, 'c', 'three')],
      };
      expect(await other.change(change)).toBe(true);
      expect(await texts(store, graph)).toEqual(['three', 'two']);
    });

    test('a graph is emptied before anything is added to it, and no other graph is', async () => {
      const [graph, neighbour] = [newGraph(), newGraph()];
      await store.change({ add: [quad(graph, 'a', 'old'), quad(neighbour, 'a', 'neighbour')] });
      await store.change({ clear: [graph, newGraph()], add: [quad(graph, 'b', 'new')] });
      expect(await texts(store, graph)).toEqual(['new']);
      expect(await texts(store, neighbour)).toEqual(['neighbour']);
      await store.change({ clear: [graph] });
      expect(await texts(store, graph)).toEqual([]);
    });

    test('a graph is filled with triples that are made while they are walked, with all else of the change', async () => {
      const [graph, neighbour] = [newGraph(), newGraph()];
      const makeTriples = function* (): Generator<Triple> {
        for (let at = 0; at < 5; at++) yield quad(graph, `filled-${at}`, `text ${at}`);
      };
      const triples = { [Symbol.iterator]: makeTriples };
      await store.change({ add: [quad(graph, 'a', 'old')] });
      const told: ReadonlySet<string>[] = [];
      const end = store.onChange((touched) => told.push(touched));
      const change = { clear: [graph], add: [quad(neighbour, 'a', 'beside')], fill: { graph, triples } };
      expect(await store.change({ ...change, when: sparql`GRAPH ${iri(neighbour)} { ?s ?p ?o }` })).toBe(false);
      expect(await store.change(change)).toBe(true);
      end();
      expect(told).toEqual([new Set([graph, neighbour])]);
      expect(await texts(other, graph)).toEqual(Array.from(triples, ({ o }) => o.value));
      expect(await texts(other, neighbour)).toEqual(['beside']);
    });

    test('a change is made only when its conditions allow it, and whole or not at all', async () => {
      const graph = newGraph();
      const has = (text: string) => sparql`GRAPH ${iri(graph)} { ?s ?p ${literal(text)} }`;
      const add = [quad(graph, 'a', 'first'), quad(graph, 'b', 'second')];
      expect(await store.change({ when: has('first'), add })).toBe(false);
      expect(await store.change({ unless: has('first'), add })).toBe(true);
      expect(await store.change({ unless: has('first'), clear: [graph], add: [quad(graph, 'c', 'third')] })).toBe(
        false,
      );
      expect(await store.change({ when: has('first'), unless: has('second'), remove: add })).toBe(false);
      expect(await texts(store, graph)).toEqual(['first', 'second']);
      expect(await store.change({ when: has('first'), unless: has('third'), remove: add.slice(0, 1) })).toBe(true);
      expect(await texts(store, graph)).toEqual(['second']);
      expect(await store.change({ when: has('second') })).toBe(true);
    });

    test(
      'of changes that exclude each other exactly one is made, and whoever is told so made it',
      { timeout: 280_000 },
      async () => {
        const wide = newGraph();
        // Conditions that take the engine some time.
        await store.change({ add: Array.from({ length: 60 }, (_, at) => quad(wide, `wide-${at}`, 'wide')) });
        const slow = sparql`GRAPH ${iri(wide)} { ?a ?b ?c . ?d ?b ?c . ?e ?b ?c FILTER(?a != ?d) }`;
        for (let round = 0; round < under.rounds; round += 1) {
          const graph = newGraph();
          const unless = sparql`GRAPH ${iri(graph)} { ?s ?p ${literal('taken')} }`;
          const made = await Promise.all(
            Array.from({ length: PARALLEL }, (_, at) =>
              under.stores[at % 2]!.change(
                { when: slow, unless, add: [quad(graph, `by-${at}`, 'taken')] },
                { timeoutMs: 20_000 },
              ),
            ),
          );
          const winner = made.indexOf(true);
          expect(made.filter(Boolean)).toHaveLength(1);
          expect((await dumped(store, graph)).map(({ s }) => s.value)).toEqual([`https://hub.example/by-${winner}`]);
        }
      },
    );

    test('a graph that two replace at once holds what one of them made it hold', { timeout: 120_000 }, async () => {
      const graph = newGraph();
      for (let round = 0; round < 10; round += 1) {
        const added = under.stores.map((_, at) =>
          Array.from({ length: 20 }, (_, item) => quad(graph, `item-${item}`, `${round} by ${at}`)),
        );
        await Promise.all(
          under.stores.map((store, at) => store.change({ clear: [graph], add: added[at]! }, { timeoutMs: 20_000 })),
        );
        const held = await texts(store, graph);
        expect(held).toHaveLength(20);
        expect(new Set(held).size).toBe(1);
      }
    });

    test('a change is made only without the quads that forbid it', async () => {
      const graph = newGraph();
      const [one, two] = [quad(graph, 'a', 'one'), quad(graph, 'a', 'two')];
      expect(await store.change({ without: [one, two], add: [one] })).toBe(true);
      expect(await other.change({ without: [two, one], add: [two] })).toBe(false);
      expect(await store.change({ without: [two], add: [two] })).toBe(true);
      expect(await texts(other, graph)).toEqual(['one', 'two']);
    });

    test('a text reads back as it was, whatever is in it', async () => {
      const graph = newGraph();
      const written = [
        'plain',
        '',
        ' two  spaces ',
        'a "quoted" \\ text',
        'lines\nof\r\ntext\r\tand\ftabs\b',
        'ä € 🔌 \u{10FFFD} e\u0301',
        '<b>&amp;</b> } ; DROP ALL #',
        '\u0001\u007f\u0085\u2028',
        'x'.repeat(100_000),
      ];
      await store.change({ add: written.map((text, at) => quad(graph, `text-${at}`, text)) });
      const query = sparql`SELECT ?s ?o WHERE { GRAPH ${iri(graph)} { ?s ?p ?o } } ORDER BY ?s`;
      expect((await other.select(query, { s: asIri, o: asText })).map(({ o }) => o)).toEqual(written);
      expect((await dumped(other, graph)).map(({ o }) => o.value).toSorted()).toEqual(written.toSorted());
    });

    test('terms read back with their kind, datatype and language; what is read back can be removed', async () => {
      const graph = newGraph();
      const objects = [
        { type: 'uri', value: 'https://hub.example/%C3%A4?a=1&b#c' },
        { type: 'literal', value: 'Leistung', 'xml:lang': 'de' },
        { type: 'literal', value: '-1.5', datatype: `${XSD}decimal` },
        { type: 'literal', value: '3600', datatype: `${XSD}decimal` },
        { type: 'literal', value: 'true', datatype: `${XSD}boolean` },
        { type: 'literal', value: '2026-01-02T03:04:05Z', datatype: `${XSD}dateTime` },
        { type: 'literal', value: '01', datatype: 'https://hub.example/datatype' },
      ] as const;
      const add = objects.map((o, at) => ({ ...quad(graph, `term-${at}`, ''), o }));
      await store.change({ add });
      const query = sparql`SELECT ?o ?none WHERE { GRAPH ${iri(graph)} { ?s ?p ?o } } ORDER BY ?s`;
      const rows = await store.select(query, { o: asTerm, none: optional(asText) });
      expect(rows).toEqual(objects.map((o) => ({ o, none: null })));
      expect((await dumped(store, graph)).map(({ o }) => o)).toEqual(objects);
      // Engines may write other forms of these in their own way.
      const others = [
        { type: 'literal', value: '01', datatype: `${XSD}integer` },
        ...['1.50', '1', '-0', '.5', '100', '-020.10'].map(
          (value) => ({ type: 'literal', value, datatype: `${XSD}decimal` }) as const,
        ),
        { type: 'literal', value: '2026-01-02T03:04:05.000Z', datatype: `${XSD}dateTime` },
        { type: 'literal', value: 'en-GB', 'xml:lang': 'en-GB' },
      ] as const;
      await store.change({ clear: [graph], add: others.map((o, at) => ({ ...quad(graph, `term-${at}`, ''), o })) });
      const kept = await dumped(store, graph);
      expect(kept.map(({ o }) => o.datatype ?? o['xml:lang']?.toLowerCase())).toEqual(
        others.map((o) => ('datatype' in o ? o.datatype : 'en-gb')),
      );
      await store.change({ remove: inGraph(graph, kept) });
      expect(await dumped(store, graph)).toEqual([]);
    });

    test('a graph of ten thousand triples is added, selected and dumped', async () => {
      const graph = newGraph();
      const add = Array.from({ length: 10_000 }, (_, at) => quad(graph, `item-${at}`, `text of item ${at}`));
      await store.change({ add }, { timeoutMs: 30_000 });
      const query = sparql`SELECT ?s ?p ?o WHERE { GRAPH ${iri(graph)} { ?s ?p ?o } }`;
      const rows = await other.select(query, { s: asIri, p: asIri, o: asText }, { timeoutMs: 30_000 });
      expect(new Set(rows.map(({ s, o }) => `${s} ${o}`)).size).toBe(10_000);
      expect(await dumped(other, graph)).toHaveLength(10_000);
      await store.change({ clear: [graph] }, { timeoutMs: 30_000 });
      expect(await dumped(store, graph)).toEqual([]);
    });

    test('the shipped vocabulary is the same version on it', { timeout: 120_000 }, async () => {
      const hub = hubNamespaces('https://hub.example');
      const seeds = await readSeeds(fileURLToPath(new URL('../../seeds/', import.meta.url)), hub);
      const add = readTurtleInto(hub.vocabularyGraph, seeds);
      await store.change({ clear: [hub.vocabularyGraph], add }, { timeoutMs: 60_000 });
      const version = (triples: Iterable<Triple>): string => versionOf(tableOf(triples, hub), hub);
      expect(version(await dumped(other, hub.vocabularyGraph))).toBe(version(add));
    });

    test('a graph that nothing was written to is empty', async () => {
      expect(await dumped(store, newGraph())).toEqual([]);
      expect(await texts(store, newGraph())).toEqual([]);
    });

    test('a row that is not what was promised is a RowError, a query that is none a StoreError', async () => {
      const graph = newGraph();
      await store.change({ add: [quad(graph, 'a', 'text')] });
      const query = sparql`SELECT ?o WHERE { GRAPH ${iri(graph)} { ?s ?p ?o } }`;
      await expect(store.select(query, { o: asIri })).rejects.toThrow(RowError);
      await expect(store.select(unsafeRawSparql('SELEKT *'), {})).rejects.toThrow(StoreError);
      await expect(store.change({ when: unsafeRawSparql('nothing'), add: [] })).rejects.toThrow(StoreError);
      await expect(store.change({ add: [{ ...quad(graph, 'a', 'b'), p: 'no iri' }] })).rejects.toThrow(StoreError);
      expect(await texts(store, graph)).toEqual(['text']);
    });

    test('listeners are told of changes that were made, with their graphs, until they end it', async () => {
      const [graph, emptied, left] = [newGraph(), newGraph(), newGraph()];
      const heard: string[][] = [];
      const end = store.onChange((touched) => heard.push([...touched].toSorted()));
      await store.change({ clear: [emptied], remove: [quad(left, 'a', 'x')], add: [quad(graph, 'a', 'x')] });
      await store.change({ unless: sparql`GRAPH ${iri(graph)} { ?s ?p ?o }`, add: [quad(graph, 'b', 'y')] });
      end();
      await store.change({ add: [quad(graph, 'c', 'z')] });
      expect(heard).toEqual([[graph, emptied, left].toSorted()]);
    });

    test('what the caller has given up is not done', async () => {
      const graph = newGraph();
      const signal = AbortSignal.abort(new Error('gone'));
      await expect(store.change({ add: [quad(graph, 'a', 'x')] }, { signal })).rejects.toThrow(StoreError);
      await expect(store.select(sparql`SELECT ?s WHERE { ?s ?p ?o }`, { s: asIri }, { signal })).rejects.toThrow(
        StoreError,
      );
      await expect(async () => {
        for await (const triple of store.dump(graph, { signal })) expect(triple).toBeUndefined();
      }).rejects.toThrow(StoreError);
      expect(await texts(store, graph)).toEqual([]);
    });

    test('forgetting takes nothing that is there', async () => {
      const graph = newGraph();
      await store.change({ add: [quad(graph, 'a', 'stays'), quad(graph, 'b', 'goes')] });
      await store.change({ remove: [quad(graph, 'b', 'goes')] });
      await store.forget(graph);
      expect(await texts(store, graph)).toEqual(['stays']);
    });

    test('whatever is asked of a closed store is a StoreError; what was asked before is done', async () => {
      const again = await start();
      const [closed] = again.stores;
      const graph = newGraph();
      const late = closed.change({ add: [quad(graph, 'a', 'x')] });
      await closed.close();
      expect(await late).toBe(true);
      await expect(closed.change({ add: [quad(graph, 'a', 'y')] })).rejects.toThrow(StoreError);
      await expect(closed.select(sparql`SELECT ?s WHERE { ?s ?p ?o }`, { s: asIri })).rejects.toThrow(StoreError);
      await expect(dumped(closed, graph)).rejects.toThrow(StoreError);
      await again.stop();
    });
  });
}
