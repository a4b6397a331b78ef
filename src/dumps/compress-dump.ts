import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { DumpCoding } from './dump-file.ts';

/** What is kept is compressed once, and better than what is made for one answer. In threads of the system. */
const COMPRESSORS = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: () => createGzip({ level: 7 }),
};

/**
 * Writes a text, compressed, to a file that there is not yet, and on the disk.
 *
 * @returns SHA-256 of what was written, in hex
 */
export async function compressInto(
  path: string,
  text: Readable,
  coding: DumpCoding,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    // Its file is closed with it, and nobody will read it.
    text.destroy();
    throw error;
  });
  try {
    await pipeline(
      text,
      COMPRESSORS[coding](),
      async (compressed: AsyncIterable<Buffer>) => {
        for await (const piece of compressed) {
          hash.update(piece);
          await file.writeFile(piece);
        }
      },
      { signal },
    );
    await file.sync();
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}
