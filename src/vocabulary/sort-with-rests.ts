import type { Rest } from './thread-slices.ts';

/** What the engine sorts in less than a millisecond, and what is merged between two rests. */
const AT_ONCE = 1024;

/** The items in order, as `toSorted` orders them; equal ones stay as they stood. To sort a hundred thousand at once holds the thread. */
export async function sortWithRests<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  rest: Rest,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    await rest();
    runs.push(items.slice(from, from + AT_ONCE).sort(compare));
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [one, other] = [runs[at]!, runs[at + 1]];
      merged.push(other === undefined ? one : await merge(one, other, compare, rest));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (a: Item, b: Item) => number,
  rest: Rest,
): Promise<Item[]> {
  await rest();
  // Lists that come in order need no comparison of each item.
  if (compare(one.at(-1)!, other[0]!) <= 0) return one.concat(other);
  const merged: Item[] = [];
  for (let [at, from] = [0, 0]; at < one.length || from < other.length;) {
    if (merged.length % AT_ONCE === 0) await rest();
    const isFirst = from === other.length || (at < one.length && compare(one[at]!, other[from]!) <= 0);
    merged.push(isFirst ? one[at++]! : other[from++]!);
  }
  return merged;
}
