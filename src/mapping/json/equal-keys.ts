import { twiceAsLong } from '../bytes/grow.ts';
import { nextValue, STRIDE } from './tape-entry.ts';

/** Finds objects with equal keys: the last value counts, at the place of the first (as `JSON.parse` has it). */
export class EqualKeys {
  /** By entry of the object: indexes of the key entries that count. */
  readonly resolved = new Map<number, readonly number[]>();
  /** By key: behind the entry of the object that had it last. */
  private lastObject = new Int32Array(64);

  /** Looks through an object whose entries end at `end`. */
  resolve(entries: Int32Array, object: number, end: number): void {
    if (!this.hasEqual(entries, object, end)) return;
    const last = new Map<number, number>();
    for (let at = object + STRIDE; at < end; at = nextValue(entries, at + STRIDE)) last.set(entries[at + 3]!, at);
    this.resolved.set(object, Array.from(last.values()));
  }

  private hasEqual(entries: Int32Array, object: number, end: number): boolean {
    const mark = object + 1;
    for (let at = object + STRIDE; at < end; at = nextValue(entries, at + STRIDE)) {
      const key = entries[at + 3]!;
      while (key >= this.lastObject.length) this.lastObject = twiceAsLong(this.lastObject);
      if (this.lastObject[key] === mark) return true;
      this.lastObject[key] = mark;
    }
    return false;
  }
}
