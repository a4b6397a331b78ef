import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const BLOCK_BYTES = 512;

/** The files of a `.tar.gz`, by path. */
export function readTarGz(path: string): Map<string, Buffer> {
  return readTar(gunzipSync(readFileSync(path)));
}

/** The files of a tar archive, by path. */
export function readTar(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; at + BLOCK_BYTES <= bytes.length;) {
    const text = (from: number, length: number): string =>
      bytes.toString('utf8', at + from, at + from + length).split('\0', 1)[0]!;
    const name = text(0, 100);
    if (name === '') break;
    const prefix = text(345, 155);
    const size = Number.parseInt(text(124, 12), 8);
    const start = at + BLOCK_BYTES;
    // Only plain files: the others are folders and what tar says of itself.
    if (['0', ''].includes(text(156, 1)))
      files.set(prefix === '' ? name : `${prefix}/${name}`, bytes.subarray(start, start + size));
    at = start + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return files;
}
