import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Bytes of a name: 128 bits. */
const NAME_BYTES = 16;
const encoder = new TextEncoder();

/**
 * SHA-256 of a text in UTF-8, cut to 128 bits, in hexadecimal: the digest of `digest.ts` for bundles, which the map `browser` in
 * package.json puts in its place. Browsers have a digest of their own only as a promise, and conversions are synchronous.
 */
export function digest(text: string): string {
  return bytesToHex(sha256(encoder.encode(text)).subarray(0, NAME_BYTES));
}
