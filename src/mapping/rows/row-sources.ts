import type { JsonDocument } from '../json/document.ts';
import type { Element } from '../records/scopes.ts';
import { nextValue } from '../json/tape-entry.ts';

/** Where a row finds a value: so many numbers after its item on the tape, or at its index in another array. */
export interface Source {
  /** -1 for what stands within the item. */
  readonly array: number;
  readonly offset: number;
}

/** The value that a row finds at a source. */
export function entryOf(document: JsonDocument, source: Source, item: number, index: number): number {
  return source.array < 0 ? item + source.offset : document.itemAt(source.array, index);
}

/** Knows where rows find the values of a recorded one. */
export class RowSources {
  readonly item: number;
  private readonly document: JsonDocument;
  private readonly index: number;
  private readonly end: number;
  private readonly arrays: readonly number[];

  /** @param arrays those that rows read at their index, the item's own excepted */
  constructor(document: JsonDocument, { value, index }: Element, arrays: readonly number[]) {
    this.document = document;
    this.item = value;
    this.index = index;
    this.end = nextValue(document.entries, value);
    this.arrays = arrays;
  }

  /** True for a value of the item. */
  isWithin(value: number): boolean {
    return value >= this.item && value < this.end;
  }

  /** Where another row finds its own instead of a value; null if it has the same value. */
  of(value: number): Source | null {
    if (this.isWithin(value)) return { array: -1, offset: value - this.item };
    const array = this.arrays.find((other) => this.document.itemAt(other, this.index) === value);
    return array === undefined ? null : { array, offset: 0 };
  }
}
