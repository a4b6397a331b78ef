import { HubError } from '../../errors.ts';
import { MemberIndex } from './member-index.ts';
import type { Tape } from './tape.ts';
import { ARRAY, KEY, nextValue, NULL, OBJECT, STRIDE, STRING } from './tape-entry.ts';
import { decodeAscii } from '../../rdf/utf8.ts';
import { decodeString } from './text.ts';

/** Is shown the entries from `first` to before `end`, values of a key: scalars, and perhaps nulls, empty records and empty arrays. */
type VisitScalars = (key: number, first: number, end: number) => void;

/**
 * A scanned document as the mapping sees it: equal keys resolved, arrays cut to `maxArrayItems`, the root's `@semantic` set
 * apart. Records, members and values are named by the index of their entry on the tape.
 */
export class JsonDocument {
  readonly tape: Tape;
  readonly entries: Int32Array;
  readonly bytes: Uint8Array;
  /** The bytes, to read several at once. */
  readonly view: DataView;
  /** The root record. */
  readonly root = 0;
  private readonly maxItems: number;
  private readonly itemIndexes = new Map<number, Int32Array>();
  private members: MemberIndex | null = null;

  /**
   * @param maxArrayItems 0 keeps all items
   * @throws HubError `not-an-object`
   */
  constructor(tape: Tape, maxArrayItems: number) {
    this.tape = tape;
    this.entries = tape.entries;
    this.bytes = tape.bytes;
    this.view = tape.keys.view;
    this.maxItems = maxArrayItems === 0 ? Number.MAX_SAFE_INTEGER : maxArrayItems;
    if (this.kindOf(this.root) !== OBJECT)
      throw new HubError(
        'not-an-object',
        'The body is no JSON object: it has to begin with { and hold keys and their values.',
      );
  }

  /** How many keys there are, numbered from 0. */
  get keyCount(): number {
    return this.tape.keys.count;
  }

  nameOf(key: number): string {
    return this.tape.keys.nameOf(key);
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
    return this.holdsScalarsOnly(array) ? array + STRIDE * (index + 1) : this.indexesOf(array)[index]!;
  }

  /** The items of an array. One that holds scalars only is read without this table. */
  indexesOf(array: number): Int32Array {
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
    return indexes;
  }

  /** True for an item of the array itself, not of what is within it. */
  isItemOf(array: number, value: number): boolean {
    const index = this.indexOf(array, value);
    return index >= 0 && this.itemAt(array, index) === value;
  }

