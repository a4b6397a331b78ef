import { moreSlots, twiceAsLong } from './grow.ts';
import { hashBytes, hashNumbers, sameBytes } from './hash.ts';

/** Numbers of an entry: hash, salt, source, start, end. */
const STRIDE = 5;
/** Sources of the bytes of an entry. */
const DOCUMENT = 0;
const COPY = 1;
/** They are sought and not added. */
const NOWHERE = 2;

const NO_COPIES = new Uint8Array(0);
/** The slots and the entries of all tables to which nothing was added. */
const NO_SLOTS = new Int32Array(16).fill(-1);
const NO_ENTRIES = new Int32Array(8 * STRIDE);
/** Slots that are reserved at most. */
const MOST_RESERVED = 4_096;

/** Numbers distinct byte strings from 0. It compares bytes where they stand: no text is made of those of the document. */
export class ByteTable {
  private readonly document: Uint8Array;
  private copies = NO_COPIES;
  private copied = 0;
  private slots: Int32Array;
  private entries: Int32Array;
  /** How many there are: the number that the next new one gets. */
  size: number;
  /** Another table has the same arrays: they are copied before something is added. */
  private isShared: boolean;

  /** @param known of a document that begins with the same bytes, without copies: what it numbered has the same number here */
  constructor(document: Uint8Array, known: ByteTable | null = null) {
    this.document = document;
    this.slots = known?.slots ?? NO_SLOTS;
    this.entries = known?.entries ?? NO_ENTRIES;
    this.size = known?.size ?? 0;
    this.isShared = true;
    if (known !== null) known.isShared = true;
  }

  /** Forgets what it numbered, and makes room for so many, or for much of them. */
  clear(expected: number): void {
    let slots = 16;
    while (slots < expected * 2 && slots < MOST_RESERVED) slots *= 4;
    this.size = 0;
    this.copied = 0;
    if (!this.isShared && this.slots.length === slots) {
      this.slots.fill(-1);
      return;
    }
    this.slots = new Int32Array(slots).fill(-1);
    this.entries = new Int32Array((slots / 2) * STRIDE);
    this.isShared = false;
  }

  startOf(number: number): number {
    return this.entries[number * STRIDE + 3]!;
  }

  endOf(number: number): number {
    return this.entries[number * STRIDE + 4]!;
  }

  /** The number of the document's bytes from `start` to `end`; `salt` keeps equal bytes of different meaning apart. */
  add(salt: number, start: number, end: number): number {
    return this.look(salt, this.document, start, end, DOCUMENT);
  }

  /** The number of bytes that stand elsewhere. */
  addCopy(salt: number, bytes: Uint8Array): number {
    return this.look(salt, bytes, 0, bytes.length, COPY);
  }

  /** The number of bytes that stand elsewhere; -1 for some that were not added. */
  find(salt: number, bytes: Uint8Array): number {
    return this.look(salt, bytes, 0, bytes.length, NOWHERE);
  }

  /** A hash of all byte strings, in the order in which they were added. */
  hash(): number {
    return hashNumbers(this.entries, this.size * STRIDE, STRIDE);
  }

  private look(salt: number, bytes: Uint8Array, start: number, end: number, source: number): number {
    const { entries, slots } = this;
    const hash = hashBytes(bytes, start, end, salt);
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let number = slots[slot]!; number >= 0; number = slots[slot]!) {
      const entry = number * STRIDE;
      if (entries[entry] === hash && entries[entry + 1] === salt) {
        const others = entries[entry + 2] === COPY ? this.copies : this.document;
        if (sameBytes(others, entries[entry + 3]!, entries[entry + 4]!, bytes, start, end)) return number;
      }
      slot = (slot + 1) & mask;
    }
    if (source === NOWHERE) return -1;
    if (this.isShared) this.unshare();
    const number = this.size++;
    const from = source === COPY ? this.copy(bytes) : start;
    this.slots[slot] = number;
    const entry = number * STRIDE;
    if (entry === this.entries.length) this.entries = twiceAsLong(this.entries);
    const added = this.entries;
    added[entry] = hash;
    added[entry + 1] = salt;
    added[entry + 2] = source;
    added[entry + 3] = from;
    added[entry + 4] = from + end - start;
    if (number * 2 >= this.slots.length)
      this.slots = moreSlots(this.slots, number + 1, (other) => added[other * STRIDE]!);
    return number;
  }

  private copy(bytes: Uint8Array): number {
    const from = this.copied;
    this.copied += bytes.length;
    if (this.copied > this.copies.length) {
      const larger = new Uint8Array(this.copied * 2);
      larger.set(this.copies);
      this.copies = larger;
    }
    this.copies.set(bytes, from);
    return from;
  }

  private unshare(): void {
    this.slots = this.slots.slice();
    this.entries = this.entries.slice();
    this.isShared = false;
  }
}
