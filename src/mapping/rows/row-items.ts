import type { JsonDocument } from '../json/document.ts';
import { STRIDE } from '../json/tape-entry.ts';

/** What rows are made of, one after the other. One class for all kinds: the loop over rows asks it for each. */
export class Items {
  readonly length: number;
  /** The values; null for those that stand right behind one another on the tape. */
  private readonly values: ArrayLike<number> | null;
  private readonly first: number;
  private readonly isArray: boolean;

  private constructor(values: ArrayLike<number> | null, first: number, length: number, isArray: boolean) {
    this.values = values;
    this.first = first;
    this.length = length;
    this.isArray = isArray;
  }

  /** The items of an array, up to an index. */
  static ofArray(document: JsonDocument, array: number, length: number): Items {
    const values = document.holdsScalarsOnly(array) ? null : document.indexesOf(array);
    return new Items(values, array + STRIDE, length, true);
  }

  /** Values that do not stand in one array; -1 for those that are walked. */
  static ofList(values: ArrayLike<number>): Items {
    return new Items(values, -1, values.length, false);
  }

  /** The value of an item; -1 for one that is walked. */
  valueAt(at: number): number {
    return this.values === null ? this.first + at * STRIDE : this.values[at]!;
  }

  /** Its index in its array; -1 for values that do not stand in one array. */
  indexAt(at: number): number {
    return this.isArray ? at : -1;
  }
}
