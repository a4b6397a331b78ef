/** What a page has of a list of texts. */
export interface ShownPart<Item> {
  /** The first ones; one at least, where there is one. */
  readonly shown: readonly Item[];
  /** How many others there are. */
  readonly hidden: number;
}

/**
 * As much of a list as a page has room for: texts of a resource may be as many and as long as somebody writes them.
 *
 * @param most of the items, and of their characters together
 */
export function shownPart<Item>(
  items: readonly Item[],
  lengthOf: (item: Item) => number,
  most: { readonly items: number; readonly characters: number },
): ShownPart<Item> {
  let count = 0;
  for (let characters = 0; count < items.length && count < most.items; count++) {
    characters += lengthOf(items[count]!);
    if (count > 0 && characters > most.characters) break;
  }
  return { shown: items.slice(0, count), hidden: items.length - count };
}
