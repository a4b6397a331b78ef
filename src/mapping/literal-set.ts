import { encodeText } from './byte-sink.ts';
import { hashBytes, sameBytes } from './hash.ts';
import type { Literal } from './writer.ts';

/** Numbers of an entry: hash, datatype, source, start, end. */
const STRIDE = 5;
/** Sources of the bytes of an entry. */
const DOCUMENT = 0;
const COPY = 1;

/** A set of literals that compares bytes where they stand: no text is made of the document's numbers. */
export class LiteralSet {
  private readonly document: Uint8Array;
  private copies = new Uint8Array(256);
  private copied = 0;
  private slots = new Int32Array(64).fill(-1);
  private readonly entries: number[] = [];

  constructor(document: Uint8Array) {
    this.document = document;
  }

  /** Adds a literal; false when an equal one is there. */
  add(literal: Literal): boolean {
    const isCopy = literal.text !== null;
    const bytes = isCopy ? encodeText(literal.text) : this.document;
    const start = isCopy ? 0 : literal.start;
    const end = isCopy ? bytes.length : literal.end;
    const hash = hashBytes(bytes, start, end, literal.datatype.id);
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (; this.slots[slot]! >= 0; slot = (slot + 1) & mask) {
      if (this.equals(this.slots[slot]!, hash, literal.datatype.id, bytes, start, end)) return false;
    }
    this.slots[slot] = this.entries.length;
    const from = isCopy ? this.copy(bytes) : start;
    this.entries.push(hash, literal.datatype.id, isCopy ? COPY : DOCUMENT, from, from + end - start);
    if (this.entries.length * 2 > this.slots.length * STRIDE) this.grow();
    return true;
  }

  private equals(
    entry: number,
    hash: number,
    datatype: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): boolean {
    const { entries } = this;
    if (entries[entry] !== hash || entries[entry + 1] !== datatype) return false;
    const source = entries[entry + 2] === COPY ? this.copies : this.document;
    return sameBytes(source, entries[entry + 3]!, entries[entry + 4]!, bytes, start, end);
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
    for (let entry = 0; entry < this.entries.length; entry += STRIDE) {
      let slot = this.entries[entry]! & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = entry;
    }
    this.slots = slots;
  }
}
