/** A few things that are asked for again: the one that was found last comes first, and the last one makes room. */
export class RecentList<Item> {
  private readonly items: Item[] = [];
  private readonly size: number;

  /** @param size how many are kept */
  constructor(size: number) {
    this.size = size;
  }

  /** The first item for which `fits` says so. */
  find(fits: (item: Item) => boolean): Item | undefined {
    const { items } = this;
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!;
      if (!fits(item)) continue;
      if (i > 0) {
        items.splice(i, 1);
        items.unshift(item);
      }
      return item;
    }
    return undefined;
  }

  /** Answers what made room; undefined for nothing. */
  add(item: Item): Item | undefined {
    this.items.unshift(item);
    return this.items.length > this.size ? this.items.pop() : undefined;
  }
}
