import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupBy } from '../../src/group-by.ts';
import { draftTerm } from '../../src/suggestions/draft-term.ts';
import { describeResource } from '../../src/vocabulary/describe/descriptions.ts';
import { prefixesOfTerm } from '../../src/vocabulary/describe/prefix-uses.ts';
import { facetsOfTerm, listFacets, pathOf, quantityOfTerm } from '../../src/vocabulary/describe/quantities.ts';
import { extendTable, lackingIn } from '../../src/vocabulary/extend-table.ts';
import { extendVocabulary } from '../../src/vocabulary/registry/extend-vocabulary.ts';
import { countTerms } from '../../src/vocabulary/search/count-terms.ts';
import { countItems, countValues, dropCounts, mostFrequent } from '../../src/vocabulary/search/count-values.ts';
import { searchTerms } from '../../src/vocabulary/search/find-terms.ts';
import { columnsOf, type ListColumns } from '../../src/vocabulary/search/list-columns.ts';
import { findTermRows, listFoundTerms, type TermSelection } from '../../src/vocabulary/search/list-terms.ts';
import { selectTerms, type TermOrder } from '../../src/vocabulary/search/select-terms.ts';
import { sortedPart } from '../../src/vocabulary/search/sorted-part.ts';
import { copyOfTerm, unitOfName } from '../../src/vocabulary/terms.ts';
import { NO_REST } from '../../src/vocabulary/thread-slices.ts';
import type { Term, Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { HUB, seededVocabulary } from './seeded.ts';

const vocabulary = await seededVocabulary();
const SEARCHER = { client: 'somebody' };
const ALL = { criteria: {}, order: 'name' } as const;

test('a part of an order is what sorting all finds there, whatever stands behind it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(9), { maxLength: 3000, size: 'max' }),
      fc.nat(40),
      fc.nat(40),
      async (keys, from, length) => {
        const isBefore = (a: number, b: number): boolean => (keys[a] === keys[b] ? a < b : keys[a]! < keys[b]!);
        const sorted = [...keys.keys()].sort((a, b) => (isBefore(a, b) ? -1 : 1));
        const numbers = Uint32Array.from(keys.keys());
        expect(await sortedPart(numbers, from, from + length, isBefore, NO_REST)).toEqual(
          sorted.slice(from, from + length),
        );
        expect(await sortedPart(numbers, 0, Infinity, isBefore, NO_REST)).toEqual(sorted);
      },
    ),
    { numRuns: 40 },
  );
});

test.each([
  ['ascend', (at: number) => at],
  ['descend', (at: number) => -at],
  ['ascend behind one that comes last', (at: number) => (at === 0 ? Infinity : at)],
  ['ascend and descend', (at: number) => Math.min(at, 8000 - at)],
  ['come in turn', (at: number) => at % 7],
])('to find a part of numbers that %s takes some comparisons for each', async (_, keyOf) => {
  let comparisons = 0;
  const isBefore = (a: number, b: number): boolean => {
    comparisons++;
    return keyOf(a) === keyOf(b) ? a < b : keyOf(a) < keyOf(b);
  };
  const numbers = Uint32Array.from({ length: 16_000 }, (_each, at) => at);
  expect(await sortedPart(numbers, 40, 90, isBefore, NO_REST)).toHaveLength(50);
  // Four or five, by chance; each with each would be thousands.
  expect(comparisons / numbers.length).toBeLessThan(50);
});

test('the beginning of an order of a hundred thousand is found in little more than one pass', async () => {
  const keys = Uint32Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 100_003);
  let comparisons = 0;
  const isBefore = (a: number, b: number): boolean => {
    comparisons++;
    return keys[a]! < keys[b]!;
  };
  const found = await sortedPart(Uint32Array.from(keys.keys()), 0, 50, isBefore, NO_REST);
  expect(found.map((at) => keys[at])).toEqual(Array.from(keys.toSorted().subarray(0, 50)));
  // From two to five, by chance, where any of them is the pivot.
  expect(comparisons / keys.length).toBeLessThan(1.5);
});