  /** The index of the item that a value of the document is or stands in; negative where it is none of those that count. */
  indexOf(array: number, value: number): number {
    let high = this.lengthOf(array);
    if (this.holdsScalarsOnly(array)) {
      const index = (value - array) / STRIDE - 1;
      return index < high ? index : -1;
    }
    let low = 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.itemAt(array, middle) <= value) low = middle + 1;
      else high = middle;
    }
    return low > 0 && value < nextValue(this.entries, this.itemAt(array, low - 1)) ? low - 1 : -1;
  }

  /** The key entries of a record's members that count; the value of a member stands right behind its key. */
  membersOf(record: number): readonly number[] {
    const members = this.tape.resolved.get(record) ?? this.listMembers(record);
    if (record !== this.root || this.tape.semanticSpans.length === 0) return members;
    return members.filter((member) => this.keyOf(member) !== this.tape.keys.semanticKey);
  }

  /** What finds members that count, without looking at all of a record. */
  get memberIndex(): MemberIndex {
    return (this.members ??= new MemberIndex(this.entries, (record) => this.membersOf(record)));
  }

  /** Whether a value that counts stands before another one. Of equal keys the last value counts, at the place of the first. */
  isBefore(value: number, other: number): boolean {
    if (this.tape.resolved.size === 0) return value < other;
    let at = this.root;
    while (at !== value && at !== other) {
      const isRecord = this.isRecord(at);
      const [one, two] = [value, other].map((sought) =>
        isRecord ? this.memberIndex.around(at, sought) : this.indexOf(at, sought),
      ) as [number, number];
      if (one < 0 || two < 0) return value < other;
      if (one === two) at = isRecord ? this.valueOf(one) : this.itemAt(at, one);
      else return isRecord ? this.memberIndex.positionOf(at, one) < this.memberIndex.positionOf(at, two) : one < two;
    }
    // One of them holds the other, and stands before it.
    return at === value && value !== other;
  }

  private listMembers(record: number): number[] {
    const { entries } = this;
    // Records are small, and of small arrays a typed one costs several times as much.
    const members = new Array<number>(entries[record + 2]!);
    let member = record + STRIDE;
    for (let i = 0; i < members.length; i++) {
      members[i] = member;
      member = nextValue(entries, member + STRIDE);
    }
    return members;
  }

  /** True where `test` says so of a member of a record that is not the root. */
  hasMember(record: number, test: (key: number, value: number) => boolean): boolean {
    const { entries } = this;
    if (this.tape.resolved.has(record))
      return this.membersOf(record).some((member) => test(this.keyOf(member), this.valueOf(member)));
    const end = entries[record + 3]!;
    for (let member = record + STRIDE; member < end; member = nextValue(entries, member + STRIDE))
      if (test(entries[member + 3]!, member + STRIDE)) return true;
    return false;
  }

  keyOf(member: number): number {
    return this.entries[member + 3]!;
  }

  /** The key of the member that a value is of; -1 for the item of an array, and for the root. */
  keyOfValue(value: number): number {
    const member = value - STRIDE;
    return this.entries[member] === KEY ? this.keyOf(member) : -1;
  }

  valueOf(member: number): number {
    return member + STRIDE;
  }

  /** The value of the root's `@semantic`, null when there is none. */
  semanticValue(): number | null {
    const { entries } = this;
    const { semanticKey } = this.tape.keys;
    let found: number | null = null;
    if (semanticKey < 0) return found;
    const end = entries[this.root + 3]!;
    for (let member = this.root + STRIDE; member < end; member = nextValue(entries, member + STRIDE)) {
      if (entries[member + 3] === semanticKey) found = member + STRIDE;
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
    if (kind === KEY) return this.nameOf(entries[entry + 3]!);
    return decodeAscii(bytes, start, end);
  }

  /** The ids of the keys of all records, in order of first appearance (`mapping.md §1`). */
  dataKeys(): readonly number[] {
    if (this.isWhole) return this.tape.dataKeys;
    const seen = new Uint8Array(this.keyCount);
    const keys: number[] = [];
    this.forEachMember(this.root, (key) => {
      if (seen[key] === 0) keys.push(key);
      seen[key] = 1;
      return false;
    });
    return keys;
  }

  /**
   * Calls `visit` with the scalars of each member for which `wants` says so, in document order: those that stand right behind one
   * another at once.
   *
   * @param wants 1 by key id
   */
  forEachScalars(wants: Uint8Array, visit: VisitScalars): void {
    const wantsKey = (key: number): boolean => wants[key] === 1;
    if (!this.isWhole) return this.forEachMember(this.root, wantsKey, visit);
    // All members count: the tape is looked through without walking it as a tree.
    const { entries } = this;
    const end = entries[this.root + 3]!;
    const block = this.semanticValue() ?? -1;
    for (let entry = this.root + STRIDE; entry < end; entry += STRIDE) {
      const kind = entries[entry]!;
      if (entry === block) entry = nextValue(entries, entry) - STRIDE;
      else if (kind === KEY && wants[entries[entry + 3]!] === 1) {
        const value = entry + STRIDE;
        if (value === block) continue;
        if (this.isScalar(value)) visit(entries[entry + 3]!, value, value + STRIDE);
        else if (this.isArray(value)) this.visitValue(value, entries[entry + 3]!, true, wantsKey, visit);
        // What stands within an array was visited with it.
        if (this.isArray(value)) entry = nextValue(entries, value) - STRIDE;
      } else if (kind === ARRAY && this.holdsScalarsOnly(entry)) entry = entries[entry + 3]! - STRIDE;
    }
  }

  /** All members of all records count, and all items. */
  private get isWhole(): boolean {
    return this.tape.resolved.size === 0 && this.maxItems === Number.MAX_SAFE_INTEGER;
  }

  private forEachMember(record: number, wants: (key: number) => boolean, visit?: VisitScalars): void {
    for (const member of this.membersOf(record)) {
      const key = this.keyOf(member);
      this.visitValue(this.valueOf(member), key, wants(key), wants, visit);
    }
  }

  private visitValue(
    value: number,
    key: number,
    isWanted: boolean,
    wants: (key: number) => boolean,
    visit?: VisitScalars,
  ): void {
    if (this.isRecord(value)) this.forEachMember(value, wants, visit);
    else if (!this.isArray(value)) {
      if (isWanted && this.isScalar(value)) visit?.(key, value, value + STRIDE);
    } else if (this.holdsScalarsOnly(value)) {
      const first = value + STRIDE;
      if (isWanted) visit?.(key, first, first + this.lengthOf(value) * STRIDE);
    } else {
      const length = this.lengthOf(value);
      for (let i = 0; i < length; i++) this.visitValue(this.itemAt(value, i), key, isWanted, wants, visit);
    }
  }

  /** Scalars have one entry each. */
  holdsScalarsOnly(array: number): boolean {
    return this.entries[array + 3]! - array - STRIDE === this.entries[array + 2]! * STRIDE;
  }
}
