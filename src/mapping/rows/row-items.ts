import type { JsonDocument } from '../json/document.ts';
import { NULL, STRIDE } from '../json/tape-entry.ts';

/** What rows are made of, one after the other. One class for all of them: the loop over rows asks it for each. */
export class Items {
  /** How many make a row. */
  readonly length: number;
  /** Those that make a row; null for values that stand right behind one another on the tape. */
  private readonly values: ArrayLike<number> | null;
  /** The index of each in its array; null where it is the place here. */
  private readonly indexes: ArrayLike<number> | null;
  private readonly first: number;
  private readonly arrayLength: number;
  /** The place that was sought last. */
  private place = 0;

  private constructor(
    values: ArrayLike<number> | null,
    indexes: ArrayLike<number> | null,
    first: number,
    arrayLength: number,
  ) {
    this.values = values;
    this.indexes = indexes;
    this.first = first;
    this.arrayLength = arrayLength;
    this.length = values?.length ?? arrayLength;
  }

  /**
   * The items of an array up to an index, but for those that say nothing.
   *
   * @param isSilent says so of an item that is not null; null where all others say something
   */
  static ofArray(
    document: JsonDocument,
    array: number,
    length: number,
    isSilent: ((value: number) => boolean) | null = null,
  ): Items {
    const all = document.holdsScalarsOnly(array) ? null : document.indexesOf(array);
    const first = array + STRIDE;
    const valueAt = (index: number): number => (all === null ? first + index * STRIDE : all[index]!);
    const isLeftOut = (value: number): boolean =>
      document.kindOf(value) === NULL || (isSilent !== null && isSilent(value));
    let leftOut = 0;
    for (let index = 0; index < length; index++) if (isLeftOut(valueAt(index))) leftOut++;
    if (leftOut === 0)
      return new Items(all?.length === length ? all : (all?.subarray(0, length) ?? null), null, first, length);
    const values = new Int32Array(length - leftOut);
    const indexes = new Int32Array(length - leftOut);
    let place = 0;
    for (let index = 0; index < length; index++) {
      const value = valueAt(index);
      if (isLeftOut(value)) continue;
      values[place] = value;
      indexes[place++] = index;
    }
    return new Items(values, indexes, first, length);
  }

  /**
   * The records of an array of arrays, flattened; null where it holds anything else, but for nulls.
   *
   * @returns their values, with the number of each among the flattened items of the array
   */
  static flatten(document: JsonDocument, array: number): { values: Int32Array; positions: Int32Array } | null {
    if (document.lengthOf(array) === 0 || !document.isArray(document.itemAt(array, 0))) return null;
    const values: number[] = [];
    const positions: number[] = [];
    let position = 0;
    const collect = (value: number): boolean => {
      if (document.isArray(value)) {
        const length = document.lengthOf(value);
        for (let index = 0; index < length; index++) if (!collect(document.itemAt(value, index))) return false;
        return true;
      }
      if (document.isRecord(value)) {
        values.push(value);
        positions.push(position);
      }
      position++;
      return !document.isScalar(value);
    };
    const length = document.lengthOf(array);
    for (let index = 0; index < length; index++) {
      const item = document.itemAt(array, index);
      if (!document.isArray(item) || !collect(item)) return null;
    }
    return { values: Int32Array.from(values), positions: Int32Array.from(positions) };
  }

  /** The items of stretches of an array: of each, the first index and the one behind the last. */
  static ofStretches(document: JsonDocument, array: number, stretches: readonly number[]): Items {
    const indexes: number[] = [];
    for (let i = 0; i < stretches.length; i += 2)
      for (let index = stretches[i]!; index < stretches[i + 1]!; index++) indexes.push(index);
    const values = Int32Array.from(indexes, (index) => document.itemAt(array, index));
    return new Items(values, indexes, -1, document.lengthOf(array));
  }

  /** Values that do not stand in one array; -1 for those that are walked. */
  static ofList(values: ArrayLike<number>): Items {
    return new Items(values, new Int32Array(values.length).fill(-1), -1, values.length);
  }

  /** The place of the first item that makes a row, from an index of the array on. Indexes are asked for in ascending order. */
  placeOf(index: number): number {
    if (this.indexes === null) return index;
    while (this.place < this.length && this.indexes[this.place]! < index) this.place++;
    return this.place;
  }

  /** The value at a place; -1 for one that is walked. */
  valueAt(place: number): number {
    return this.values === null ? this.first + place * STRIDE : this.values[place]!;
  }

  /** The index in its array of the value at a place; -1 for values that do not stand in one array. */
  indexAt(place: number): number {
    return this.indexes === null ? place : this.indexes[place]!;
  }

  /** The index from which on nothing is done once the items before a place are. */
  indexBehind(place: number): number {
    return place < this.length ? this.indexAt(place) : this.arrayLength;
  }
}
