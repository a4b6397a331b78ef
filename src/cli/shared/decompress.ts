import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { compressionOfBytes, MAGIC_BYTES, type Compression } from './compression.ts';
import { ZstdFrames } from './zstd-frames.ts';

/** Bytes that are handed on at a time, at most. */
const PIECE_BYTES = 1024 * 1024;
/** Compressed bytes that the decoder of zstd gets at a time: what they can become has to fit into memory, too. */
const ZSTD_SLICE_BYTES = 64 * 1024;

/** An archive that is cut off, damaged, or none. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}

/**
 * The bytes of a source as they are, or decompressed when they begin like an archive of gzip or zstd. One piece after the other is
 * decompressed when it is asked for, so that memory stays constant, whatever an archive becomes.
 *
 * @param named what the name of the source tells, if anything
 * @throws BadArchive
 */
export async function* decompress(
  source: AsyncIterable<Uint8Array>,
  named: Compression | null,
): AsyncGenerator<Uint8Array> {
  const { head, all } = await lookAhead(source);
  const compression = compressionOfBytes(head);
  if (compression === 'gzip') yield* gunzip(all);
  else if (compression === 'zstd') yield* decompressZstd(all);
  else if (named === null) yield* all;
  else if (head.length === 0) throw new BadArchive('it is empty, and no archive');
  else throw new BadArchive(`it is no archive of ${named}, as its name says`);
}

/** The first bytes of a source, and all of it. */
async function lookAhead(
  source: AsyncIterable<Uint8Array>,
): Promise<{ readonly head: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length < MAGIC_BYTES) {
    const { value, done } = await iterator.next();
    if (done === true) break;
    pieces.push(value);
    length += value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* pieces.splice(0);
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(pieces), all: all() };
}

async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = createGunzip({ chunkSize: PIECE_BYTES });
  let fault: unknown = null;
  let rest: Uint8Array = new Uint8Array(0);
  let read = 0;
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of source) {
        // What the decoder leaves behind the last member is only padding if it is zero.
        rest = piece;
        read += piece.length;
        yield piece;
      }
    } catch (error) {
      fault = error;
      throw error;
    }
  }
  // Its faults reach the reader through the decoder.
  pipeline(Readable.from(watched(), { objectMode: false }), decoder, () => {});
  try {
    yield* decoder as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (fault !== null) throw fault;
    throw archiveFault(error, 'gzip');
  }
  const left = rest.subarray(Math.max(0, rest.length - (read - decoder.bytesWritten)));
  if (left.some((byte) => byte !== 0)) throw new BadArchive('something that is no gzip follows its archive');
}

function archiveFault(error: unknown, compression: Compression): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return new BadArchive(`the archive of ${compression} is cut off`, { cause: error });
  if (code?.startsWith('Z_') !== true) return error;
  return new BadArchive(`the archive of ${compression} is damaged (${message})`, { cause: error });
}

/** An empty frame that decoders skip (RFC 8878 §3.1.2). Until it is reached, the decoder has not handed over all that it holds. */
const LAST_FRAME = Uint8Array.of(0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0);

/**
 * Decompresses with a library, also where Node has zstd: Node's decoder ends silently behind the first frame, and some versions do not
 * notice that an archive is cut off.
 */
async function* decompressZstd(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { ZSTDDecoder } = await import('zstddec/stream');
  const decoder = new ZSTDDecoder();
  await decoder.init();
  // The library pulls its input, one slice for a piece of output at most: the next one is there before it is asked to go on.
  const input = new SliceQueue();
  const slices = slicesOf(source);
  const pieces = decoder.decodeStreaming(input);
  let idle = 0;
  for (;;) {
    if (input.isEmpty) {
      const { value, done } = await slices.next();
      if (done !== true) input.add(value);
    }
    input.wasPulled = false;
    const piece = nextPiece(pieces);
    if (piece === null) return;
    if (piece.length > 0) yield piece;
    idle = piece.length > 0 || input.wasPulled ? 0 : idle + 1;
    // Each step that is no fault uses at least one byte of the slice; faults are not told otherwise.
    if (idle > ZSTD_SLICE_BYTES)
      throw new BadArchive('the archive of zstd is damaged, or needs a window of more than 128 MiB');
  }
}

function nextPiece(pieces: Iterator<Uint8Array>): Uint8Array | null {
  try {
    const { value, done } = pieces.next();
    return done === true ? null : value;
  } catch (error) {
    throw new BadArchive('the archive of zstd is cut off', { cause: error });
  }
}

class SliceQueue implements Iterable<Uint8Array> {
  /** Since it was set to false. */
  wasPulled = false;
  #next: Uint8Array | null = null;

  get isEmpty(): boolean {
    return this.#next === null;
  }

  add(slice: Uint8Array): void {
    this.#next = slice;
  }

  *[Symbol.iterator](): Generator<Uint8Array> {
    for (;;) {
      const slice = this.#next;
      if (slice === null) return;
      this.#next = null;
      this.wasPulled = true;
      yield slice;
    }
  }
}

async function* slicesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const frames = new ZstdFrames();
  for await (const piece of source)
    for (let at = 0; at < piece.length; at += ZSTD_SLICE_BYTES) {
      const slice = piece.subarray(at, at + ZSTD_SLICE_BYTES);
      frames.follow(slice);
      yield slice;
    }
  if (!frames.areWhole) throw new BadArchive('the archive of zstd is cut off');
  yield LAST_FRAME;
}
