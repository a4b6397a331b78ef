/** A few things that are asked for again: the one that was found last comes first, and the last ones make room. */
export class RecentList<Item> {
  private readonly items: Item[] = [];
  private readonly size: number;
  private readonly maxWeight: number;
  private readonly weigh: (item: Item) => number;
  private weight = 0;

  /**
   * @param size how many are kept
   * @param maxWeight of all that are kept: one may have the whole of it
   * @param weigh answers the same for an item each time
   */
  constructor(size: number, maxWeight = 0, weigh: (item: Item) => number = () => 0) {
    this.size = size;
    this.maxWeight = maxWeight;
    this.weigh = weigh;
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

  /** Answers what made room last; undefined for nothing. An item that is too heavy is not kept, and takes no other's room. */
  add(item: Item): Item | undefined {
    const { items } = this;
    const weight = this.weigh(item);
    if (weight > this.maxWeight) return undefined;
    items.unshift(item);
    this.weight += weight;
    let dropped: Item | undefined;
    while (items.length > this.size || this.weight > this.maxWeight) {
      dropped = items.pop()!;
      this.weight -= this.weigh(dropped);
    }
    return dropped;
  }
}
