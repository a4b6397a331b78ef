import { hashBytes } from '../mapping/bytes/hash.ts';
import { encodeText } from '../rdf/utf8.ts';

/** Numbers of an entry: two hashes of the name, and its value. */
const STRIDE = 3;
/** Entries that there is room for at first; a power of two. */
const FIRST_ENTRIES = 1024;

/** Numbers by names, of which 64 bits are kept: a name takes 24 to 48 bytes, however long it is. */
export class FingerprintTable {
  private entries = new Int32Array(FIRST_ENTRIES * STRIDE);
  private count = 0;

  /** The value of a name; undefined for one that has none. */
  get(name: string): number | undefined {
    const [first, second] = fingerprintOf(name);
    const at = this.placeOf(first, second);
    return this.entries[at + 1] === 0 ? undefined : this.entries[at + 2]!;
  }

  set(name: string, value: number): void {
    if (this.count * 2 * STRIDE >= this.entries.length) this.grow();
    const [first, second] = fingerprintOf(name);
    const at = this.placeOf(first, second);
    if (this.entries[at + 1] === 0) this.count++;
    this.entries.set([first, second, value], at);
  }

  /** Where an entry stands, or is to stand. */
  private placeOf(first: number, second: number): number {
    const { entries } = this;
    const mask = entries.length / STRIDE - 1;
    let slot = first & mask;
    for (;;) {
      const at = slot * STRIDE;
      if (entries[at + 1] === 0 || (entries[at] === first && entries[at + 1] === second)) return at;
      slot = (slot + 1) & mask;
    }
  }

  private grow(): void {
    const before = this.entries;
    this.entries = new Int32Array(before.length * 2);
    for (let at = 0; at < before.length; at += STRIDE)
      if (before[at + 1] !== 0)
        this.entries.set(before.subarray(at, at + STRIDE), this.placeOf(before[at]!, before[at + 1]!));
  }
}

/** Two hashes of a name; the second one is not 0. */
function fingerprintOf(name: string): [number, number] {
  const bytes = encodeText(name);
  return [hashBytes(bytes, 0, bytes.length, 1), hashBytes(bytes, 0, bytes.length, 2) | 1];
}
