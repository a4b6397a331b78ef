import { constants } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** A canonical text, or that in UTF-8, whole or in pieces. */
export type WrittenText = string | Buffer | AsyncIterable<Uint8Array>;

/** Pieces that wait to be compressed, each a quarter of a mebibyte. */
const MOST_WAITING = 2;
const COMPRESSED_PIECE_BYTES = 64 * 1024;

/** Pieces of a text as one, of which no more is held than may be read. */
export class BoundedText {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Of all pieces. */
  get length(): number {
    return this.#length;
  }

  readonly add = (piece: Uint8Array): void => {
    this.#length += piece.length;
    if (this.#length <= this.#maxBytes) this.#pieces.push(piece);
    else this.#pieces = [];
  };

  /** Null when it is longer than it may be. */
  join(): Buffer | null {
    return this.#length <= this.#maxBytes ? Buffer.concat(this.#pieces) : null;
  }
}

/** All of a text, as far as it may be read; where it is longer, its length is at least what it says. */
export async function collectText(written: WrittenText, maxBytes: number): Promise<BoundedText> {
  const text = new BoundedText(maxBytes);
  for await (const piece of piecesOf(written)) {
    text.add(piece);
    // To write a gigabyte to find out how long it is would take seconds.
    if (text.length > maxBytes) break;
  }
  return text;
}

/** All of a text in UTF-8. */
export async function wholeText(written: WrittenText): Promise<Buffer> {
  return (await collectText(written, constants.MAX_LENGTH)).join()!;
}

/** The text as gzip, while which only a few pieces of it are held. */
export async function compressText(written: WrittenText): Promise<Buffer> {
  const compressed: Buffer[] = [];
  const pieces = Readable.from(piecesOf(written), { objectMode: true, highWaterMark: MOST_WAITING });
  const gzip = createGzip({ chunkSize: COMPRESSED_PIECE_BYTES });
  await pipeline(pieces, gzip, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) compressed.push(chunk);
  });
  return Buffer.concat(compressed);
}

/** A text in pieces as it was written. */
export function piecesOf(written: WrittenText): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (typeof written === 'string') return [Buffer.from(written)];
  return Buffer.isBuffer(written) ? [written] : written;
}
