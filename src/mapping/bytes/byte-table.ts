import { hashBytes, sameBytes } from './hash.ts';

/** Numbers of an entry: hash, salt, source, start, end. */
const STRIDE = 5;
/** Sources of the bytes of an entry. */
const DOCUMENT = 0;
const COPY = 1;

/** Numbers distinct byte strings from 0. It compares bytes where they stand: no text is made of those of the document. */
export class ByteTable {
  private readonly document: Uint8Array;
  private copies = new Uint8Array(0);
  private copied = 0;
  private slots = new Int32Array(16).fill(-1);
  private entries = new Int32Array(STRIDE * 8);
  private count = 0;

  constructor(document: Uint8Array) {
    this.document = document;
  }

  /** How many there are: the number that the next new one gets. */
  get size(): number {
    return this.count;
  }

  /** The number of the document's bytes from `start` to `end`; `salt` keeps equal bytes of different meaning apart. */
  add(salt: number, start: number, end: number): number {
    return this.look(salt, this.document, start, end, DOCUMENT);
  }

  /** The number of bytes that stand elsewhere. */
  addCopy(salt: number, bytes: Uint8Array): number {
    return this.look(salt, bytes, 0, bytes.length, COPY);
  }

  private look(salt: number, bytes: Uint8Array, start: number, end: number, source: number): number {
    const { entries, slots } = this;
    const hash = hashBytes(bytes, start, end, salt);
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let entry = slots[slot]!; entry >= 0; entry = slots[slot]!) {
      if (entries[entry] === hash && entries[entry + 1] === salt) {
        const others = entries[entry + 2] === COPY ? this.copies : this.document;
        if (sameBytes(others, entries[entry + 3]!, entries[entry + 4]!, bytes, start, end)) return entry / STRIDE;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = this.count * STRIDE;
    return this.append(hash, salt, source, source === COPY ? this.copy(bytes) : start, end - start);
  }

  private append(hash: number, salt: number, source: number, start: number, length: number): number {
    const entry = this.count * STRIDE;
    if (entry + STRIDE > this.entries.length) {
      const larger = new Int32Array(this.entries.length * 2);
      larger.set(this.entries);
      this.entries = larger;
    }
    const { entries } = this;
    entries[entry] = hash;
    entries[entry + 1] = salt;
    entries[entry + 2] = source;
    entries[entry + 3] = start;
    entries[entry + 4] = start + length;
    this.count++;
    if (this.count * 2 > this.slots.length) this.grow();
    return this.count - 1;
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

  private grow(): void {
    const slots = new Int32Array(this.slots.length * 4).fill(-1);
    const mask = slots.length - 1;
    for (let entry = 0; entry < this.count * STRIDE; entry += STRIDE) {
      let slot = this.entries[entry]! & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = entry;
    }
    this.slots = slots;
  }
}
