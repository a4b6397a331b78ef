import { expect, test } from 'vitest';
import type { Triple } from '../../src/rdf/triple.ts';
import { CheckedGraph } from '../../src/vocabulary/shapes/checked-graph.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
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

test.each([5, 257, 600])(
  'whether a subject cites an object, and by which properties, is found among %i of its triples',
  (count) => {
    const subject = iri('https://hub.example/vocabulary/');
    const object = (at: number) => iri(`https://hub.example/vocabulary/o${at}`);
    const by = (name: string) => `https://hub.example/ontology#${name}`;
    const triples = Array.from({ length: count }, (_, at): Triple[] => [
      { s: subject, p: by('one'), o: object(at) },
      ...(at % 3 === 0 ? [{ s: subject, p: by('other'), o: object(at) }] : []),
    ]).flat();
    const graph = new CheckedGraph(tableOf(triples, HUB), []);
    const [from, one, other] = [subject, iri(by('one')), iri(by('other'))].map((term) => graph.number(term)) as [
      number,
      number,
      number,
    ];
    for (let at = 0; at <= count; at++) {
      const to = graph.number(object(at));
      expect([graph.has(from, one, to), graph.has(from, other, to)]).toEqual([at < count, at < count && at % 3 === 0]);
      const properties: number[] = [];
      graph.find(from, -1, to, (_s, property) => properties.push(property) === 0);
      expect(properties).toHaveLength(at === count ? 0 : at % 3 === 0 ? 2 : 1);
    }
  },
);
