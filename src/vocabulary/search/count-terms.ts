import { describeResource, findText } from '../describe/descriptions.ts';
import { listFacets, pathOf } from '../describe/quantities.ts';
import { sortWithRests } from '../sort-with-rests.ts';
import { PLACES_BETWEEN_RESTS, type Rest } from '../thread-slices.ts';
import { findCategory } from '../terms.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { countQuantities } from './count-quantities.ts';
import type { TermsSelected } from './select-terms.ts';

/** Quantities that are counted. Other criteria have some hundred values, of this one there are as many as there are things to measure. */
const MOST_QUANTITIES = 200;

/** A way to narrow a listing: how many of its terms each value would leave. */
export interface TermCounts {
  /** The criterion: `category`, `quantity`, `unit`, `datatype`, `deprecated`, or `facet`. */
  readonly by: string;
  /** What people call it. */
  readonly label: string;
  readonly values: readonly CountedValue[];
  /** How many values with fewer terms are left out. */
  readonly omitted: number;
}

interface CountedValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** The ways to narrow these terms, the most frequent values first. Values that none of them has are left out. */
export async function countTerms(
  vocabulary: Vocabulary,
  { columns, places }: Pick<TermsSelected, 'columns' | 'places'>,
  language: string,
  rest: Rest,
): Promise<TermCounts[]> {
  const labelOf = (iri: string, english: string): string =>
    language === 'en' ? english : (findText(describeResource(vocabulary, iri).labels, [language])?.text ?? english);
  const countEach = (column: (typeof columns)['category']): Promise<Map<string, number>> =>
    countValues(column.numbers, column.values, places, rest);
  const [ofCategories, ofUnits, ofDatatypes, ofFacets] = [
    await countEach(columns.category),
    await countEach(columns.unit),
    await countEach(columns.datatype),
    countApart(await countEach(columns.facets)),
  ];
  ofUnits.delete('');
  const quantities = await countQuantities(vocabulary, { columns, places }, MOST_QUANTITIES, rest);
  const deprecated = places.reduce((count, place) => count + Number(columns.terms[place]!.deprecated), 0);
  const counted = async (
    by: string,
    label: string,
    counts: ReadonlyMap<string, number>,
    labelOfValue: (value: string) => string,
  ): Promise<TermCounts> => {
    const values: CountedValue[] = [];
    for (const [value, count] of counts) {
      await rest();
      values.push({ value, label: labelOfValue(value), count });
    }
    return { by, label, values: await sortWithRests(values, byCount, rest), omitted: 0 };
  };
  const facets: TermCounts[] = [];
  for (const facet of listFacets(vocabulary)) {
    const values: CountedValue[] = [];
    for (const value of facet.values) {
      const count = ofFacets.get(value.iri);
      if (count === undefined) continue;
      await rest();
      values.push({ value: pathOf(value), label: labelOf(value.iri, value.label), count });
    }
    facets.push({
      by: 'facet',
      label: labelOf(facet.iri, facet.label),
      values: await sortWithRests(values, byCount, rest),
      omitted: 0,
    });
  }
  const found: TermCounts[] = [
    await counted('category', 'Category', ofCategories, (name) => {
      const category = findCategory(vocabulary, name);
      return category === null ? name : labelOf(category.iri, category.label);
    }),
    {
      by: 'quantity',
      label: 'Quantity',
      values: quantities.most
        .map(({ quantity: { name, iri, label }, count }) => ({ value: name, label: labelOf(iri, label), count }))
        .sort(byCount),
      omitted: quantities.omitted,
    },
    await counted('unit', 'Unit', ofUnits, (name) => name),
    ...facets,
    await counted('datatype', 'Datatype', ofDatatypes, (name) => name),
    await counted('deprecated', 'Deprecated', countOfEither(deprecated, places.length), (is) =>
      is === 'true' ? 'yes' : 'no',
    ),
  ];
  return found.filter(({ values }) => values.length > 0);
}

function byCount(a: CountedValue, b: CountedValue): number {
  return b.count - a.count || compare(a.label, b.label) || compare(a.value, b.value);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function countOfEither(deprecated: number, all: number): Map<string, number> {
  const counts = [
    ['true', deprecated],
    ['false', all - deprecated],
  ] as const;
  return new Map(counts.filter(([, count]) => count > 0));
}

async function countValues(
  numbers: Uint32Array,
  values: readonly string[],
  places: Uint32Array,
  rest: Rest,
): Promise<Map<string, number>> {
  const counts = new Uint32Array(values.length);
  for (let from = 0; from < places.length; from += PLACES_BETWEEN_RESTS) {
    await rest();
    count(numbers, places.subarray(from, from + PLACES_BETWEEN_RESTS), counts);
  }
  const found = new Map<string, number>();
  for (const [number, value] of values.entries()) if (counts[number]! > 0) found.set(value, counts[number]!);
  return found;
}

/** A function of its own, which the engine compiles: one that waits is not, while it runs. */
function count(numbers: Uint32Array, places: Uint32Array, counts: Uint32Array): void {
  for (let at = 0; at < places.length; at++) counts[numbers[places[at]!]!]!++;
}

/** Counts of lists, with blanks between their items, as counts of the items. */
function countApart(counts: ReadonlyMap<string, number>): Map<string, number> {
  const apart = new Map<string, number>();
  for (const [list, times] of counts)
    for (const item of list.split(' ')) apart.set(item, (apart.get(item) ?? 0) + times);
  return apart;
}
