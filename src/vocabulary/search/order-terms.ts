import { sortWithRests } from '../sort-with-rests.ts';
import type { Rest } from '../thread-slices.ts';
import type { ListColumns } from './list-columns.ts';
import type { TermOrder, TermsSelected } from './select-terms.ts';
import type { IsBefore } from './sorted-part.ts';

/** Whether the selected term of one number comes before that of another, in an order; equal ones go by name. */
export async function orderOf(
  { columns, places, scores }: TermsSelected,
  order: TermOrder,
  rest: Rest,
): Promise<IsBefore> {
  // The best come first.
  if (order === 'relevance' && scores !== null)
    return (a, b) => (scores[a] === scores[b] ? a < b : scores[a]! > scores[b]!);
  const keys = await keysOf(columns, order, rest);
  if (keys === null) return (a, b) => a < b;
  return (a, b) => {
    const [one, other] = [keys[places[a]!]!, keys[places[b]!]!];
    return one === other ? a < b : one < other;
  };
}

/** What a selected term stands by in an order, as people read it; equal ones go by name. */
export function orderKeyAt(
  { columns, places, scores }: TermsSelected,
  number: number,
  order: TermOrder,
): string | number {
  const place = places[number]!;
  const term = columns.terms[place]!;
  switch (order) {
    case 'name':
      return term.name;
    case 'label':
      return term.label.toLowerCase();
    case 'category':
      return term.category;
    case 'unit':
      return keyOfUnit(columns.unit.values[columns.unit.numbers[place]!]!);
    case 'relevance':
      // The best come first.
      return -(scores?.[number] ?? 0);
  }
}

/** Behind all units stands what has none. */
function keyOfUnit(unit: string): string {
  return unit === '' ? '\uffff' : unit;
}

/** By place, what an order goes by, the smaller first; null for one that goes by names alone. */
async function keysOf(columns: ListColumns, order: TermOrder, rest: Rest): Promise<Uint32Array | null> {
  if (order === 'label') return labelRanks(columns, rest);
  if (order !== 'category' && order !== 'unit') return null;
  const { numbers, values } = columns[order];
  const keys = order === 'unit' ? values.map(keyOfUnit) : values;
  const sorted = [...keys.keys()].sort((a, b) => compareTexts(keys[a]!, keys[b]!));
  const ranks = ranksOf(keys, sorted);
  return numbers.map((number) => ranks[number]!);
}

const ranksOfLabels = new WeakMap<ListColumns, Uint32Array>();

/** Sorted once for a version: it takes longer than a search. */
async function labelRanks(columns: ListColumns, rest: Rest): Promise<Uint32Array> {
  let ranks = ranksOfLabels.get(columns);
  if (ranks === undefined) {
    const labels = columns.terms.map(({ label }) => label.toLowerCase());
    const sorted = await sortWithRests([...labels.keys()], (a, b) => compareTexts(labels[a]!, labels[b]!), rest);
    ranksOfLabels.set(columns, (ranks = ranksOf(labels, sorted)));
  }
  return ranks;
}

/** By the number of a text its rank, which equal texts have in common. @param sorted the numbers of all texts in order */
function ranksOf(texts: readonly string[], sorted: readonly number[]): Uint32Array {
  const ranks = new Uint32Array(texts.length);
  for (const [at, number] of sorted.entries()) {
    const before = sorted[at - 1];
    ranks[number] = before !== undefined && texts[before] === texts[number] ? ranks[before]! : at;
  }
  return ranks;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
