import { expect, test } from 'vitest';
import { findEntities, type EntityReference } from '../../src/vocabulary/describe/find-entities.ts';
import type { Category } from '../../src/vocabulary/vocabulary.ts';
import { HUB, seededVocabulary } from './seeded.ts';

const vocabulary = await seededVocabulary();

test('terms and categories are found by their names and by their IRIs, in the order of the references', () => {
  const [category, other] = [vocabulary.categories[0]!, vocabulary.categories.at(-1)!];
  const term = vocabulary.terms.get('active_power-kW')!;
  const references: EntityReference[] = [
    { type: 'Category', iri: other.iri },
    { type: 'Term', name: term.name },
    { type: 'Category', name: category.name },
    { type: 'Term', iri: term.iri },
    { type: 'Category', name: 'nothing' },
    { type: 'Category', iri: term.iri },
    { type: 'Category', iri: `${HUB.vocabulary}category/nothing` },
    { type: 'Term', iri: category.iri },
  ];
  const told = ({ name, iri, label, description }: Category): object => ({
    name,
    iri,
    label,
    description,
    entityType: 'Category',
  });
  const found = findEntities(vocabulary, references);
  expect(found[0]).toEqual(told(other));
  expect(found[2]).toEqual(told(category));
  const { label, rows, unit } = term;
  for (const at of [1, 3])
    expect(found[at]).toMatchObject({ name: term.name, iri: term.iri, label, rows, unit, entityType: 'Term' });
  expect(found.slice(4)).toEqual([null, null, null, null]);
});

test('of categories those alone are read that are asked for: there may be as many as terms', () => {
  let reads = 0;
  const categories = vocabulary.categories.map(({ name, iri, label, description }) => ({
    name,
    label,
    description,
    get iri(): string {
      reads++;
      return iri;
    },
  }));
  const { name, iri } = vocabulary.categories[1]!;
  const found = findEntities({ ...vocabulary, categories }, [
    { type: 'Category', name },
    { type: 'Category', iri },
  ]);
  expect(found).toMatchObject([{ iri }, { iri }]);
  expect(reads).toBeLessThan(categories.length);
});