describe('rows are those of all terms in order, each quantity where the first of its terms stands', () => {
  const orders: TermOrder[] = ['name', 'label', 'category', 'unit', 'relevance'];
  test.each([undefined, 'power', 'de', 'actve powr'].flatMap((text) => orders.map((order) => [text, order] as const)))(
    '%s by %s',
    async (text, order) => {
      const found = new Map(
        text === undefined
          ? []
          : (await searchTerms(vocabulary, text, Infinity, SEARCHER)).map(({ term, score }) => [term, score]),
      );
      const keyOf = (term: Term): string | number =>
        ({
          name: term.name,
          label: term.label.toLowerCase(),
          category: term.category,
          // Behind all that have one.
          unit: (term.unit === null ? null : unitOfName(term.name)) ?? '\uffff',
          relevance: -(found.get(term) ?? 0),
        })[order];
      const selected = [...vocabulary.terms.values()].filter((term) => text === undefined || found.has(term));
      const compare = (a: string | number, b: string | number): number => (a < b ? -1 : Number(a > b));
      const sorted = selected.sort((a, b) => compare(keyOf(a), keyOf(b)) || compare(a.name, b.name));
      const rows = groupBy(sorted, (term) => quantityOfTerm(vocabulary, term)?.iri ?? term.iri);
      const selection: TermSelection = { criteria: text === undefined ? {} : { text }, order };
      const names = (terms: readonly { readonly name: string }[]): string[] => terms.map(({ name }) => name);
      expect((await findTermRows(vocabulary, selection, SEARCHER)).map(names)).toEqual([...rows.values()].map(names));
      const page = { language: 'en', skip: 7, first: 5, withCounts: false };
      const listing = await listFoundTerms(vocabulary, { ...selection, ...page }, SEARCHER);
      expect(listing.rows.map(({ terms }) => names(terms))).toEqual([...rows.values()].slice(7, 12).map(names));
      expect([listing.rowCount, listing.termCount]).toEqual([rows.size, sorted.length]);
    },
  );
});

test('each value is counted as often as a listed term has it', async () => {
  const query = { ...ALL, criteria: { text: 'power' }, language: 'en', skip: 0, first: 0, withCounts: true };
  const { counts } = await listFoundTerms(vocabulary, query, SEARCHER);
  const terms = (await findTermRows(vocabulary, query, SEARCHER)).flat();
  const valuesOf = (by: string, term: Term): string[] => {
    if (by === 'facet') return facetsOfTerm(vocabulary, term).map(pathOf);
    if (by === 'quantity') return [quantityOfTerm(vocabulary, term)?.name ?? []].flat();
    if (by === 'unit') return term.unit === null ? [] : [unitOfName(term.name)!];
    return [by === 'deprecated' ? String(term.deprecated) : term[by as 'category' | 'datatype']];
  };
  expect(new Set(counts.map(({ by }) => by))).toEqual(
    new Set(['category', 'quantity', 'unit', 'facet', 'datatype', 'deprecated']),
  );
  for (const { by, values } of counts)
    for (const { value, count } of values)
      expect([value, count]).toEqual([value, terms.filter((term) => valuesOf(by, term).includes(value)).length]);
});

test.each(['en', 'de'])(
  'others can have the thread between any two values that are counted, in %s',
  async (language) => {
    const selected = await selectTerms(vocabulary, {}, SEARCHER);
    let rests = 0;
    const counts = await countTerms(vocabulary, selected, language, [], async () => void rests++);
    const values = counts.filter(({ by }) => by !== 'quantity').flatMap((each) => each.values);
    expect(new Set(counts.map(({ by }) => by))).toEqual(
      new Set(['category', 'quantity', 'unit', 'facet', 'datatype', 'deprecated']),
    );
    expect(values.length).toBeGreaterThan(50);
    expect(rests).toBeGreaterThan(values.length);
  },
);

