import { quantityOfTerm, type Quantity } from '../describe/quantities.ts';
import { PLACES_BETWEEN_RESTS, type Rest } from '../thread-slices.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { TermsSelected } from './select-terms.ts';

/** The quantities that most of some terms measure. */
interface CountedQuantities {
  /** The most frequent first; of equally frequent ones first what the first terms by name measure. */
  readonly most: ReadonlyArray<{ readonly quantity: Quantity; readonly count: number }>;
  /** How many others there are. */
  readonly omitted: number;
}

/** How many of the selected terms measure each quantity. There may be as many quantities as terms: at most so many are read. */
export async function countQuantities(
  vocabulary: Vocabulary,
  { columns, places }: Pick<TermsSelected, 'columns' | 'places'>,
  most: number,
  rest: Rest,
): Promise<CountedQuantities> {
  const { rows, rowCount, isQuantity, terms } = columns;
  const counted: CountedRows = { counts: new Uint32Array(rowCount), firsts: new Uint32Array(rowCount) };
  for (let from = 0; from < places.length; from += PLACES_BETWEEN_RESTS) {
    await rest();
    count(rows, places.subarray(from, from + PLACES_BETWEEN_RESTS), isQuantity, counted);
  }
  await rest();
  const { counts, firsts } = counted;
  const { least, above, all } = leastCount(counts, most);
  const found = [
    ...placesOfMore(counted, least),
    ...placesOfEqual(counted, least, rows, places, Math.min(most, all) - above),
  ];
  // Numbers of rows tell in which order versions came to this hub, and another hub has others: places are the same on all.
  found.sort((a, b) => counts[rows[b]!]! - counts[rows[a]!]! || firsts[rows[a]!]! - firsts[rows[b]!]!);
  return {
    most: found.map((place) => ({
      quantity: quantityOfTerm(vocabulary, terms[place]!)!,
      count: counts[rows[place]!]!,
    })),
    omitted: all - found.length,
  };
}

/** By row of a quantity how many of the terms are in it, and the place of the first of them; 0 for other rows. */
interface CountedRows {
  readonly counts: Uint32Array;
  readonly firsts: Uint32Array;
}

/** A function of its own, which the engine compiles: one that waits is not, while it runs. */
function count(rows: Uint32Array, places: Uint32Array, isQuantity: Uint8Array, { counts, firsts }: CountedRows): void {
  for (let at = 0; at < places.length; at++) {
    const row = rows[places[at]!]!;
    if (isQuantity[row] === 1 && counts[row]!++ === 0) firsts[row] = places[at]!;
  }
}

/** The count that the last of the most frequent has, how many have more, and how many there are: without sorting a hundred thousand. */
function leastCount(
  counts: Uint32Array,
  most: number,
): { readonly least: number; readonly above: number; readonly all: number } {
  let largest = 0;
  for (let row = 0; row < counts.length; row++) if (counts[row]! > largest) largest = counts[row]!;
  const times = new Uint32Array(largest + 1);
  for (let row = 0; row < counts.length; row++) times[counts[row]!]!++;
  let [least, above] = [largest, 0];
  while (least > 1 && above + times[least]! < most) above += times[least--]!;
  return { least, above, all: counts.length - times[0]! };
}

function placesOfMore({ counts, firsts }: CountedRows, least: number): number[] {
  const found: number[] = [];
  for (let row = 0; row < counts.length; row++) if (counts[row]! > least) found.push(firsts[row]!);
  return found;
}

/** The first places of rows with this count, of which so many are asked for. */
function placesOfEqual(
  { counts, firsts }: CountedRows,
  least: number,
  rows: Uint32Array,
  places: Uint32Array,
  most: number,
): number[] {
  const found: number[] = [];
  for (let at = 0; at < places.length && found.length < most; at++) {
    const place = places[at]!;
    const row = rows[place]!;
    if (least > 0 && counts[row] === least && firsts[row] === place) found.push(place);
  }
  return found;
}
