import { encodeInto, encodeText } from '../../rdf/utf8.ts';
import { dataViewOf } from '../bytes/data-view.ts';

/**
 * A hash of 128 bits: blocks of four words are mixed into a state by the permutation of Chaskey (Mouha et al., SAC 2014, 8 rounds).
 * Every bit of a block reaches every bit of the state. It distinguishes texts and keeps no secrets: two texts with one hash can be
 * made on purpose. It works on words, so that a name costs some tens of nanoseconds; the call of a digest of the platform
 * alone costs ten times as much.
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

/** True for two states with the same words. */
export function isSameState(states: States, at: number, others: States, other: number): boolean {
  for (let i = 0; i < 4; i++) if (states[at + i] !== others[other + i]) return false;
  return true;
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
 * twice in one loop, so that the state between the two blocks is not written to memory: a document can have hundreds of thousands of
 * names of values. A test compares the two.
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

/** Bytes of a character of UTF-16 at most. */
const MOST_BYTES = 3;
/** Where short texts are encoded. */
const encoded = new Uint8Array(1024);
const encodedView = dataViewOf(encoded);

/** Mixes a text into a state, as `absorbBytes` does with its UTF-8. */
export function absorbText(states: States, at: number, tag: number, text: string): void {
  if (text.length * MOST_BYTES > encoded.length) {
    const bytes = encodeText(text);
    absorbBytes(states, at, tag, dataViewOf(bytes), 0, bytes.length);
  } else absorbBytes(states, at, tag, encodedView, 0, encodeInto(text, encoded));
}

/** Four bytes, zeros behind the end. */
function wordOf(bytes: DataView, at: number, end: number): number {
  if (at + 4 <= end) return bytes.getInt32(at, true);
  let word = 0;
  for (let i = at; i < end; i++) word |= bytes.getUint8(i) << ((i - at) * 8);
  return word;
}
