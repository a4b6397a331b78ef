import { hashBytes, sameBytes } from '../bytes/hash.ts';
import type { JsonDocument } from '../json/document.ts';
import { DATATYPE_SHIFT, isRepaired, type LiteralForm } from '../rdf-terms/literal-form.ts';

/** A value of the item that is read as a literal: where it stands, and its form in the recorded row and in the row at hand. */
interface ReadValue {
  readonly source: { readonly offset: number };
  readonly body: LiteralForm;
  readonly form: LiteralForm;
}

/** A literal that is compared with those before it. */
export interface ComparedValue<Value> {
  readonly value: Value;
  /** In the recorded row it is equal to one before it, and is no triple. */
  readonly isRepeated: boolean;
}

/** Values of a row that are copies only while the literals that repeat one before are the same: objects of one predicate of one subject. */
export class DistinctValues {
  private readonly leaves: readonly ReadValue[];
  private readonly repeats: readonly boolean[];
  /** Open addressing: the index of a leaf, and of the row that put it there. */
  private readonly slots: Int32Array;
  private readonly rows: Int32Array;
  private row = 0;

  constructor(values: ReadonlyArray<ComparedValue<ReadValue>>) {
    this.leaves = values.map(({ value }) => value);
    this.repeats = values.map(({ isRepeated }) => isRepeated);
    let size = 4;
    while (size < values.length * 2) size *= 2;
    this.slots = new Int32Array(size);
    this.rows = new Int32Array(size);
  }

  /** True for an item that has the forms of the recorded one, and equal literals where that has them. */
  areAlike({ entries, bytes }: JsonDocument, item: number): boolean {
    const { leaves, repeats, slots, rows } = this;
    const mask = slots.length - 1;
    const row = ++this.row;
    for (let i = 0; i < leaves.length; i++) {
      const { source, body, form } = leaves[i]!;
      // The literal is another text then, and may be that of a value with other bytes.
      if (isRepaired(form)) return false;
      const start = entries[item + source.offset + 1]!;
      const end = entries[item + source.offset + 2]!;
      let slot = hashBytes(bytes, start, end, body >> DATATYPE_SHIFT) & mask;
      let isFound = false;
      for (; rows[slot] === row && !isFound; slot = (slot + 1) & mask) {
        const other = leaves[slots[slot]!]!;
        const entry = item + other.source.offset;
        isFound =
          (other.body ^ body) >> DATATYPE_SHIFT === 0 &&
          sameBytes(bytes, start, end, bytes, entries[entry + 1]!, entries[entry + 2]!);
      }
      if (isFound !== repeats[i]) return false;
      if (isFound) continue;
      slots[slot] = i;
      rows[slot] = row;
    }
    return true;
  }
}
