import { dataViewOf } from './data-view.ts';
/** Chosen per process, so that nobody can prepare texts that all fall into one slot. It never shows in an answer. */
const SEED = (Math.random() * 0x7fffffff) | 0;

/** A hash of bytes for tables of this process. */
export function hashBytes(bytes: Uint8Array, start: number, end: number, salt: number): number {
  let hash = SEED ^ salt;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    hash = Math.imul(hash ^ word, 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  if (at < end) {
    // What is left is one word with its length: a step for each byte would wait for the one before.
    let word = end - at;
    for (; at < end; at++) word = (word << 8) | bytes[at]!;
    hash = Math.imul(hash ^ word, 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  // Tables look at the low bits, and a step brings what the last byte of a word has there only half way.
  hash = Math.imul(hash, 0x5bd1e995);
  return hash ^ (hash >>> 16);
}

/** The same for numbers. @param step 5 for every fifth of them alone */
export function hashNumbers(numbers: ArrayLike<number>, end = numbers.length, step = 1): number {
  let hash = SEED ^ end;
  for (let i = 0; i < end; i += step) {
    hash = Math.imul(hash ^ numbers[i]!, 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** True when two ranges hold the same bytes. */
export function sameBytes(
  bytes: Uint8Array,
  start: number,
  end: number,
  others: Uint8Array,
  otherStart: number,
  otherEnd: number,
): boolean {
  if (end - start !== otherEnd - otherStart) return false;
  if (end - start >= LONG) return sameWords(bytes, start, end, others, otherStart);
  for (let i = end - start - 1; i >= 0; i--) if (bytes[start + i] !== others[otherStart + i]) return false;
  return true;
}

/** Bytes from which it pays to compare eight at a time. */
const LONG = 128;

function sameWords(bytes: Uint8Array, start: number, end: number, others: Uint8Array, otherStart: number): boolean {
  const view = dataViewOf(bytes);
  const otherView = dataViewOf(others);
  const shift = otherStart - start;
  let at = start;
  for (; at + 8 <= end; at += 8) {
    if (view.getInt32(at) !== otherView.getInt32(at + shift)) return false;
    if (view.getInt32(at + 4) !== otherView.getInt32(at + 4 + shift)) return false;
  }
  for (; at < end; at++) if (bytes[at] !== others[at + shift]) return false;
  return true;
}
