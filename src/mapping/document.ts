import { HubError } from '../errors.ts';
import { ARRAY, KEY, nextValue, NULL, OBJECT, SEMANTIC_KEY, STRIDE, STRING, type Tape } from './scan.ts';
import { decodeAscii, decodeString } from './text.ts';

/**
 * A scanned document as the mapping sees it: equal keys resolved, arrays cut to `maxArrayItems`, the root's `@semantic` set
 * apart. Records, members and values are named by the index of their entry on the tape.
 */
export class JsonDocument {
  readonly tape: Tape;
  readonly entries: Int32Array;
  readonly bytes: Uint8Array;
  /** Names of the keys, by id. */
  readonly keyNames: readonly string[];
  /** The root record. */
  readonly root = 0;
  private readonly maxItems: number;
  private readonly itemIndexes = new Map<number, Int32Array>();

  /**
   * @param maxArrayItems 0 keeps all items
   * @throws HubError `not-an-object`
   */
  constructor(tape: Tape, maxArrayItems: number) {
    this.tape = tape;
    this.entries = tape.entries;
    this.bytes = tape.bytes;
    this.keyNames = tape.keys.names;
    this.maxItems = maxArrayItems === 0 ? Number.MAX_SAFE_INTEGER : maxArrayItems;
    if (this.kindOf(this.root) !== OBJECT) throw new HubError('not-an-object', 'The body is no JSON object; post an object whose keys are to be described.');
  }

  kindOf(value: number): number {
    return this.entries[value]!;
  }

  isArray(value: number): boolean {
    return this.entries[value] === ARRAY;
  }

  isRecord(value: number): boolean {
    return this.entries[value] === OBJECT;
  }

  isScalar(value: number): boolean {
    const kind = this.entries[value]!;
    return kind !== NULL && kind < OBJECT;
  }

  /** Items of an array that count. */
  lengthOf(array: number): number {
    return Math.min(this.entries[array + 2]!, this.maxItems);
  }

  /** All items of an array of `@semantic`: it is no data, so that `maxArrayItems` does not cut it. */
  blockItemsOf(array: number): number[] {
    const items: number[] = [];
    const end = this.entries[array + 3]!;
    for (let item = array + STRIDE; item < end; item = nextValue(this.entries, item)) items.push(item);
    return items;
  }

  itemAt(array: number, index: number): number {
    // Scalars have one entry each, so that an array of them needs no index.
    if (this.entries[array + 3]! - array - STRIDE === this.entries[array + 2]! * STRIDE) return array + STRIDE * (index + 1);
    let indexes = this.itemIndexes.get(array);
    if (indexes === undefined) {
      indexes = new Int32Array(this.lengthOf(array));
      let item = array + STRIDE;
      for (let i = 0; i < indexes.length; i++) {
        indexes[i] = item;
        item = nextValue(this.entries, item);
      }
      this.itemIndexes.set(array, indexes);
    }
    return indexes[index]!;
  }

  /** The key entries of a record's members that count; the value of a member stands right behind its key. */
  membersOf(record: number): Int32Array {
    const { entries } = this;
    const resolved = this.tape.resolved.get(record);
    let members = resolved;
    if (members === undefined) {
      members = new Int32Array(entries[record + 2]!);
      let member = record + STRIDE;
      for (let i = 0; i < members.length; i++) {
        members[i] = member;
        member = nextValue(entries, member + STRIDE);
      }
    }
    if (record !== this.root || this.tape.semanticSpans.length === 0) return members;
    return members.filter((member) => this.keyNames[this.keyOf(member)] !== SEMANTIC_KEY);
  }

  keyOf(member: number): number {
    return this.entries[member + 3]!;
  }

  valueOf(member: number): number {
    return member + STRIDE;
  }

  /** The value of the root's `@semantic`, null when there is none. */
  semanticValue(): number | null {
    const { entries } = this;
    let found: number | null = null;
    const end = entries[this.root + 3]!;
    for (let member = this.root + STRIDE; member < end; member = nextValue(entries, member + STRIDE)) {
      if (this.keyNames[entries[member + 3]!] === SEMANTIC_KEY) found = member + STRIDE;
    }
    return found;
  }

  /** The text of a string or key; the digits or the word of another scalar, as written. */
  textOf(entry: number): string {
    const { entries, bytes } = this;
    const start = entries[entry + 1]!;
    const end = entries[entry + 2]!;
    const kind = entries[entry];
    if (kind === STRING) return decodeString(bytes, start, end, entries[entry + 3]!);
    if (kind === KEY) return this.keyNames[entries[entry + 3]!]!;
    return decodeAscii(bytes, start, end);
  }

  /** The ids of the keys of all records, in order of first appearance (`decisions.md §1.1`). */
  dataKeys(): number[] {
    const seen = new Uint8Array(this.keyNames.length);
    const keys: number[] = [];
    // Values still to be looked at, the next one last: documents are at most 128 levels deep, but wide.
    const pending: number[] = [this.root];
    for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
      if (this.entries[value] === KEY) {
        const key = this.keyOf(value);
        if (seen[key] === 0) {
          seen[key] = 1;
          keys.push(key);
        }
        if (this.entries[this.valueOf(value)]! >= OBJECT) this.pushContained(this.valueOf(value), pending);
      } else this.pushContained(value, pending);
    }
    return keys;
  }

  private pushContained(container: number, pending: number[]): void {
    if (this.isRecord(container)) {
      const members = this.membersOf(container);
      for (let i = members.length - 1; i >= 0; i--) pending.push(members[i]!);
    } else {
      for (let i = this.lengthOf(container) - 1; i >= 0; i--) {
        const item = this.itemAt(container, i);
        if (this.entries[item]! >= OBJECT) pending.push(item);
      }
    }
  }
}
