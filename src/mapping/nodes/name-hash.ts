import { encodeText } from '../../rdf/utf8.ts';
import { dataViewOf } from '../bytes/data-view.ts';

/**
 * A hash of 128 bits: blocks of four words are mixed into a state by the permutation of Chaskey (Mouha et al., SAC 2014, 8 rounds).
 * Every bit of a block reaches every bit of the state. It tells texts apart and keeps no secrets: who wants two texts with one hash
 * can make them. It works on words, so that a name costs some tens of nanoseconds where a digest of the platform costs
 * ten times that for the call alone.
 *
 * A state is four words of an array, from `at` on.
 */
export type States = Int32Array;

const ROUNDS = 8;
/** The first words of the fractional part of pi: nothing up the sleeve. */
const START = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344];

/** The state before the first block. */
export function startState(): States {
  return Int32Array.from(START);
}

/** Mixes a block into a state. */
export function absorbWords(states: States, at: number, a: number, b: number, c: number, d: number): void {
  let v0 = states[at]! ^ a;
  let v1 = states[at + 1]! ^ b;
  let v2 = states[at + 2]! ^ c;
  let v3 = states[at + 3]! ^ d;
  for (let round = 0; round < ROUNDS; round++) {
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 13) | (v3 >>> 19)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 7) | (v1 >>> 25)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
  }
  states[at] = v0;
  states[at + 1] = v1;
  states[at + 2] = v2;
  states[at + 3] = v3;
}

/** Copies a state. */
export function copyState(states: States, at: number, others: States, other: number): void {
  states[at] = others[other]!;
  states[at + 1] = others[other + 1]!;
  states[at + 2] = others[other + 2]!;
  states[at + 3] = others[other + 3]!;
}

/** Mixes another state into a state, as a block. */
export function absorbState(states: States, at: number, others: States, other: number): void {
  absorbWords(states, at, others[other]!, others[other + 1]!, others[other + 2]!, others[other + 3]!);
}

/** Mixes bytes into a state, with their number: no other sequence of bytes and tags makes the same blocks. */
export function absorbBytes(
  states: States,
  at: number,
  tag: number,
  bytes: DataView,
  start: number,
  end: number,
): void {
  let from = start;
  absorbWords(
    states,
    at,
    (end - start) * 8 + tag,
    wordOf(bytes, from, end),
    wordOf(bytes, from + 4, end),
    wordOf(bytes, from + 8, end),
  );
  for (from += 12; from < end; from += 16) {
    absorbWords(
      states,
      at,
      wordOf(bytes, from, end),
      wordOf(bytes, from + 4, end),
      wordOf(bytes, from + 8, end),
      wordOf(bytes, from + 12, end),
    );
  }
}

/** Bytes that fit into one block with their number. */
const SHORT_BYTES = 12;

/**
 * Mixes another state into a state, and bytes: as `absorbState` and `absorbBytes` do. For short bytes it has the rounds of `absorbWords`
 * twice in one loop, with no way round through memory between the blocks: names of values are made so, a hundred thousand in a document.
 */
export function absorbStateAndBytes(
  states: States,
  at: number,
  others: States,
  other: number,
  tag: number,
  bytes: DataView,
  start: number,
  end: number,
): void {
  if (end - start > SHORT_BYTES) {
    absorbState(states, at, others, other);
    absorbBytes(states, at, tag, bytes, start, end);
    return;
  }
  let v0 = states[at]! ^ others[other]!;
  let v1 = states[at + 1]! ^ others[other + 1]!;
  let v2 = states[at + 2]! ^ others[other + 2]!;
  let v3 = states[at + 3]! ^ others[other + 3]!;
  for (let round = 1; ; round++) {
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 13) | (v3 >>> 19)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 7) | (v1 >>> 25)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    if (round === 2 * ROUNDS) break;
    if (round !== ROUNDS) continue;
    v0 ^= (end - start) * 8 + tag;
    v1 ^= wordOf(bytes, start, end);
    v2 ^= wordOf(bytes, start + 4, end);
    v3 ^= wordOf(bytes, start + 8, end);
  }
  states[at] = v0;
  states[at + 1] = v1;
  states[at + 2] = v2;
  states[at + 3] = v3;
}

/** Hashes a text on top of what the state holds. */
export function absorbText(states: States, at: number, tag: number, text: string): void {
  const bytes = encodeText(text);
  absorbBytes(states, at, tag, dataViewOf(bytes), 0, bytes.length);
}

/** Four bytes, zeros behind the end. */
function wordOf(bytes: DataView, at: number, end: number): number {
  if (at + 4 <= end) return bytes.getInt32(at, true);
  let word = 0;
  for (let i = at; i < end; i++) word |= bytes.getUint8(i) << ((i - at) * 8);
  return word;
}

/** Two hexadecimal digits by byte, as two characters of a little-endian text. */
const PAIRS = Uint16Array.from({ length: 256 }, (_, byte) => {
  const digits = byte.toString(16).padStart(2, '0');
  return digits.charCodeAt(0) | (digits.charCodeAt(1) << 8);
});

/** Bytes of a name as it is written. */
export const NAME_BYTES = 32;

/** Doubles that a name is as it is written: bytes are copied eight at a time so. */
const NAME_DOUBLES = NAME_BYTES / 8;

/** Names as they are written: ASCII, in which no eight bytes are a NaN, so that doubles carry them unchanged. */
export class NameTexts {
  /** `NAME_DOUBLES` for each name. */
  readonly doubles: Float64Array;
  private readonly view: DataView;

  constructor(names: number) {
    this.doubles = new Float64Array(names * NAME_DOUBLES);
    this.view = new DataView(this.doubles.buffer);
  }

  /** Takes over a name of others. */
  copy(name: number, { doubles }: NameTexts, other: number): void {
    const to = name * NAME_DOUBLES;
    const from = other * NAME_DOUBLES;
    for (let i = 0; i < NAME_DOUBLES; i++) this.doubles[to + i] = doubles[from + i]!;
  }

  /** Writes a state in hexadecimal digits. */
  render(name: number, states: States, at: number): void {
    let to = name * NAME_BYTES;
    for (let i = at; i < at + 4; i++, to += 8) {
      const word = states[i]!;
      this.view.setInt32(to, PAIRS[word >>> 24]! | (PAIRS[(word >>> 16) & 0xff]! << 16), true);
      this.view.setInt32(to + 4, PAIRS[(word >>> 8) & 0xff]! | (PAIRS[word & 0xff]! << 16), true);
    }
  }
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Copies a name to where it ends. */
export function copyName(view: DataView, end: number, { doubles }: NameTexts, name: number): void {
  const to = end - NAME_BYTES;
  const from = name * NAME_DOUBLES;
  view.setFloat64(to, doubles[from]!, IS_LITTLE_ENDIAN);
  view.setFloat64(to + 8, doubles[from + 1]!, IS_LITTLE_ENDIAN);
  view.setFloat64(to + 16, doubles[from + 2]!, IS_LITTLE_ENDIAN);
  view.setFloat64(to + 24, doubles[from + 3]!, IS_LITTLE_ENDIAN);
}

/** A state in hexadecimal digits. */
export function nameOfState(states: States, at: number): string {
  let name = '';
  for (let i = at; i < at + 4; i++) name += (states[i]! >>> 0).toString(16).padStart(8, '0');
  return name;
}

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
