/** FNV-1a, over UTF-16. */
const [FNV_OFFSET, FNV_PRIME] = [0x811c9dc5, 0x01000193];
/** Odd, and not the other one: what one of the hashes does not tell apart, the other one does. */
const [OTHER_OFFSET, OTHER_PRIME] = [0x9747b28c, 0x5bd1e995];

/** A hash of 32 bits. */
export function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  return hash >>> 0;
}

/** Another one: texts that agree in both are the same but for one case in 2^64. */
export function otherHashOf(text: string): number {
  let hash = OTHER_OFFSET;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), OTHER_PRIME);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
