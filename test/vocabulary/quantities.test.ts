import { expect, test } from 'vitest';
import {
  facetsOfTerm,
  findQuantity,
  listFacets,
  pathOf,
  prepareFacets,
  quantityOfTerm,
} from '../../src/vocabulary/describe/quantities.ts';
import { selectQuantities } from '../../src/vocabulary/search/select-terms.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { HUB, seededVocabulary } from './seeded.ts';
import { smallStore } from './small-vocabulary.ts';

const vocabulary = await seededVocabulary();
const SOMEBODY = { client: 'somebody' };

test('each term with a unit is a variant of one quantity, with the same facets', () => {
  const terms = [...vocabulary.terms.values()];
  const quantities = new Set(terms.map((term) => quantityOfTerm(vocabulary, term)).filter((found) => found !== null));
  const variants = [...quantities].flatMap((quantity) => quantity.variants);
  const measured = terms.filter(({ unit }) => unit !== null);
  expect(new Set(variants)).toEqual(new Set(measured));
  expect(variants).toHaveLength(measured.length);
  for (const quantity of quantities) {
    expect(findQuantity(vocabulary, quantity.name)).toBe(quantity);
    for (const term of quantity.variants) {
      expect(quantityOfTerm(vocabulary, term)).toBe(quantity);
      // A deprecated variant may be something else: that is why it is deprecated.
      if (term.deprecated) continue;
      // The kelvin is no unit of a Celsius temperature.
      const kind = term.unit?.endsWith('unit/K') === true ? /Temperature/ : new RegExp(`^${quantity.quantityKind}$`);
      expect(term.quantityKind).toMatch(kind);
      expect(facetsOfTerm(vocabulary, term), term.name).toEqual(quantity.facets);
    }
  }
});

test('a quantity has texts without a unit, its kind, pattern and facets', () => {
  expect(findQuantity(vocabulary, 'active_power_import')).toMatchObject({
    iri: `${HUB.vocabulary}quantity/active_power_import`,
    quantityKind: 'http://qudt.org/vocab/quantitykind/ActivePower',
    pattern: 'observation',
  });
  const { label, facets, variants } = findQuantity(vocabulary, 'active_power_import')!;
  expect(label).not.toContain('W');
  expect(facets.map(pathOf)).toEqual(['direction/import', 'place/connection_point', 'side/AC', 'stage/measured']);
  expect(variants.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['active_power_import-W', 'active_power_import-kW']),
  );
});

test('a facet has its values, each with texts', () => {
  const facets = listFacets(vocabulary);
  expect(facets.map(({ name }) => name)).toEqual([
    'aggregation',
    'direction',
    'gross_net',
    'phase',
    'place',
    'side',
    'stage',
  ]);
  for (const { values, description } of facets) {
    expect(description).toMatch(/\.$/);
    expect(values.length).toBeGreaterThan(1);
    for (const value of values) expect([value.label, value.description]).not.toContain('');
  }
});

test('values of facets are read with rests between them, and what is read meanwhile stays', async () => {
  const count = 1000;
  const value = (at: number): string =>
    `<facet/kind/k${at}> a hub:FacetValue ; skos:notation "k${at}" ; skos:inScheme <facet/kind> .`;
  const facet = '<facet/kind> a hub:Facet ; skos:notation "kind" .';
  const store = await smallStore([facet, ...Array.from({ length: count }, (_, at) => value(at))].join('\n'));
  const [alone, shared] = [await readVocabulary(store, HUB), await readVocabulary(store, HUB)];
  expect([...prepareFacets(alone)].length).toBeGreaterThan(count);
  expect(listFacets(alone)[0]!.values).toHaveLength(count);
  expect([...prepareFacets(alone)]).toEqual([]);
  const steps = prepareFacets(shared);
  steps.next();
  const meanwhile = listFacets(shared);
  expect([...steps].length).toBeGreaterThan(0);
  expect(listFacets(shared)).toBe(meanwhile);
});

test('a term without a unit has no quantity, and a vocabulary of the first edition has none at all', async () => {
  expect(quantityOfTerm(vocabulary, vocabulary.terms.get('timestamp')!)).toBeNull();
  expect(facetsOfTerm(vocabulary, vocabulary.terms.get('timestamp')!)).toEqual([]);
  const small = await readVocabulary(await smallStore(), HUB);
  expect(listFacets(small)).toEqual([]);
  for (const term of small.terms.values()) expect(quantityOfTerm(small, term)).toBeNull();
});

test('a search has each quantity once, with the score of the best of its terms', async () => {
  const found = await selectQuantities(vocabulary, { text: 'active power import' }, SOMEBODY);
  const names = found.map(({ quantity }) => quantity.name);
  expect(new Set(names).size).toBe(names.length);
  const best = found.toSorted((a, b) => b.score! - a.score!)[0]!;
  expect(best.quantity.name).toBe('active_power_import');
});

test.each([
  [['direction/export', 'aggregation/register'], 'active_energy_export'],
  [[`${HUB.vocabulary}facet/direction/export`, 'vocab:facet/aggregation/register'], 'active_energy_export'],
])('terms that have all of the facets %j are selected', async (facets, name) => {
  const found = await selectQuantities(vocabulary, { facets }, SOMEBODY);
  expect(found.map(({ quantity }) => quantity.name)).toContain(name);
  for (const { quantity } of found)
    expect(quantity.facets.map(pathOf)).toEqual(expect.arrayContaining(['direction/export', 'aggregation/register']));
});

test.each(['direction/up', 'export', '', 'direction/', 'none/export'])('no term has the facet %j', async (facet) => {
  expect(await selectQuantities(vocabulary, { facets: [facet] }, SOMEBODY)).toEqual([]);
});
