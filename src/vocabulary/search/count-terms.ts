import { describeResource, findText } from '../describe/descriptions.ts';
import { listFacets, pathOf, quantityOfTerm } from '../describe/quantities.ts';
import { findCategory } from '../terms.ts';
import { PLACES_BETWEEN_RESTS, type Rest } from '../thread-slices.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';
import { countItems, countValues, dropCounts, mostFrequent, type ValueCounts } from './count-values.ts';
import type { TermsSelected } from './select-terms.ts';

/** Values of each criterion that are counted: of categories, quantities and values of facets there may be as many as there are terms. */
const MOST_VALUES = 200;

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

/**
 * The ways to narrow these terms, the most frequent values of each first. Values that none of them has are left out, and of those of one
 * criterion that are more than two hundred the rarer ones.
 *
 * @param listed terms whose categories are told, however few terms have them
 */
export async function countTerms(
  vocabulary: Vocabulary,
  { columns, places }: Pick<TermsSelected, 'columns' | 'places'>,
  language: string,
  listed: readonly Pick<Term, 'category'>[],
  rest: Rest,
): Promise<TermCounts[]> {
  if (places.length === 0) return [];
  const labelOf = (iri: string, english: string): string =>
    language === 'en' ? english : (findText(describeResource(vocabulary, iri).labels, [language])?.text ?? english);
  const labelOfCategory = (name: string): string => {
    const category = findCategory(vocabulary, name);
    return category === null ? name : labelOf(category.iri, category.label);
  };
  const told = async (
    by: string,
    label: string,
    counted: ValueCounts,
    valueOf: (number: number, first: number) => Omit<CountedValue, 'count'>,
    besides: readonly number[] = [],
  ): Promise<TermCounts> => {
    const { most, omitted } = await mostFrequent(counted, MOST_VALUES, rest);
    const added = [...new Set(besides)].filter((number) => !most.includes(number));
    const values: CountedValue[] = [];
    for (const number of [...most, ...added]) {
      await rest();
      values.push({ ...valueOf(number, counted.firsts[number]!), count: counted.counts[number]! });
    }
    return { by, label, values: values.sort(byCount), omitted: omitted - added.length };
  };
  const countColumn = async (
    by: 'category' | 'unit' | 'datatype' | 'deprecated',
    label: string,
    labelOfValue: (value: string) => string = (value) => value,
    besides: readonly string[] = [],
  ): Promise<TermCounts> => {
    const { numbers, values, numberOf } = columns[by];
    const counted = await countValues(numbers, values.length, places, rest);
    // What has no unit.
    if (by === 'unit' && numberOf('') !== -1) counted.counts[numberOf('')] = 0;
    const valueOf = (number: number) => ({ value: values[number]!, label: labelOfValue(values[number]!) });
    const column = await told(by, label, counted, valueOf, besides.map(numberOf));
    dropCounts(counted);
    return column;
  };
  const ofQuantities = await countValues(columns.rows, columns.rowCount, places, rest);
  dropOthers(ofQuantities, columns.isQuantity);
  const found: TermCounts[] = [
    await countColumn(
      'category',
      'Category',
      labelOfCategory,
      listed.map(({ category }) => category),
    ),
    await told('quantity', 'Quantity', ofQuantities, (_, first) => {
      const { name, iri, label } = quantityOfTerm(vocabulary, columns.terms[first]!)!;
      return { value: name, label: labelOf(iri, label) };
    }),
    await countColumn('unit', 'Unit'),
  ];
  dropCounts(ofQuantities);
  const { numbers, lists, numberOf } = columns.facets;
  const ofLists = await countValues(numbers, lists.ends.length, places, rest);
  const ofFacets = countItems(ofLists, lists);
  dropCounts(ofLists);
  for (const facet of listFacets(vocabulary)) {
    // By their places in the facet, which are the same on all hubs.
    const counted = {
      counts: new Uint32Array(facet.values.length),
      firsts: new Uint32Array(facet.values.length),
      numbers: Uint32Array.from(facet.values.keys()),
    };
    for (let from = 0; from < facet.values.length; from += PLACES_BETWEEN_RESTS) {
      await rest();
      const to = Math.min(from + PLACES_BETWEEN_RESTS, facet.values.length);
      copyCounts(ofFacets, (at) => numberOf(facet.values[at]!.iri), from, to, counted);
    }
    const valueOf = (at: number) => {
      const value = facet.values[at]!;
      return { value: pathOf(value), label: labelOf(value.iri, value.label) };
    };
    found.push(await told('facet', labelOf(facet.iri, facet.label), counted, valueOf));
  }
  found.push(
    await countColumn('datatype', 'Datatype'),
    await countColumn('deprecated', 'Deprecated', (is) => (is === 'true' ? 'yes' : 'no')),
  );
  return found.filter(({ values }) => values.length > 0);
}

/** Functions of their own, which the engine compiles: one that waits is not, while it runs. */
function dropOthers({ counts, numbers }: ValueCounts, isMeant: Uint8Array): void {
  for (let at = 0; at < numbers.length; at++) if (isMeant[numbers[at]!] === 0) counts[numbers[at]!] = 0;
}

function copyCounts(
  of: ValueCounts,
  numberAt: (at: number) => number,
  from: number,
  to: number,
  { counts, firsts }: ValueCounts,
): void {
  for (let at = from; at < to; at++) {
    const number = numberAt(at);
    // Of what another version alone has there is none.
    if (number < 0 || number >= of.counts.length) continue;
    counts[at] = of.counts[number]!;
    firsts[at] = of.firsts[number]!;
  }
}

function byCount(a: CountedValue, b: CountedValue): number {
  return b.count - a.count || compare(a.label, b.label) || compare(a.value, b.value);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
