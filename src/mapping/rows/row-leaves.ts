import type { Source } from './row-sources.ts';
import type { Leaf } from './row-shape.ts';

/** The values that a row is made of, by where rows find them. */
export class RowLeaves {
  readonly all: readonly Leaf[];
  private readonly byOffset = new Map<number, Leaf>();

  constructor(all: readonly Leaf[]) {
    this.all = all;
    for (const leaf of all) if (leaf.source.array < 0) this.byOffset.set(leaf.source.offset, leaf);
  }

  /** The one that each row finds there. */
  at(source: Source): Leaf | undefined {
    return source.array < 0 ? this.within(source.offset) : this.all.find((leaf) => leaf.source.equals(source));
  }

  /** The one that stands so many numbers behind the item. */
  within(offset: number): Leaf | undefined {
    return this.byOffset.get(offset);
  }
}
