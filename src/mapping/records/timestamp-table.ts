import { encodeText } from '../../rdf/utf8.ts';
import { ByteTable } from '../bytes/byte-table.ts';
import { twiceAsLong } from '../bytes/grow.ts';
import type { JsonDocument } from '../json/document.ts';
import { ESCAPED, STRING } from '../json/tape-entry.ts';

/** In place of the last instant of a key. */
const NONE = -1;
const UNORDERED = -2;

/**
 * Numbers the distinct texts of each time key from 0, over all keys. Stamps mostly come in order: as long as those of a key ascend, each
 * is compared with the one before, and no table is kept.
 */
export class TimestampTable {
  private readonly document: JsonDocument;
  /** How many there are. */
  size = 0;
  /** By number: the value that had the text first. */
  firstValues = new Int32Array(16);
  /** By number: its key. */
  keys = new Int32Array(16);
  /** By number: the instant of the same key before it; `NONE` for the first. Kept while the timestamps of the key ascend. */
  private previous = new Int32Array(16);
  /** By key: its greatest instant while its timestamps ascend. */
  private readonly last: Int32Array;
  private unordered: UnorderedTimestamps | null = null;

  constructor(document: JsonDocument) {
    this.document = document;
    this.last = new Int32Array(document.keyCount).fill(NONE);
  }

  /** The number of the text of a scalar of a time key. */
  add(key: number, scalar: number): number {
    const { entries } = this.document;
    const last = this.last[key]!;
    const isEscaped = entries[scalar] === STRING && (entries[scalar + 3]! & ESCAPED) !== 0;
    if (last !== UNORDERED && !isEscaped) {
      const order = last === NONE ? 1 : this.compare(scalar, this.firstValues[last]!);
      if (order === 0) return last;
      if (order > 0) {
        const instant = this.addNew(key, scalar);
        this.previous[instant] = last;
        return (this.last[key] = instant);
      }
    }
    const timestamps = (this.unordered ??= new UnorderedTimestamps(this.document));
    if (last !== UNORDERED) {
      for (let instant = last; instant !== NONE; instant = this.previous[instant]!)
        timestamps.learn(key, this.firstValues[instant]!, instant);
      this.last[key] = UNORDERED;
    }
    const found = timestamps.find(key, scalar, this.size);
    return found < this.size ? found : this.addNew(key, scalar);
  }

  private addNew(key: number, scalar: number): number {
    if (this.size === this.keys.length) {
      this.firstValues = twiceAsLong(this.firstValues);
      this.keys = twiceAsLong(this.keys);
      this.previous = twiceAsLong(this.previous);
    }
    this.firstValues[this.size] = scalar;
    this.keys[this.size] = key;
    return this.size++;
  }

  /** Below 0 where the bytes of one come before those of the other, 0 where they are equal: a total order, shorter ones first. */
  private compare(one: number, other: number): number {
    const { entries, bytes, view } = this.document;
    const start = entries[one + 1]!;
    const otherStart = entries[other + 1]!;
    const length = entries[one + 2]! - start;
    const difference = length - (entries[other + 2]! - otherStart);
    if (difference !== 0) return difference;
    let at = 0;
    for (; at + 4 <= length; at += 4) {
      const word = view.getUint32(start + at);
      const otherWord = view.getUint32(otherStart + at);
      if (word !== otherWord) return word < otherWord ? -1 : 1;
    }
    for (; at < length; at++) {
      const order = bytes[start + at]! - bytes[otherStart + at]!;
      if (order !== 0) return order;
    }
    return 0;
  }
}

/** Instants by their texts. */
class UnorderedTimestamps {
  private readonly document: JsonDocument;
  private readonly texts: ByteTable;
  /** By number in `texts`. */
  private readonly instants: number[] = [];

  constructor(document: JsonDocument) {
    this.document = document;
    this.texts = new ByteTable(document.bytes);
  }

  /** Takes over an instant whose timestamp has no escapes. */
  learn(key: number, scalar: number, instant: number): void {
    const { entries } = this.document;
    this.instants[this.texts.add(key, entries[scalar + 1]!, entries[scalar + 2]!)] = instant;
  }

  /** The instant of a timestamp; `next` for one that was not there, which has that number then. */
  find(key: number, scalar: number, next: number): number {
    const { entries } = this.document;
    if (entries[scalar] !== STRING || (entries[scalar + 3]! & ESCAPED) === 0)
      return (this.instants[this.texts.add(key, entries[scalar + 1]!, entries[scalar + 2]!)] ??= next);
    return (this.instants[this.texts.addCopy(key, encodeText(this.document.textOf(scalar)))] ??= next);
  }
}
