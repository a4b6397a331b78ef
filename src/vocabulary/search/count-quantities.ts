import { quantityOfTerm, type Quantity } from '../describe/quantities.ts';
import { PLACES_BETWEEN_RESTS, type Rest } from '../thread-slices.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { TermsSelected } from './select-terms.ts';
import { sortedPart } from './sorted-part.ts';

/** The quantities that most of some terms measure. */
export interface CountedQuantities {
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
  const counts = new Uint32Array(columns.rowCount);
  const firsts = new Uint32Array(columns.rowCount);
  for (let from = 0; from < places.length; from += PLACES_BETWEEN_RESTS) {
    await rest();
    count(columns.rows, places.subarray(from, from + PLACES_BETWEEN_RESTS), counts, firsts);
  }
  const rows = Uint32Array.from(columns.rowOfQuantity.values()).filter((row) => counts[row]! > 0);
  // Numbers of rows tell in which order versions came to this hub, and another hub has others: places are the same on all.
  const isBefore = (a: number, b: number): boolean =>
    counts[a] === counts[b] ? firsts[a]! < firsts[b]! : counts[a]! > counts[b]!;
  const found = await sortedPart(rows, 0, most, isBefore, rest);
  return {
    most: found.map((row) => ({
      quantity: quantityOfTerm(vocabulary, columns.terms[firsts[row]!]!)!,
      count: counts[row]!,
    })),
    omitted: rows.length - found.length,
  };
}

/** A function of its own, which the engine compiles: one that waits is not, while it runs. */
function count(rows: Uint32Array, places: Uint32Array, counts: Uint32Array, firsts: Uint32Array): void {
  for (let at = 0; at < places.length; at++) {
    const row = rows[places[at]!]!;
    if (counts[row]!++ === 0) firsts[row] = places[at]!;
  }
}
