import { hashBytes, sameBytes } from '../bytes/hash.ts';
import type { JsonDocument } from '../json/document.ts';
import { isRepaired, type LiteralForm } from '../rdf-terms/literal-form.ts';

/** A value of the item that is read as a literal: where it stands, and its form in the recorded row and in the row at hand. */
interface ReadValue {
  readonly source: { readonly offset: number };
  readonly body: LiteralForm;
  readonly form: LiteralForm;
}

/** Values of a row that are copies only while no two of their literals are equal: objects of one predicate of one subject. */
export class DistinctValues {
  private readonly leaves: readonly ReadValue[];
  /** Open addressing: the index of a leaf, and of the row that put it there. */
  private readonly slots: Int32Array;
  private readonly rows: Int32Array;
  private row = 0;

  constructor(leaves: readonly ReadValue[]) {
    this.leaves = leaves;
    let size = 4;
    while (size < leaves.length * 2) size *= 2;
    this.slots = new Int32Array(size);
    this.rows = new Int32Array(size);
  }

  /** True for an item that has the forms of the recorded one, and no two equal literals among these. */
  areDistinct({ entries, bytes }: JsonDocument, item: number): boolean {
    const { leaves, slots, rows } = this;
    const mask = slots.length - 1;
    const row = ++this.row;
    for (let i = 0; i < leaves.length; i++) {
      const { source, body, form } = leaves[i]!;
      // The literal is another text then, and may be that of a value with other bytes.
      if (isRepaired(form)) return false;
      const start = entries[item + source.offset + 1]!;
      const end = entries[item + source.offset + 2]!;
      let slot = hashBytes(bytes, start, end, body) & mask;
      for (; rows[slot] === row; slot = (slot + 1) & mask) {
        const other = leaves[slots[slot]!]!;
        const entry = item + other.source.offset;
        if (other.body === body && sameBytes(bytes, start, end, bytes, entries[entry + 1]!, entries[entry + 2]!))
          return false;
      }
      slots[slot] = i;
      rows[slot] = row;
    }
    return true;
  }
}
