import type { Mapping } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import { TimestampTable } from './timestamp-table.ts';
import { STRIDE } from '../json/tape-entry.ts';

/** No instants. */
const NONE: ReadonlySet<number> = new Set();

/**
 * The instants of a document: elements of one time key with equal text are one (`mapping.md §4`). They are numbered from 0
 * in document order, before anything is written, so that what comes first is the same in every format.
 */
export class InstantTable {
  private readonly document: JsonDocument;
  private readonly timestamps: TimestampTable;
  /** By entry of the tape, without the stride: the number, plus 1. Null where the document has no time keys. */
  private readonly numbers: Int32Array | null;
  /** By number: that it stands twice in the array that is its axis, where that was asked. */
  private readonly repeated = new Map<number, ReadonlySet<number>>();

  constructor(document: JsonDocument, mapping: Mapping) {
    this.document = document;
    this.timestamps = new TimestampTable(document);
    this.numbers = mapping.isTime === null ? null : new Int32Array(document.entries.length / STRIDE);
    if (mapping.isTime !== null) this.find(mapping.isTime);
  }

  get size(): number {
    return this.timestamps.size;
  }

  /** The number of the instant of an element of a time key. */
  numberAt(value: number): number {
    return this.numbers![(value / STRIDE) | 0]! - 1;
  }

  /** True for the element that describes its instant: the first in document order. */
  isFirst(value: number): boolean {
    return this.timestamps.firstValues[this.numberAt(value)] === value;
  }

  firstValueOf(instant: number): number {
    return this.timestamps.firstValues[instant]!;
  }

  keyOf(instant: number): number {
    return this.timestamps.keys[instant]!;
  }

  /** True if an axis has a timestamp more than once. */
  hasRepeatedOn(axis: number): boolean {
    return this.repeatedOn(axis).size > 0;
  }

  /** True if an axis has its timestamp at an index more than once. */
  isRepeatedOn(axis: number, index: number): boolean {
    const repeated = this.repeatedOn(axis);
    return repeated.size > 0 && repeated.has(this.numberAt(this.document.itemAt(axis, index)));
  }

  private repeatedOn(axis: number): ReadonlySet<number> {
    let repeated = this.repeated.get(axis);
    if (repeated === undefined) this.repeated.set(axis, (repeated = this.findRepeated(axis)));
    return repeated;
  }

  private findRepeated(axis: number): ReadonlySet<number> {
    const { document } = this;
    const length = document.lengthOf(axis);
    if (this.doAscend(axis, length)) return NONE;
    const repeated = new Set<number>();
    // By instant, but for arrays much shorter than that: a document may have very many of them.
    const seen: { [instant: number]: number } = length * 16 < this.size ? {} : new Uint8Array(this.size);
    for (let i = 0; i < length; i++) {
      const item = document.itemAt(axis, i);
      if (!document.isScalar(item)) continue;
      const instant = this.numberAt(item);
      if (seen[instant] === 1) repeated.add(instant);
      seen[instant] = 1;
    }
    return repeated;
  }

  /** True for an array whose instants have ascending numbers: most axes are in order. */
  private doAscend(axis: number, length: number): boolean {
    const { document } = this;
    let last = -1;
    for (let i = 0; i < length; i++) {
      const item = document.itemAt(axis, i);
      if (!document.isScalar(item)) continue;
      const instant = this.numberAt(item);
      if (instant <= last) return false;
      last = instant;
    }
    return true;
  }

  private find(isTime: Uint8Array): void {
    const { document, timestamps } = this;
    const numbers = this.numbers!;
    document.forEachScalars(isTime, (key, first, end) => {
      for (let value = first; value < end; value += STRIDE)
        if (document.isScalar(value)) numbers[value / STRIDE] = timestamps.add(key, value) + 1;
    });
  }
}
