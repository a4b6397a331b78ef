import { sortWithRests } from '../sort-with-rests.ts';
import type { Rest } from '../thread-slices.ts';

/** A total order of numbers. */
export type IsBefore = (a: number, b: number) => boolean;

/**
 * The numbers that stand from one place of an order to another, in order. Only these are sorted, so that a page of a hundred thousand
 * takes two milliseconds.
 *
 * @param numbers different ones, which are put into another order
 * @param to may be more than there are
 */
export async function sortedPart(
  numbers: Uint32Array,
  from: number,
  to: number,
  isBefore: IsBefore,
  rest: Rest,
): Promise<number[]> {
  const end = Math.min(to, numbers.length);
  if (from >= end) return [];
  if (from > 0) partition(numbers, 0, numbers.length, from, isBefore);
  await rest();
  if (end < numbers.length) partition(numbers, from, numbers.length, end, isBefore);
  const part = Array.from(numbers.subarray(from, end));
  return sortWithRests(part, (a, b) => (isBefore(a, b) ? -1 : 1), rest);
}

/** Numbers of which a pivot is chosen, where there are many more, and how many of them lie between it and the place. */
const [SAMPLE, MARGIN] = [128, 3];

/** Hoare's selection: moves the numbers from `low` to before `high` until none of those before a place comes behind one of the others. */
function partition(numbers: Uint32Array, low: number, high: number, place: number, isBefore: IsBefore): void {
  let [first, last] = [low, high - 1];
  while (first < last) {
    const pivot = pivotOf(numbers, first, last, place, isBefore);
    let [left, right] = [first, last];
    while (left <= right) {
      while (isBefore(numbers[left]!, pivot)) left++;
      while (isBefore(pivot, numbers[right]!)) right--;
      if (left > right) break;
      const moved = numbers[left]!;
      numbers[left++] = numbers[right]!;
      numbers[right--] = moved;
    }
    if (place <= right) last = right;
    else if (place >= left) first = left;
    else return;
  }
}

/**
 * A number near which the one of a place is likely to stand in the order, and on whose other side most are: a page of many is found in
 * little more than one pass over them.
 */
function pivotOf(numbers: Uint32Array, first: number, last: number, place: number, isBefore: IsBefore): number {
  // By chance: whatever order the numbers come in, some fixed choice would divide them badly again and again.
  const anyOf = (): number => numbers[first + Math.floor(Math.random() * (last - first + 1))]!;
  if (last - first < SAMPLE * SAMPLE) return anyOf();
  const sample = Array.from({ length: SAMPLE }, anyOf).sort((a, b) => (a === b ? 0 : isBefore(a, b) ? -1 : 1));
  const share = (place - first) / (last - first);
  const at = Math.round(share * SAMPLE) + (share < 0.5 ? MARGIN : -MARGIN);
  return sample[Math.min(Math.max(at, 0), SAMPLE - 1)]!;
}
