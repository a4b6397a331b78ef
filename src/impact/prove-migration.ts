import * as oxigraph from 'oxigraph';
import type { Triple } from '../rdf/triple.ts';
import { TripleLineWriter } from '../rdf/triple-lines.ts';
import { NODE, stepOf } from './labelled-graph.ts';

/**
 * Whether a SPARQL Update makes of one graph the other. It is run. The engine has one form for each value of a number or a time, so that
 * both are read by it.
 *
 * @param before with labelled nodes, as `labelGraph` gives them
 * @param keyOf the key whose predicate an IRI is
 */
export function provesMigration(
  update: string,
  before: Iterable<Triple>,
  after: Iterable<Triple>,
  keyOf: (predicate: string) => string | null,
): boolean {
  const store = storeOf(before);
  store.update(update);
  const expected = linesOf(storeOf(after), new Map());
  const made = linesOf(store, namesOfNew(store, keyOf));
  return made.size === expected.size && [...made].every((line) => expected.has(line));
}

function storeOf(triples: Iterable<Triple>): oxigraph.Store {
  const writer = new TripleLineWriter();
  const store = new oxigraph.Store();
  store.load(Array.from(triples, (triple) => writer.line(triple)).join(''), { format: 'application/n-triples' });
  return store;
}

/**
 * What a conversion would have labelled the nodes that the update made: by the node that leads to them and the predicate. Twins of one
 * predicate have no such name, and then the graphs differ.
 */
function namesOfNew(store: oxigraph.Store, keyOf: (predicate: string) => string | null): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const links = store.match().filter(({ object }) => object.termType === 'BlankNode');
  for (let known = -1; known < names.size;) {
    known = names.size;
    for (const { subject, predicate, object } of links) {
      const parent = subject.termType === 'BlankNode' ? names.get(subject.value) : subject.value;
      if (parent?.startsWith(NODE) !== true || names.has(object.value)) continue;
      names.set(object.value, `${parent}/${stepOf(predicate.value, 0, keyOf)}`);
    }
  }
  return names;
}

function linesOf(store: oxigraph.Store, names: ReadonlyMap<string, string>): Set<string> {
  const nameOf = (term: oxigraph.Term): string => {
    const name = term.termType === 'BlankNode' ? names.get(term.value) : undefined;
    return name === undefined ? term.toString() : `<${name}>`;
  };
  return new Set(
    store.match().map(({ subject, predicate, object }) => `${nameOf(subject)} ${predicate.value} ${nameOf(object)}`),
  );
}
