import type { KeyPlan } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import type { InstantTable } from '../records/instants.ts';
import { entryOf, type Source } from './row-sources.ts';
import type { DescribedEntities } from '../records/described-entities.ts';
import { KEY, nextValue, OBJECT, STRIDE } from '../json/tape-entry.ts';
import type { ValueReader } from '../records/values.ts';

/** A value that a row is made of, and what has to hold so that a copy says the same of it. */
export class Leaf implements Source {
  readonly array: number;
  readonly offset: number;
  readonly plan: KeyPlan;
  readonly kind: number;
  /** Whatever its text is, it is written as it stands. */
  readonly isPlain: boolean;
  /** The element describes its instant; null for what is no time. */
  readonly isFirst: boolean | null;

  constructor({ array, offset }: Source, plan: KeyPlan, kind: number, isPlain: boolean, isFirst: boolean | null) {
    this.array = array;
    this.offset = offset;
    this.plan = plan;
    this.kind = kind;
    this.isPlain = isPlain;
    this.isFirst = isFirst;
  }
}

/** An entity of a row, its values so many numbers behind the row's element. */
export interface DescribedEntity {
  readonly isDescribed: boolean;
  readonly plan: KeyPlan;
  readonly offset: number;
  /** Values elsewhere in the document stand for themselves. */
  readonly cited: readonly { readonly value: number; readonly isWithin: boolean }[];
  /** `cited` of the row at hand. */
  readonly values: Int32Array;
}

/** What items are asked that may be copies of a recorded one. */
interface ShapeContext {
  readonly document: JsonDocument;
  readonly instants: InstantTable;
  readonly values: ValueReader;
  readonly describedEntities: DescribedEntities;
}

/** What an item has in common with the one whose row was recorded, when its row is a copy. */
export class RowShape {
  readonly entities: readonly DescribedEntity[];
  private readonly document: JsonDocument;
  private readonly instants: InstantTable;
  private readonly values: ValueReader;
  private readonly describedEntities: DescribedEntities;
  /** Of each entry of the item: the kind, and the key or the number of members or items. */
  private readonly entries: Int32Array;
  /** The kind of the item. */
  readonly kind: number;
  /** The leaves of which more than their kind matters, or which stand in other arrays. */
  readonly leaves: readonly Leaf[];

  /** @param item the one whose row was recorded */
  constructor(
    { document, instants, values, describedEntities }: ShapeContext,
    item: number,
    leaves: readonly Leaf[],
    entities: readonly DescribedEntity[],
  ) {
    this.document = document;
    this.instants = instants;
    this.values = values;
    this.describedEntities = describedEntities;
    this.entities = entities;
    this.kind = document.kindOf(item);
    this.leaves = leaves.filter(({ array, isPlain, isFirst }) => array >= 0 || !isPlain || isFirst !== null);
    this.entries = new Int32Array((nextValue(document.entries, item) - item) / (STRIDE / 2));
    for (let i = 0, entry = item; i < this.entries.length; i += 2, entry += STRIDE) {
      this.entries[i] = document.entries[entry]!;
      this.entries[i + 1] = factOf(document.entries, entry);
    }
  }

  /** True where the item makes the same row but for its nodes and texts. */
  matches(item: number, index: number): boolean {
    const { entries, leaves, entities } = this;
    const tape = this.document.entries;
    for (let i = 0, entry = item; i < entries.length; i += 2, entry += STRIDE) {
      const kind = tape[entry]!;
      if (kind !== entries[i]) return false;
      if (kind >= OBJECT && factOf(tape, entry) !== entries[i + 1]) return false;
    }
    for (let i = 0; i < leaves.length; i++) if (!this.isAlike(leaves[i]!, item, index)) return false;
    for (let i = 0; i < entities.length; i++) if (!this.isDescribedAlike(entities[i]!, item)) return false;
    return true;
  }

  private isAlike(leaf: Leaf, item: number, index: number): boolean {
    const value = entryOf(this.document, leaf, item, index);
    if (leaf.array >= 0 && this.document.entries[value] !== leaf.kind) return false;
    if (!leaf.isPlain && !this.values.isVerbatim(leaf.plan, value)) return false;
    return leaf.isFirst === null || this.instants.isFirst(value) === leaf.isFirst;
  }

  private isDescribedAlike({ isDescribed, plan, offset, cited, values }: DescribedEntity, item: number): boolean {
    for (let i = 0; i < cited.length; i++) values[i] = cited[i]!.isWithin ? cited[i]!.value + item : cited[i]!.value;
    return this.describedEntities.has(plan, item + offset, values) === isDescribed;
  }
}

/** The key, or the number of members or items. */
function factOf(entries: Int32Array, entry: number): number {
  return entries[entry] === KEY ? entries[entry + 3]! : entries[entry + 2]!;
}
