/** Puts an item at the end of the list of a key, in place: a list that is copied for each item takes time with the square of its length. */
export function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
