import { GrowingNumbers } from './growing-numbers.ts';
import { HashChains } from './hash-chains.ts';
import { hashOf } from './text-hash.ts';

/**
 * What has which spelling, without the spellings: a hash stands for each, so that an entry takes some 20 bytes however long it is. Whoever
 * looks one up gets candidates, of which nearly all have it, and compares them.
 */
export class Spellings {
  readonly #chains = new HashChains();
  readonly #owners = new GrowingNumbers();

  /** Notes that what has this number has a spelling. Several in a row of one owner are noted once. */
  add(spelling: string, owner: number): void {
    if (spelling === '') return;
    const hash = hashOf(spelling);
    const chains = this.#chains;
    for (
      let entry = chains.lastOf(hash);
      entry !== 0 && this.#owners.at(entry - 1) === owner;
      entry = chains.before(entry)
    )
      if (chains.hashOf(entry) === hash) return;
    chains.add(hash);
    this.#owners.push(owner);
  }

  /** Numbers of what may have a spelling, each once, in the order in which they were added. */
  candidates(spelling: string): number[] {
    const hash = hashOf(spelling);
    const chains = this.#chains;
    const found = new Set<number>();
    for (let entry = chains.lastOf(hash); entry !== 0; entry = chains.before(entry))
      if (chains.hashOf(entry) === hash) found.add(this.#owners.at(entry - 1));
    return [...found].toReversed();
  }
}
