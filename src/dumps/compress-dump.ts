import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { DumpCoding } from './dump-file.ts';

/** What is kept is compressed once, and better than what is made for one answer. In threads of the system. */
const COMPRESSORS = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: () => createGzip({ level: 7 }),
};

/** Brotli keeps eight megabytes of text back otherwise, for which whoever asks first would wait. */
const BEGINNING_BYTES = 4096;

/**
 * Writes a text, compressed, to a file that there is not yet, and on the disk. The same text becomes the same bytes, in whichever pieces it comes.
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
  let file: FileHandle | null = null;
  try {
    const part = (file = await open(path, 'wx', 0o600));
    const compressor = COMPRESSORS[coding]();
    await pipeline(
      beginningFirst(text, () => compressor.flush()),
      compressor,
      async (compressed: AsyncIterable<Buffer>) => {
        for await (const piece of compressed) {
          hash.update(piece);
          await part.writeFile(piece);
        }
      },
      { signal },
    );
    await part.sync();
    return hash.digest('hex');
  } finally {
    // Its file is closed with it, also where nobody began to read.
    text.destroy();
    await file?.close();
  }
}

/** The text, of which the beginning is a piece of its own. @param handOver called behind that */
async function* beginningFirst(text: AsyncIterable<Buffer>, handOver: () => void): AsyncGenerator<Buffer> {
  let beginning: Buffer | null = Buffer.alloc(0);
  for await (const piece of text) {
    if (beginning === null) {
      yield piece;
      continue;
    }
    beginning = Buffer.concat([beginning, piece]);
    if (beginning.length < BEGINNING_BYTES) continue;
    yield beginning.subarray(0, BEGINNING_BYTES);
    handOver();
    yield beginning.subarray(BEGINNING_BYTES);
    beginning = null;
  }
  if (beginning !== null) yield beginning;
}
