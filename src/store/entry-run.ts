import { HASH_CHARACTERS, HASH_LENGTH } from './quad-entries.ts';

/** A hash of `hashOf`, and a text. */
export type HashedEntry = readonly [hash: string, value: string];

/** Some 1.2 million triples. */
const MOST_BYTES = 240 * 1024 * 1024;
/** Of one of the memories in which entries lie; one that is longer has a memory of its own length. */
const MEMORY_BYTES = 2 ** 24;
const FIRST_ENTRIES = 1024;
/** Of an entry, before its text in UTF-8: the hash and the length of the text. */
const HEAD_BYTES = HASH_LENGTH + Uint32Array.BYTES_PER_ELEMENT;
/** A unit of UTF-16 is three bytes at most. */
const MOST_BYTES_A_UNIT = 3;
/** Parts of a run, by the first twelve bits of the hashes: some 300 entries each, which are sorted at a time. */
const PARTS = 4096;
/** Entries of a piece, some 500 KiB: the binding to LevelDB gives the memory of a batch back when JavaScript collects its garbage. */
const PIECE = 2_000;

/** Of each character of hashes, by its code, its place in the order of all of them. */
const RANKS = new Uint8Array(128);
for (const [rank, character] of [...HASH_CHARACTERS].sort().entries()) RANKS[character.charCodeAt(0)] = rank;

/**
 * Entries that are put in the order of their hashes. They lie as bytes, 240 MiB and a little at most, and not as strings, which would take as much for a fifth of
 * them, and which the collector would copy.
 */
export class EntryRun {
  readonly #memories: Buffer[] = [];
  /** How many memories are in use, and where the last of them is free. */
  #used = 0;
  #free = 0;
  /** Of each entry, the number of its memory and where it begins there, as one number, and its part. */
  #starts = new Uint32Array(FIRST_ENTRIES);
  #parts = new Uint16Array(FIRST_ENTRIES);
  #count = 0;
  #bytes = 0;

  /** Whether `take` has to be called before more is added. */
  get isFull(): boolean {
    return this.#bytes >= MOST_BYTES;
  }

  /** Adds an entry. */
  add(hash: string, value: string): void {
    const memory = this.#memoryFor(HEAD_BYTES + value.length * MOST_BYTES_A_UNIT);
    const at = this.#free;
    memory.write(hash, at, HASH_LENGTH, 'latin1');
    const length = memory.write(value, at + HEAD_BYTES);
    memory.writeUInt32LE(length, at + HASH_LENGTH);
    this.#free += HEAD_BYTES + length;
    this.#bytes += HEAD_BYTES + length;
    this.#note((this.#used - 1) * MEMORY_BYTES + at, partOf(hash));
  }

  /** All entries in order, in pieces. The run is empty behind the last one; nothing may be added before. */
  *take(): Generator<readonly HashedEntry[]> {
    const { starts, ends } = this.#byPart();
    let piece: HashedEntry[] = [];
    for (let part = 0; part < PARTS; part++) {
      const entries = Array.from(starts.subarray(ends[part - 1] ?? 0, ends[part]), (start) => this.#entryAt(start));
      for (const entry of entries.sort(([one], [other]) => (one < other ? -1 : 1))) piece.push(entry);
      if (piece.length < PIECE) continue;
      yield piece;
      piece = [];
    }
    if (piece.length > 0) yield piece;
    this.#used = this.#free = this.#count = this.#bytes = 0;
  }

  /** Where entries begin, by their parts, and where these end among them. */
  #byPart(): { readonly starts: Uint32Array; readonly ends: Uint32Array } {
    const parts = this.#parts.subarray(0, this.#count);
    const ends = new Uint32Array(PARTS);
    for (const part of parts) ends[part]!++;
    let count = 0;
    for (let part = 0; part < PARTS; part++) {
      const length = ends[part]!;
      ends[part] = count;
      count += length;
    }
    const starts = new Uint32Array(count);
    for (let entry = 0; entry < count; entry++) starts[ends[parts[entry]!]!++] = this.#starts[entry]!;
    return { starts, ends };
  }

  #entryAt(start: number): HashedEntry {
    const memory = this.#memories[Math.floor(start / MEMORY_BYTES)]!;
    const at = start % MEMORY_BYTES;
    const text = at + HEAD_BYTES;
    const end = text + memory.readUInt32LE(at + HASH_LENGTH);
    return [memory.toString('latin1', at, at + HASH_LENGTH), memory.toString('utf8', text, end)];
  }

  /** The memory in use, or the next one where that has no room for so many bytes. */
  #memoryFor(bytes: number): Buffer {
    const last = this.#used === 0 ? undefined : this.#memories[this.#used - 1]!;
    // Where an entry begins is a number below the length of a common memory.
    if (last !== undefined && this.#free < MEMORY_BYTES && this.#free + bytes <= last.length) return last;
    const next = this.#memories[this.#used];
    const isRoomy = next !== undefined && bytes <= next.length;
    const memory = isRoomy ? next : Buffer.allocUnsafeSlow(Math.max(bytes, MEMORY_BYTES));
    this.#memories[this.#used++] = memory;
    this.#free = 0;
    return memory;
  }

  #note(start: number, part: number): void {
    if (this.#count === this.#starts.length) {
      const [starts, parts] = [new Uint32Array(this.#count * 2), new Uint16Array(this.#count * 2)];
      starts.set(this.#starts);
      parts.set(this.#parts);
      [this.#starts, this.#parts] = [starts, parts];
    }
    this.#starts[this.#count] = start;
    this.#parts[this.#count++] = part;
  }
}

/** The first twelve bits of a hash, in the order of its characters, which are six bits each. */
function partOf(hash: string): number {
  return (RANKS[hash.charCodeAt(0)]! << 6) | RANKS[hash.charCodeAt(1)]!;
}
