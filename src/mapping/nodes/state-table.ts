import { moreSlots, twiceAsLong } from '../bytes/grow.ts';
import { copyState, isSameState, type States } from './name-hash.ts';

/** Numbers distinct states from 0. They are hashes already: a word of one is its place. */
export class StateTable {
  // Small at first: each array of a document may have one.
  private slots = new Int32Array(8).fill(-1);
  private states = new Int32Array(4 * 4);
  private count = 0;

  /** Copies the state with a number. */
  copyTo(out: States, at: number, number: number): void {
    copyState(out, at, this.states, number * 4);
  }

  /** The number of a state; `size` before for a new one. */
  add(states: States, at: number): number {
    const mask = this.slots.length - 1;
    let slot = states[at]! & mask;
    for (let known = this.slots[slot]!; known >= 0; known = this.slots[slot]!) {
      if (isSameState(this.states, known * 4, states, at)) return known;
      slot = (slot + 1) & mask;
    }
    this.slots[slot] = this.count;
    if (this.count * 4 === this.states.length) this.states = twiceAsLong(this.states);
    copyState(this.states, this.count * 4, states, at);
    if (++this.count * 2 > this.slots.length)
      this.slots = moreSlots(this.slots, this.count, (entry) => this.states[entry * 4]!);
    return this.count - 1;
  }

  get size(): number {
    return this.count;
  }
}