describe('terms that have values of facets', () => {
  const iriOf = (path: string): string =>
    listFacets(vocabulary)
      .flatMap(({ values }) => values)
      .find((value) => pathOf(value) === path)!.iri;
  const namesOf = async (facets: readonly string[], of = vocabulary): Promise<string[]> => {
    const { columns, places } = await selectTerms(of, { facets }, SEARCHER);
    return Array.from(places, (place) => columns.terms[place]!.name);
  };

  test.each([
    ['one, by its path', ['direction/import']],
    ['one, by its IRI', [iriOf('direction/import')]],
    ['one, by its prefixed name', [iriOf('direction/import').replace(HUB.vocabulary, 'vocab:')]],
    ['one, twice', ['direction/import', iriOf('direction/import')]],
    ['two', ['direction/import', 'phase/L1']],
    ['one that is no value', ['direction/import', 'direction/sideways']],
    ['two that exclude each other', ['direction/import', 'direction/export']],
  ])('%s', async (_, facets) => {
    const paths = facets.map((facet) => facet.replace(/^(?:vocab:|https?:.*vocabulary\/)facet\//, ''));
    const terms = [...vocabulary.terms.values()];
    const found = terms.filter((term) => {
      const own = facetsOfTerm(vocabulary, term).map(pathOf);
      return paths.every((path) => own.includes(path));
    });
    expect((await namesOf(facets)).toSorted()).toEqual(found.map(({ name }) => name).toSorted());
  });

  test('what is asked for is read once, however many sets of values terms have', async () => {
    let reads = 0;
    const counted = new Proxy(vocabulary, {
      get(target, member: keyof Vocabulary) {
        if (member === 'prefixes') reads++;
        return target[member];
      },
    });
    expect(await namesOf(['vocab:facet/direction/import', 'phase/L1'], counted)).not.toHaveLength(0);
    expect(reads).toBe(1);
  });
});

test('of many quantities the most frequent are counted, and the others told as a number', async () => {
  const query = { ...ALL, language: 'de', skip: 0, first: 0, withCounts: true };
  const { counts } = await listFoundTerms(vocabulary, query, SEARCHER);
  const { values, omitted } = counts.find(({ by }) => by === 'quantity')!;
  const measured = [...vocabulary.terms.values()].flatMap((term) => quantityOfTerm(vocabulary, term)?.name ?? []);
  const byName = groupBy(measured, (name) => name);
  expect(values.length + omitted).toBe(byName.size);
  expect(values).toHaveLength(200);
  const numbers = [...byName.values()].map(({ length }) => length).toSorted((a, b) => b - a);
  expect(values.map(({ count }) => count)).toEqual(numbers.slice(0, 200));
  expect(values.find(({ value }) => value === 'active_power')).toEqual({
    value: 'active_power',
    label: 'Wirkleistung',
    count: byName.get('active_power')!.length,
  });
});

test('of hundreds of categories two hundred are told, and those of the terms that are listed', async () => {
  const { columns, places } = await selectTerms(vocabulary, {}, SEARCHER);
  const values = Array.from({ length: 300 }, (_, number) => `c${number}`);
  const numbers = places.map((place) => (place < 300 ? place : 7));
  const category = { numbers, values, numberOf: (value: string) => values.indexOf(value) };
  const listed = [{ category: 'c299' }, { category: 'c299' }, { category: 'c3' }];
  const counts = await countTerms(vocabulary, { columns: { ...columns, category }, places }, 'en', listed, NO_REST);
  const told = counts.find(({ by }) => by === 'category')!;
  expect(told.values[0]).toEqual({ value: 'c7', label: 'c7', count: places.length - 299 });
  const names = told.values.map(({ value }) => value);
  expect(new Set(names)).toEqual(new Set([...values.slice(0, 200), 'c299']));
  expect([names.length, told.omitted]).toEqual([201, 99]);
});

test('the most frequent values of some places are those that sorting all finds, of equally frequent ones what comes first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(20), { maxLength: 200, size: 'max' }),
      fc.infiniteStream(fc.boolean()),
      fc.integer({ min: 1, max: 30 }),
      async (values, chosen, most) => {
        const places = [...values.keys()].filter(() => chosen.next().value);
        // Sorting is stable, and each value stands where the first of its places does.
        const sorted = [...groupBy(places, (place) => values[place]!)].toSorted(([, a], [, b]) => b.length - a.length);
        const counted = await countValues(Uint32Array.from(values), 21, Uint32Array.from(places), NO_REST);
        const found = await mostFrequent(counted, most, NO_REST);
        expect(found.most.map((value) => [value, counted.counts[value]])).toEqual(
          sorted.slice(0, most).map(([value, { length }]) => [value, length]),
        );
        expect(found.omitted).toBe(Math.max(0, sorted.length - most));
        // The next values are counted in the same memory.
        dropCounts(counted);
      },
    ),
    { numRuns: 100 },
  );
});

test('items of lists are counted as often as lists that have them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.uniqueArray(fc.nat(5)), fc.nat(3))), (lists) => {
      const items = lists.flatMap(([list]) => list);
      let end = 0;
      const ends = Uint32Array.from(lists, ([list]) => (end += list.length));
      const counts = Uint32Array.from(lists, ([, times]) => times);
      const firsts = Uint32Array.from(lists.keys(), (at) => 100 - at);
      const numbers = Uint32Array.from(lists.keys()).filter((at) => counts[at]! > 0);
      const found = countItems({ counts, firsts, numbers }, { items: Uint32Array.from(items), ends, itemCount: 6 });
      for (let item = 0; item < 6; item++) {
        const having = [...lists.keys()].filter((at) => lists[at]![0].includes(item) && lists[at]![1] > 0);
        expect(found.counts[item]).toBe(having.reduce((sum, at) => sum + lists[at]![1], 0));
        expect(found.firsts[item]).toBe(having.length === 0 ? 0 : Math.min(...having.map((at) => firsts[at]!)));
      }
    }),
  );
});

