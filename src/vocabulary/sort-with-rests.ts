import { doWithRests, type Steps } from './steps.ts';
import type { Rest } from './thread-slices.ts';

/** What the engine sorts in less than a millisecond, and what is merged between two rests. */
const AT_ONCE = 1024;

/** The items in order, as `toSorted` orders them; equal ones stay as they stood. To sort a hundred thousand at once holds the thread. */
export function sortWithRests<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  rest: Rest,
): Promise<Item[]> {
  return doWithRests(sortInSteps(items, compare), rest);
}

/** The same in steps. */
export function* sortInSteps<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Steps<Item[]> {
  let runs: Item[][] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    yield;
    runs.push(items.slice(from, from + AT_ONCE).sort(compare));
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [one, other] = [runs[at]!, runs[at + 1]];
      merged.push(other === undefined ? one : yield* merge(one, other, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Steps<Item[]> {
  yield;
  // Lists that come in order need no comparison of each item.
  if (compare(one.at(-1)!, other[0]!) <= 0) return one.concat(other);
  const merged: Item[] = [];
  for (let [at, from] = [0, 0]; at < one.length || from < other.length;) {
    if (merged.length % AT_ONCE === 0) yield;
    const isFirst = from === other.length || (at < one.length && compare(one[at]!, other[from]!) <= 0);
    merged.push(isFirst ? one[at++]! : other[from++]!);
  }
  return merged;
}
