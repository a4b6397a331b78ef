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
  for (; at < end; at++) {
    hash = Math.imul(hash ^ bytes[at]!, 0x5bd1e995);
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
  for (let i = end - start - 1; i >= 0; i--) if (bytes[start + i] !== others[otherStart + i]) return false;
  return true;
}
