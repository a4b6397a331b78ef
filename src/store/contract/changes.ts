import { iri, literal, sparql, type Sparql } from '../../rdf/sparql.ts';
import type { Triple } from '../../rdf/triple.ts';
import { named, dumped, quad, requireSame, texts, type Check } from './check.ts';

const PARALLEL = 8;
const PATIENCE = { timeoutMs: 20_000 };

/** What a change does, alone and beside others. */
export const CHECKS_OF_CHANGES: readonly Check[] = [
  {
    name: 'what was changed is read by all, removed before added',
    async run({ stores: [store, other], newGraph }) {
      const graph = newGraph();
      const first = await store.change({ add: [quad(graph, 'a', 'one'), quad(graph, 'b', 'two')] });
      requireSame('the first change', first, true);
      requireSame('the graph', await texts(other, graph), ['one', 'two']);
      const second = await other.change({
        remove: [quad(graph, 'a', 'one'), quad(graph, 'b', 'two'), quad(graph, 'c', 'never was')],
        add: [quad(graph, 'b', 'two'), quad(graph, 'c', 'three')],
      });
      requireSame('the second change', second, true);
      requireSame('the graph', await texts(store, graph), ['three', 'two']);
    },
  },
  {
    name: 'a graph is emptied before anything is added to it, and no other graph is',
    async run({ stores: [store], newGraph }) {
      const [graph, neighbour] = [newGraph(), newGraph()];
      await store.change({ add: [quad(graph, 'a', 'old'), quad(neighbour, 'a', 'neighbour')] });
      await store.change({ clear: [graph, newGraph()], add: [quad(graph, 'b', 'new')] });
      requireSame('the graph', await texts(store, graph), ['new']);
      requireSame('its neighbour', await texts(store, neighbour), ['neighbour']);
      await store.change({ clear: [graph] });
      requireSame('the emptied graph', await texts(store, graph), []);
    },
  },
  {
    name: 'a graph is filled with triples that are made while they are walked, with all else of the change',
    async run({ stores: [store, other], newGraph }) {
      const [graph, neighbour] = [newGraph(), newGraph()];
      const makeTriples = function* (): Generator<Triple> {
        for (let at = 0; at < 5; at++) yield quad(graph, `filled-${at}`, `text ${at}`);
      };
      const triples = { [Symbol.iterator]: makeTriples };
      await store.change({ add: [quad(graph, 'a', 'old')] });
      const told: ReadonlySet<string>[] = [];
      const end = store.onChange((touched) => told.push(touched));
      const change = { clear: [graph], add: [quad(neighbour, 'a', 'beside')], fill: { graph, triples } };
      const isForbidden = await store.change({ ...change, when: sparql`GRAPH ${iri(neighbour)} { ?s ?p ?o }` });
      requireSame('a change whose condition does not hold', isForbidden, false);
      requireSame('the change', await store.change(change), true);
      end();
      requireSame('what listeners were told', told, [new Set([graph, neighbour])]);
      requireSame(
        'the graph',
        await texts(other, graph),
        Array.from(triples, ({ o }) => o.value),
      );
      requireSame('its neighbour', await texts(other, neighbour), ['beside']);
    },
  },
  {
    name: 'a change is made only when its conditions allow it, and whole or not at all',
    async run({ stores: [store], newGraph }) {
      const graph = newGraph();
      const has = (text: string): Sparql => sparql`GRAPH ${iri(graph)} { ?s ?p ${literal(text)} }`;
      const add = [quad(graph, 'a', 'first'), quad(graph, 'b', 'second')];
      requireSame('when what is not there', await store.change({ when: has('first'), add }), false);
      requireSame('unless what is not there', await store.change({ unless: has('first'), add }), true);
      const isReplaced = store.change({ unless: has('first'), clear: [graph], add: [quad(graph, 'c', 'third')] });
      requireSame('unless what is there', await isReplaced, false);
      const isRemoved = store.change({ when: has('first'), unless: has('second'), remove: add });
      requireSame('when one, unless another, both there', await isRemoved, false);
      requireSame('the graph', await texts(store, graph), ['first', 'second']);
      const isMade = store.change({ when: has('first'), unless: has('third'), remove: add.slice(0, 1) });
      requireSame('when one, unless another, one there', await isMade, true);
      requireSame('the graph', await texts(store, graph), ['second']);
      requireSame('a change of nothing', await store.change({ when: has('second') }), true);
    },
  },
  {
    name: 'of changes that exclude each other exactly one is made, and whoever is told so made it',
    async run({ stores, rounds, newGraph }) {
      const [store] = stores;
      const wide = newGraph();
      // Conditions that take the engine some time.
      await store.change({ add: Array.from({ length: 60 }, (_, at) => quad(wide, `wide-${at}`, 'wide')) });
      const slow = sparql`GRAPH ${iri(wide)} { ?a ?b ?c . ?d ?b ?c . ?e ?b ?c FILTER(?a != ?d) }`;
      for (let round = 0; round < rounds; round += 1) {
        const graph = newGraph();
        const unless = sparql`GRAPH ${iri(graph)} { ?s ?p ${literal('taken')} }`;
        const made = await Promise.all(
          Array.from({ length: PARALLEL }, (_, at) =>
            stores[at % 2]!.change({ when: slow, unless, add: [quad(graph, `by-${at}`, 'taken')] }, PATIENCE),
          ),
        );
        requireSame('how many of them were made', made.filter(Boolean).length, 1);
        const found = (await dumped(store, graph)).map(({ s }) => s.value);
        requireSame('the graph', found, [named(`by-${made.indexOf(true)}`)]);
      }
    },
  },
  {
    name: 'a graph that two replace at once holds what one of them made it hold',
    async run({ stores, newGraph }) {
      const graph = newGraph();
      for (let round = 0; round < 10; round += 1) {
        const added = stores.map((_, at) =>
          Array.from({ length: 20 }, (_, item) => quad(graph, `item-${item}`, `${round} by ${at}`)),
        );
        await Promise.all(stores.map((store, at) => store.change({ clear: [graph], add: added[at]! }, PATIENCE)));
        const held = await texts(stores[0], graph);
        requireSame('how many triples it holds', held.length, 20);
        requireSame('by how many they are', new Set(held).size, 1);
      }
    },
  },
  {
    name: 'a change is made only without the quads that forbid it',
    async run({ stores: [store, other], newGraph }) {
      const graph = newGraph();
      const [one, two] = [quad(graph, 'a', 'one'), quad(graph, 'a', 'two')];
      requireSame('without two', await store.change({ without: [one, two], add: [one] }), true);
      requireSame('with one of two', await other.change({ without: [two, one], add: [two] }), false);
      requireSame('without one', await store.change({ without: [two], add: [two] }), true);
      requireSame('the graph', await texts(other, graph), ['one', 'two']);
    },
  },
  {
    name: 'a change that only adds need not wait for others',
    async run({ stores: [store, other], newGraph }) {
      const graph = newGraph();
      const change = { add: [quad(graph, 'a', 'one'), quad(graph, 'b', 'two')], isUnordered: true };
      requireSame('each of both', await Promise.all([store.change(change), other.change(change)]), [true, true]);
      requireSame('the graph', await texts(store, graph), ['one', 'two']);
    },
  },
];
