import { copyState, type States } from './name-hash.ts';

/** Numbers distinct states from 0. They are hashes already: a word of one is its place. */
export class StateTable {
  private slots = new Int32Array(64).fill(-1);
  private states = new Int32Array(4 * 32);
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
      if (this.isSame(known * 4, states, at)) return known;
      slot = (slot + 1) & mask;
    }
    this.slots[slot] = this.count;
    if (this.count * 4 === this.states.length) {
      const larger = new Int32Array(this.states.length * 2);
      larger.set(this.states);
      this.states = larger;
    }
    copyState(this.states, this.count * 4, states, at);
    if (++this.count * 2 > this.slots.length) this.grow();
    return this.count - 1;
  }

  get size(): number {
    return this.count;
  }

  private isSame(known: number, states: States, at: number): boolean {
    for (let i = 0; i < 4; i++) if (this.states[known + i] !== states[at + i]) return false;
    return true;
  }

  private grow(): void {
    const slots = new Int32Array(this.slots.length * 4).fill(-1);
    const mask = slots.length - 1;
    for (let i = 0; i < this.count; i++) {
      let slot = this.states[i * 4]! & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = i;
    }
    this.slots = slots;
  }
}
