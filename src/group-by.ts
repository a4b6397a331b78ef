import { append } from './append.ts';

/** The items under their keys, keys and items in order of first appearance. (`Map.groupBy` needs Node 21.) */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) append(groups, keyOf(item), item);
  return groups;
}
