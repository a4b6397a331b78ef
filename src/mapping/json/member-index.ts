import { nextValue, STRIDE } from './tape-entry.ts';

/** Finds members of records. Of records that were asked of it keeps an index: many questions about a big one do not look at all members each time. */
export class MemberIndex {
  private readonly entries: Int32Array;
  private readonly membersOf: (record: number) => readonly number[];
  /** By record: its members in the order in which they stand. */
  private readonly inOrder = new Map<number, readonly number[]>();
  /** By record: where each of its members stands among those that count. */
  private readonly positions = new Map<number, ReadonlyMap<number, number>>();
  /** By record: its members by key id. */
  private readonly byKey = new Map<number, ReadonlyMap<number, number>>();

  /** @param membersOf tells the members that count, of equal keys one */
  constructor(entries: Int32Array, membersOf: (record: number) => readonly number[]) {
    this.entries = entries;
    this.membersOf = membersOf;
  }

  /** The member that has a key; -1 where none that counts has it. */
  withKey(record: number, key: number): number {
    let members = this.byKey.get(record);
    if (members === undefined) {
      members = new Map(this.membersOf(record).map((member) => [this.entries[member + 3]!, member]));
      this.byKey.set(record, members);
    }
    return members.get(key) ?? -1;
  }

  /** Where a member of a record stands among those that count. */
  positionOf(record: number, member: number): number {
    let positions = this.positions.get(record);
    if (positions === undefined) {
      positions = new Map(this.membersOf(record).map((counted, position) => [counted, position]));
      this.positions.set(record, positions);
    }
    return positions.get(member) ?? -1;
  }

  /** The member whose value a value of the document is or stands in; -1 where it is in none of those that count. */
  around(record: number, value: number): number {
    let members = this.inOrder.get(record);
    if (members === undefined) {
      members = this.membersOf(record).toSorted((a, b) => a - b);
      this.inOrder.set(record, members);
    }
    let low = 0;
    let high = members.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (members[middle]! < value) low = middle + 1;
      else high = middle;
    }
    const member = members[low - 1];
    return member !== undefined && value < nextValue(this.entries, member + STRIDE) ? member : -1;
  }
}
