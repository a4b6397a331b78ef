import { GrowingNumbers } from './growing-numbers.ts';
import { hashOf } from './text-hash.ts';

/**
 * What has which spelling, without the spellings: a hash stands for each, so that an entry takes some 20 bytes however long it is. Whoever
 * looks one up gets candidates, of which nearly all have it, and compares them.
 */
export class Spellings {
  /** The last entry of each bucket and the one before each entry, both counted from 1; 0 for none. */
  #last = new Uint32Array(1024);
  readonly #before = new GrowingNumbers();
  readonly #hashes = new GrowingNumbers();
  readonly #owners = new GrowingNumbers();

  /** Notes that what has this number has a spelling. Several in a row of one owner are noted once. */
  add(spelling: string, owner: number): void {
    if (spelling === '') return;
    const hash = hashOf(spelling);
    for (
      let entry = this.#first(hash);
      entry !== 0 && this.#owners.at(entry - 1) === owner;
      entry = this.#before.at(entry - 1)
    )
      if (this.#hashes.at(entry - 1) === hash) return;
    if (this.#owners.length === this.#last.length) this.#grow();
    this.#hashes.push(hash);
    this.#owners.push(owner);
    this.#link(this.#owners.length);
  }

  /** Numbers of what may have a spelling, each once, in the order in which they were added. */
  candidates(spelling: string): number[] {
    const hash = hashOf(spelling);
    const found = new Set<number>();
    for (let entry = this.#first(hash); entry !== 0; entry = this.#before.at(entry - 1))
      if (this.#hashes.at(entry - 1) === hash) found.add(this.#owners.at(entry - 1));
    return [...found].toReversed();
  }

  #first(hash: number): number {
    return this.#last[hash % this.#last.length]!;
  }

  #grow(): void {
    this.#last = new Uint32Array(this.#last.length * 2);
    const entries = this.#owners.length;
    this.#before.clear();
    for (let entry = 1; entry <= entries; entry++) this.#link(entry);
  }

  #link(entry: number): void {
    const bucket = this.#hashes.at(entry - 1) % this.#last.length;
    this.#before.push(this.#last[bucket]!);
    this.#last[bucket] = entry;
  }
}
