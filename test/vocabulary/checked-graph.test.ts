import { expect, test } from 'vitest';
import type { Triple } from '../../src/rdf/triple.ts';
import { CheckedGraph } from '../../src/vocabulary/shapes/checked-graph.ts';
import { tableOf } from '../../src/vocabulary/triple-table.ts';
import { HUB } from './seeded.ts';

const iri = (value: string) => ({ type: 'uri' as const, value });

/** Subjects that cite one object, by two properties, some by both, and one more in the background. */
function graphOf(count: number): { readonly graph: CheckedGraph; readonly triples: readonly Triple[] } {
  const triples = Array.from({ length: count }, (_, at): Triple[] => {
    const s = iri(`https://hub.example/vocabulary/s${at}`);
    const by = (p: string): Triple => ({ s, p: `https://hub.example/ontology#${p}`, o: iri('urn:shared') });
    return [...(at % 3 === 0 ? [] : [by('one')]), ...(at % 2 === 0 ? [] : [by('other')])];
  }).flat();
  const background = [{ s: iri('urn:known'), p: 'https://hub.example/ontology#one', o: iri('urn:shared') }];
  return { graph: new CheckedGraph(tableOf(triples, HUB), background), triples: [...triples, ...background] };
}

test.each([5, 33, 200])('what cites an object by a property is found, of %i subjects that may', (count) => {
  const { graph, triples } = graphOf(count);
  const object = graph.number(iri('urn:shared'));
  for (const p of ['one', 'other', 'none'].map((name) => `https://hub.example/ontology#${name}`)) {
    const found = graph.subjects(graph.number(iri(p)), object).map((subject) => graph.term(subject).value);
    const expected = triples.filter((triple) => triple.p === p).map(({ s }) => s.value);
    expect(found.toSorted()).toEqual(expected.toSorted());
  }
  const all: string[] = [];
  graph.find(-1, -1, object, (s, p) => all.push(`${graph.term(s).value} ${graph.term(p).value}`) === 0);
  expect(all.toSorted()).toEqual(triples.map(({ s, p }) => `${s.value} ${p}`).toSorted());
});
