import type { JsonDocument } from '../json/document.ts';
import { copyState, type States } from './name-hash.ts';
import { StateTable } from './state-table.ts';
import { nextValue, STRIDE } from '../json/tape-entry.ts';

/** Names of the values of one array, by index. */
export class ValueNames {
  /** Four words each. */
  readonly states: States;
  private readonly known: Uint8Array;

  constructor(length: number) {
    this.states = new Int32Array(length * 4);
    this.known = new Uint8Array(length);
  }

  isKnown(index: number): boolean {
    return this.known[index] === 1;
  }

  keep(index: number, names: States, at: number): void {
    copyState(this.states, index * 4, names, at);
    this.known[index] = 1;
  }
}

/** The names of the records of one array, or of its values, and which of them two share. */
export class ItemNames {
  private readonly array: number;
  /** By entry of the array, without the stride: the number of a record's name. */
  private readonly numbers: Int32Array;
  private readonly names = new StateTable();
  /** By number. */
  private readonly counts: number[] = [];

  constructor({ entries }: JsonDocument, array: number) {
    this.array = array;
    this.numbers = new Int32Array((nextValue(entries, array) - array) / STRIDE);
  }

  add(record: number, name: States): void {
    const number = this.names.add(name, 0);
    this.numbers[(record - this.array) / STRIDE] = number;
    this.counts[number] = (this.counts[number] ?? 0) + 1;
  }

  copyName(record: number, out: States, at: number): void {
    this.names.copyTo(out, at, this.numbers[(record - this.array) / STRIDE]!);
  }

  isRepeated(record: number): boolean {
    return this.counts[this.numbers[(record - this.array) / STRIDE]!]! > 1;
  }
}
