import { twiceAsLong } from '../bytes/grow.ts';
import type { JsonDocument } from '../json/document.ts';
import { STRIDE } from '../json/tape-entry.ts';
import { copyState, type States } from './name-hash.ts';

/** Sums over the members of records (`record-content.ts`), by the first member. */
export class RecordSums {
  /** Four words each; those of no member come first. */
  states: States = new Int32Array(4 * 4);
  private document: JsonDocument;
  /** By entry of the tape, without the stride: the number of the state, 0 for none. */
  private numbers: Int32Array | null = null;
  private count = 1;

  constructor(document: JsonDocument) {
    this.document = document;
  }

  /** Goes on with another document, of which no sum is known. */
  attach(document: JsonDocument): void {
    this.document = document;
    this.numbers = null;
    this.count = 1;
  }

  /** Where the sum of a record stands in `states`; -1 while it is not known. */
  find(members: readonly number[]): number {
    if (members.length === 0) return 0;
    const number = this.numbers === null ? 0 : this.numbers[members[0]! / STRIDE]!;
    return number === 0 ? -1 : number * 4;
  }

  /** Keeps the sum of a record that has members; answers where it stands in `states`. */
  keep(members: readonly number[], sum: States): number {
    const at = this.count * 4;
    if (at === this.states.length) this.states = twiceAsLong(this.states);
    copyState(this.states, at, sum, 0);
    // Behind the last entry of a short document there is room for those of longer ones.
    this.numbers ??= new Int32Array(this.document.entries[this.document.root + 3]! / STRIDE);
    this.numbers[members[0]! / STRIDE] = this.count++;
    return at;
  }
}
