import { hashBytes, sameBytes } from '../bytes/hash.ts';
import { ESCAPED } from './tape-entry.ts';
import { decodeString } from './text.ts';
import { dataViewOf } from '../bytes/data-view.ts';

const QUOTE = 0x22;

/** The distinct keys of a document, numbered in the order in which the scanner met them. */
export class KeyTable {
  /** By id. */
  names: string[];
  /** Those that `noteData` got, in order. */
  readonly data: number[];
  private isData: Uint8Array<ArrayBuffer>;
  /** Null until it is needed: keys are distinguished by their bytes, except those with escapes. */
  private byName: Map<string, number> | null;
  /** Open addressing over the keys as written: an escaped and a plain spelling have two slots and one id. */
  private slots: Int32Array<ArrayBuffer>;
  /** Four numbers for each: its hash, where it stands, and the id. */
  private spellings: number[];
  /** By each spelling the one that followed it last: records repeat their keys in order. */
  private followers: number[];
  /** The spelling that was met last. */
  private last: number;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  /** Another table has the same arrays: they are copied before a key is added. */
  private isShared: boolean;

  /** @param known of a document that begins with the same bytes: its keys are known from the beginning */
  constructor(bytes: Uint8Array, known: KeyTable | null = null) {
    this.bytes = bytes;
    this.view = dataViewOf(bytes);
    this.names = known === null ? [] : known.names;
    this.data = known === null ? [] : known.data.slice();
    this.isData = known === null ? new Uint8Array(32) : known.isData.slice();
    this.byName = known === null ? null : known.byName;
    this.slots = known === null ? new Int32Array(16).fill(-1) : known.slots;
    this.spellings = known === null ? [] : known.spellings;
    this.followers = known === null ? [] : known.followers;
    this.last = known === null ? 0 : known.last;
    this.isShared = known !== null;
    if (known !== null) known.isShared = true;
  }

  /** The id of the key that stands at `start` when it is the one that followed the last key before; else -1. */
  expect(start: number): number {
    const { spellings, bytes, view } = this;
    const spelling = this.followers[this.last] ?? -1;
    if (spelling < 0) return -1;
    const from = spellings[spelling + 1]!;
    const length = spellings[spelling + 2]! - from;
    if (start + length >= bytes.length || bytes[start + length] !== QUOTE) return -1;
    let at = 0;
    for (; at + 4 <= length; at += 4) if (view.getInt32(start + at) !== view.getInt32(from + at)) return -1;
    for (; at < length; at++) if (bytes[start + at] !== bytes[from + at]) return -1;
    this.last = spelling;
    return spellings[spelling + 3]!;
  }

  /** The bytes of the key that was asked for last, as it is written. */
  get lastLength(): number {
    return this.spellings[this.last + 2]! - this.spellings[this.last + 1]!;
  }

  /** The id of the key whose string stands between `start` and `end`. */
  intern(start: number, end: number, flags: number): number {
    const spelling = this.look(this.bytes, start, end, flags);
    this.followers[this.last] = spelling;
    this.last = spelling;
    return this.spellings[spelling + 3]!;
  }

  /** Notes that a key stands outside the block. */
  noteData(key: number): void {
    if (this.isData[key] === 1) return;
    if (key >= this.isData.length) {
      const larger = new Uint8Array(key * 2);
      larger.set(this.isData);
      this.isData = larger;
    }
    this.isData[key] = 1;
    this.data.push(key);
  }

  private look(bytes: Uint8Array, start: number, end: number, flags: number): number {
    const hash = hashBytes(bytes, start, end, end - start);
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const spelling = this.slots[slot]!;
      if (spelling < 0) return this.add(slot, hash, bytes, start, end, flags);
      if (
        this.spellings[spelling] === hash &&
        sameBytes(bytes, this.spellings[spelling + 1]!, this.spellings[spelling + 2]!, bytes, start, end)
      ) {
        return spelling;
      }
    }
  }

  /** The id of a key; -1 when the document has no such key. */
  find(name: string): number {
    return this.index().get(name) ?? -1;
  }

  private index(): Map<string, number> {
    return (this.byName ??= new Map(this.names.map((name, id) => [name, id])));
  }

  private add(slot: number, hash: number, bytes: Uint8Array, start: number, end: number, flags: number): number {
    if (this.isShared) this.unshare();
    const name = decodeString(bytes, start, end, flags);
    let id = flags & ESCAPED || this.byName !== null ? this.index().get(name) : undefined;
    if (id === undefined) {
      id = this.names.length;
      this.names.push(name);
      this.byName?.set(name, id);
    }
    const spelling = this.spellings.length;
    this.slots[slot] = spelling;
    this.spellings.push(hash, start, end, id);
    this.followers[spelling] = -1;
    if (this.spellings.length > this.slots.length * 2) this.grow();
    return spelling;
  }

  private unshare(): void {
    this.names = this.names.slice();
    this.byName = this.byName === null ? null : new Map(this.byName);
    this.slots = this.slots.slice();
    this.spellings = this.spellings.slice();
    this.followers = this.followers.slice();
    this.isShared = false;
  }

  private grow(): void {
    const slots = new Int32Array(this.slots.length * 4).fill(-1);
    const mask = slots.length - 1;
    for (let spelling = 0; spelling < this.spellings.length; spelling += 4) {
      let slot = this.spellings[spelling]! & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = spelling;
    }
    this.slots = slots;
  }
}
