import type { JsonDocument } from '../json/document.ts';
import { STRIDE } from '../json/tape-entry.ts';

/** What rows are made of, one after the other. */
export interface Items {
  readonly length: number;
  /** The value of an item; -1 for one that is walked. */
  itemAt(at: number): number;
  /** Its index in its array; -1 for values that do not stand in one array. */
  indexAt(at: number): number;
  /** How many items, from one on, stand right behind one another on the tape, one entry each, as do their indexes. */
  evenFrom(at: number): number;
}

/** The items of an array, up to an index. */
export class ArrayItems implements Items {
  readonly length: number;
  private readonly document: JsonDocument;
  private readonly array: number;

  constructor(document: JsonDocument, array: number, length: number) {
    this.document = document;
    this.array = array;
    this.length = length;
  }

  itemAt(at: number): number {
    return this.document.itemAt(this.array, at);
  }

  indexAt(at: number): number {
    return at;
  }

  evenFrom(at: number): number {
    return this.document.holdsScalarsOnly(this.array) ? this.length - at : 0;
  }
}

/** Values from a list; -1 for those that are walked. */
export class ListedItems implements Items {
  private readonly values: ArrayLike<number>;
  /** The stretch that was looked for last. */
  private evenStart = 0;
  private evenEnd = 0;

  constructor(values: ArrayLike<number>) {
    this.values = values;
  }

  get length(): number {
    return this.values.length;
  }

  itemAt(at: number): number {
    return this.values[at]!;
  }

  indexAt(): number {
    return -1;
  }

  evenFrom(at: number): number {
    if (at < this.evenStart || at >= this.evenEnd) {
      const { values } = this;
      let end = at + 1;
      while (end < values.length && values[end] === values[end - 1]! + STRIDE) end++;
      this.evenStart = at;
      this.evenEnd = end;
    }
    return this.evenEnd - at;
  }
}
