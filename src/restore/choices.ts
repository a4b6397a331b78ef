/**
 * Which literal counts where a graph gives several for one value: of a document whose entities others spell in other ways, the digest tells.
 */
export class Choices {
  private readonly chosen: readonly number[];
  private readonly others: number;
  /** How many literals there are, by value in the order of reading. */
  private readonly counts: number[] = [];

  /**
   * @param chosen the places of the literals that count, by value in the order of reading
   * @param others the place for the values behind these
   */
  constructor(chosen: readonly number[] = [], others = 0) {
    this.chosen = chosen;
    this.others = others;
  }

  /** The place of the literal that counts for the next value that has several. */
  choose(count: number): number {
    const place = this.chosen[this.counts.length] ?? this.others;
    this.counts.push(count);
    return Math.min(place, count - 1);
  }

  /**
   * The choices that come next, once a document was read with these; null behind the last ones. One place for all values comes first, since
   * a document spells its entities alike.
   */
  next(): Choices | null {
    const { counts } = this;
    const isAlike = this.chosen.length === 0;
    if (isAlike && counts.some((count) => count > this.others + 1)) return new Choices([], this.others + 1);
    const chosen = counts.map((_, value) => (isAlike ? 0 : (this.chosen[value] ?? 0)));
    while (chosen.length > 0 && chosen.at(-1)! + 1 >= counts[chosen.length - 1]!) chosen.pop();
    if (chosen.length === 0) return null;
    chosen[chosen.length - 1]!++;
    return new Choices(chosen);
  }
}
