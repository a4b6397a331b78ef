import { PLACES_BETWEEN_RESTS, type Rest } from '../thread-slices.ts';
import type { ItemsOfLists } from './numbered-values.ts';
import { borrowZeros, giveBackZeros } from './scratch-numbers.ts';
import { sortedPart } from './sorted-part.ts';

/** By the number of a value how many places have it, and the first of them; 0 for a value that none has. */
export interface ValueCounts {
  readonly counts: Uint32Array;
  readonly firsts: Uint32Array;
  /** The values that some place may have, each once. */
  readonly numbers: Uint32Array;
}

/** The values that most places have. */
interface MostFrequent {
  /** Numbers; the most frequent first, of equally frequent ones first what the first places have. */
  readonly most: readonly number[];
  /** How many others there are. */
  readonly omitted: number;
}

/** How many of some places, which ascend, have each value of a column. It is to be given to `dropCounts` when it is read. */
export async function countValues(
  numbers: Uint32Array,
  valueCount: number,
  places: Uint32Array,
  rest: Rest,
): Promise<ValueCounts> {
  const met = new Uint32Array(Math.min(valueCount, places.length));
  const counted = { counts: borrowZeros(valueCount), firsts: borrowZeros(valueCount), numbers: met };
  let length = 0;
  for (let from = 0; from < places.length; from += PLACES_BETWEEN_RESTS) {
    await rest();
    length = count(numbers, places.subarray(from, from + PLACES_BETWEEN_RESTS), counted, length);
  }
  return { ...counted, numbers: met.subarray(0, length) };
}

/** Makes the memory of counts free for others. */
export function dropCounts({ counts, firsts, numbers }: ValueCounts): void {
  for (let at = 0; at < numbers.length; at++) counts[numbers[at]!] = firsts[numbers[at]!] = 0;
  giveBackZeros(counts);
  giveBackZeros(firsts);
}

/** A function of its own, which the engine compiles: one that waits is not, while it runs. */
function count(
  numbers: Uint32Array,
  places: Uint32Array,
  { counts, firsts, numbers: met }: ValueCounts,
  before: number,
): number {
  let length = before;
  for (let at = 0; at < places.length; at++) {
    const number = numbers[places[at]!]!;
    if (counts[number]!++ > 0) continue;
    firsts[number] = places[at]!;
    met[length++] = number;
  }
  return length;
}

/** Counts of lists as counts of their items. */
export function countItems(lists: ValueCounts, { items, ends, itemCount }: ItemsOfLists): ValueCounts {
  const counts = new Uint32Array(itemCount);
  const firsts = new Uint32Array(itemCount);
  for (let met = 0; met < lists.numbers.length; met++) {
    const list = lists.numbers[met]!;
    const [times, first] = [lists.counts[list]!, lists.firsts[list]!];
    for (let at = list === 0 ? 0 : ends[list - 1]!; at < ends[list]!; at++) {
      const item = items[at]!;
      if (counts[item] === 0 || first < firsts[item]!) firsts[item] = first;
      counts[item]! += times;
    }
  }
  return { counts, firsts, numbers: Uint32Array.from(counts.keys()) };
}

/** The most frequent values that some place has: there may be as many as there are places, and only those of them are put in order. */
export async function mostFrequent(
  { counts, firsts, numbers }: ValueCounts,
  most: number,
  rest: Rest,
): Promise<MostFrequent> {
  await rest();
  const found = numbersOfCounted(numbers, counts);
  // Numbers of values tell in which order versions came to this hub, and another hub has others: places are the same on all.
  const isBefore = (a: number, b: number): boolean =>
    counts[a] !== counts[b] ? counts[a]! > counts[b]! : firsts[a] === firsts[b] ? a < b : firsts[a]! < firsts[b]!;
  return {
    most: await sortedPart(found, 0, most, isBefore, rest),
    omitted: Math.max(0, found.length - most),
  };
}

function numbersOfCounted(numbers: Uint32Array, counts: Uint32Array): Uint32Array {
  const found = new Uint32Array(numbers.length);
  let length = 0;
  for (let at = 0; at < numbers.length; at++) if (counts[numbers[at]!]! > 0) found[length++] = numbers[at]!;
  return found.subarray(0, length);
}
