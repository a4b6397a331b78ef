import { extname } from 'node:path';

/** How a file is compressed. */
export type Compression = 'gzip' | 'zstd';

const ENDINGS: Readonly<Record<string, Compression>> = { '.gz': 'gzip', '.zst': 'zstd' };

/** What the end of a name tells: how the file is compressed, or null, and its name without that end. */
export function readName(name: string): { readonly compression: Compression | null; readonly inner: string } {
  const ending = extname(name);
  const compression = ENDINGS[ending.toLowerCase()] ?? null;
  return { compression, inner: compression === null ? name : name.slice(0, -ending.length) };
}

/** Bytes that `compressionOfBytes` has to see. */
export const MAGIC_BYTES = 4;

/**
 * What the first bytes of a file tell; null when it is not compressed. No text in UTF-8 begins so.
 *
 * @see RFC 1952 §2.3.1, RFC 8878 §3.1
 */
export function compressionOfBytes(bytes: Uint8Array): Compression | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0x1f && second === 0x8b) return 'gzip';
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return 'zstd';
  // A frame that decoders skip may come first.
  const isSkipped = first !== undefined && first >= 0x50 && first <= 0x5f;
  return isSkipped && second === 0x2a && third === 0x4d && fourth === 0x18 ? 'zstd' : null;
}