test.each([
  [{ category: 'weather' }, (term: Term) => term.category === 'weather'],
  [{ unit: 'kW' }, (term: Term) => unitOfName(term.name) === 'kW'],
  [{ unit: 'unit:KiloW' }, (term: Term) => term.unit === 'http://qudt.org/vocab/unit/KiloW'],
  [{ quantity: 'active_power' }, (term: Term) => quantityOfTerm(vocabulary, term)?.name === 'active_power'],
  [{ quantity: 'none' }, () => false],
  [{ category: 'none' }, () => false],
  [{ prefix: 'saref' }, (term: Term) => prefixesOfTerm(vocabulary, term).some(({ prefix }) => prefix === 'saref')],
  [{ prefix: 'none' }, () => false],
  [
    { quantity: 'active_power', prefix: 'sosa', category: 'power' },
    (term: Term) => quantityOfTerm(vocabulary, term)?.name === 'active_power' && term.category === 'power',
  ],
  [{ isDeprecated: true }, ({ iri }: Term) => describeResource(vocabulary, iri).isDeprecated],
  [{ category: 'weather', unit: 'degC' }, (term: Term) => term.category === 'weather' && term.name.endsWith('-degC')],
])('%j selects the terms that are so', async (criteria, isMeant) => {
  const { columns, places } = await selectTerms(vocabulary, criteria, SEARCHER);
  expect(Array.from(places, (place) => columns.terms[place])).toEqual([...vocabulary.terms.values()].filter(isMeant));
});

test.each([{ category: 'weather' }, { quantity: 'active_power' }, { prefix: 'saref' }])(
  'no other terms are looked at to find those of %j, as a query asks for them of each of many',
  async (criteria) => {
    const { places } = await selectTerms(vocabulary, criteria, SEARCHER);
    expect(places.length).toBeGreaterThan(1);
    // There is room for each that is looked at.
    expect(places.buffer.byteLength / places.BYTES_PER_ELEMENT).toBe(places.length);
  },
);

test('a version with a term more has the columns of before with it, and finds as one that was read', async () => {
  const { triples } = draftTerm(
    {
      name: 'boiler_probe_power-kW',
      label: null,
      description: 'What a probe measures.',
      datatype: 'xsd:double',
      category: 'weather',
      unit: 'unit:KiloW',
      quantityKind: 'quantitykind:ActivePower',
      example: null,
      template: [{ subject: null, predicate: 'rdf:type', object: 'sosa:Observation' }],
    },
    vocabulary,
    HUB,
  );
  // A version of its own, so that it is the last one whose columns were made.
  const before = await columnsOf({ ...vocabulary });
  const added = lackingIn(vocabulary.triples, triples);
  const content = {
    triples: extendTable(vocabulary.triples, added, HUB),
    ontology: vocabulary.ontology,
    version: 'extended',
    cameOf: { version: vocabulary.version, added },
  };
  const extended = await extendVocabulary(vocabulary, content, HUB);
  const columns = await columnsOf(extended);
  // Numbers are those of before, in one memory with them.
  expect(columns.category.values).toBe(before.category.values);
  const copy: Vocabulary = {
    ...extended,
    terms: new Map(Array.from(extended.terms, ([name, term]) => [name, copyOfTerm(term)])),
  };
  expect(shown(columns)).toEqual(shown(await columnsOf(copy)));
  const query = { ...ALL, criteria: { text: 'probe power' }, language: 'en', skip: 0, first: 3, withCounts: true };
  const listed = await listFoundTerms(extended, query, SEARCHER);
  expect(listed.rows.flatMap(({ terms }) => terms.map(({ name }) => name))).toContain('boiler_probe_power-kW');
  // The version before does not know it, though the index does.
  const earlier = await findTermRows(vocabulary, query, SEARCHER);
  expect(earlier.flat().every((term) => vocabulary.terms.get(term.name) === term)).toBe(true);
});

const facetIris = listFacets(vocabulary).flatMap(({ values }) => values.map(({ iri }) => iri));

/** Columns by their values: numbers may differ. Of rows, which terms stand in one. */
function shown({ terms, rows, ...columns }: ListColumns): unknown {
  const firsts = new Map<number, number>();
  return Array.from(terms, ({ name }, place) => {
    const row = rows[place]!;
    if (!firsts.has(row)) firsts.set(row, place);
    const values = (['category', 'unit', 'datatype', 'deprecated'] as const).map(
      (key) => columns[key].values[columns[key].numbers[place]!],
    );
    const { numbers, lists, numberOf } = columns.facets;
    const own = lists.items.subarray(lists.ends[numbers[place]! - 1] ?? 0, lists.ends[numbers[place]!]);
    const facets = facetIris.filter((iri) => own.includes(numberOf(iri)));
    return [name, firsts.get(row), ...values, ...facets];
  });
}
