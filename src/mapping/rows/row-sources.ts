import type { JsonDocument } from '../json/document.ts';
import type { Element } from '../records/scopes.ts';
import { nextValue, STRIDE } from '../json/tape-entry.ts';

/** Where a row finds a value: so many numbers after its item on the tape, or at its index in another array. */
export class Source {
  /** -1 for what stands within the item. */
  readonly array: number;
  readonly offset: number;
  /** The first item of the array, if one stands right behind another on the tape; else -1. */
  private readonly first: number;

  private constructor(array: number, offset: number, first: number) {
    this.array = array;
    this.offset = offset;
    this.first = first;
  }

  /** A value of the item. */
  static within(offset: number): Source {
    return new Source(-1, offset, -1);
  }

  /** The items of another array. */
  static ofArray(document: JsonDocument, array: number): Source {
    return new Source(array, 0, document.holdsScalarsOnly(array) ? array + STRIDE : -1);
  }

  /** The value that a row finds. */
  valueIn(document: JsonDocument, item: number, index: number): number {
    if (this.array < 0) return item + this.offset;
    return this.first >= 0 ? this.first + index * STRIDE : document.itemAt(this.array, index);
  }

  /** True where each row finds the same value at both. */
  equals({ array, offset }: Source): boolean {
    return this.array === array && this.offset === offset;
  }
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
    if (this.isWithin(value)) return Source.within(value - this.item);
    const array = this.arrays.find((other) => this.document.itemAt(other, this.index) === value);
    return array === undefined ? null : Source.ofArray(this.document, array);
  }
}
