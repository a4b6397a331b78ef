import { GrowingNumbers } from './growing-numbers.ts';

/** Entries by a hash of 32 bits each, without objects: some 12 bytes an entry. Entries are numbered from 1, in the order in which they came. */
export class HashChains {
  /** The last entry of each bucket and the one before each entry; 0 for none. */
  #last: Uint32Array = new Uint32Array(1024);
  #before = new GrowingNumbers();
  #hashes = new GrowingNumbers();

  /** What `columns` gave, which from now on is its own. */
  static of(hashes: Uint32Array, before: Uint32Array, last: Uint32Array): HashChains {
    const chains = new HashChains();
    chains.#hashes = GrowingNumbers.of(hashes);
    chains.#before = GrowingNumbers.of(before);
    chains.#last = last;
    return chains;
  }

  /** All of it, as `of` takes it: copies of what later entries change. */
  get columns(): [hashes: Uint32Array, before: Uint32Array, last: Uint32Array] {
    return [this.#hashes.all, this.#before.all.slice(), this.#last.slice()];
  }

  add(hash: number): void {
    if (this.#hashes.length === this.#last.length) this.#grow();
    this.#hashes.push(hash);
    this.#link(this.#hashes.length);
  }

  /** The last entry in the bucket of a hash, which may have another one; 0 for none. */
  lastOf(hash: number): number {
    return this.#last[hash % this.#last.length]!;
  }

  /** The entry before another one in its bucket; 0 for none. */
  before(entry: number): number {
    return this.#before.at(entry - 1);
  }

  hashOf(entry: number): number {
    return this.#hashes.at(entry - 1);
  }

  #grow(): void {
    this.#last = new Uint32Array(this.#last.length * 2);
    const entries = this.#hashes.length;
    this.#before.clear();
    for (let entry = 1; entry <= entries; entry++) this.#link(entry);
  }

  #link(entry: number): void {
    const bucket = this.hashOf(entry) % this.#last.length;
    this.#before.push(this.#last[bucket]!);
    this.#last[bucket] = entry;
  }
}
