// Compresses what browsers load, for `build-assets.mjs`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** Above this size the best compression takes seconds, for 4 % fewer bytes. */
const LARGE_BYTES = 500_000;

/** The files of a folder that an earlier build compressed, by their names; none where the folder is not there. */
export function readCompressed(folder) {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => name.endsWith('.br'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}

/**
 * Bytes as brotli. What an earlier build made of the same bytes is taken: to compress takes a quarter of the processor time of a build,
 * and most files, such as those of packages, stay as they were.
 */
export function compress(bytes, earlier) {
  if (earlier !== undefined && isOf(earlier, bytes)) return earlier;
  const quality = bytes.length > LARGE_BYTES ? 9 : 11;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params });
}

/** The earlier build may have ended halfway, or somebody may have changed the file. */
function isOf(compressed, bytes) {
  try {
    return brotliDecompressSync(compressed, { maxOutputLength: Math.max(1, bytes.length) }).equals(bytes);
  } catch {
    return false;
  }
}
