import { expect, test } from 'vitest';
import { boundIri } from '../../src/rdf/bound-terms.ts';
import { RDF_TYPE, SKOS } from '../../src/rdf/namespaces.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { NeededTriples } from '../../src/vocabulary/registry/needed-triples.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { HUB } from './seeded.ts';

const COUNT = 20_000;
const category = (number: number): string => `${HUB.vocabulary}category/c${number}`;
const inCategory = (iri: string, number: number): Triple => ({
  s: boundIri(iri),
  p: `${SKOS}broader`,
  o: boundIri(category(number)),
});

test('a term in a category of thousands of categories in one another needs all of these', () => {
  const triples = Array.from({ length: COUNT }, (_, at): Triple[] => {
    const isOne = { s: boundIri(category(at)), p: RDF_TYPE, o: boundIri(`${HUB.ontology}Category`) };
    return at === 0 ? [isOne] : [isOne, inCategory(category(at), at - 1)];
  }).flat();
  const needed = new NeededTriples(tableOf(triples, HUB), HUB);
  needed.addAll([inCategory(`${HUB.vocabulary}load-kW`, COUNT - 1)]);
  expect(needed.triples).toHaveLength(triples.length + 1);
});
