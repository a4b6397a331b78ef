import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Compression } from '../shared/compression.ts';
import type { Output } from '../shared/output.ts';

/** Makes an archive of blocks. */
export interface Encoder {
  /** Blocks that are worth compressing side by side. */
  readonly atOnce: number;
  /** The bytes of the archive that a block becomes, whose memory is handed over. Its call order is the order of the archive. */
  encode(block: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  /** The last bytes of the archive. */
  end(): Promise<Uint8Array>;
  /** Ends what it computes with. */
  stop(): Promise<void>;
}

/** Bytes that are compressed at a time. */
const BLOCK_BYTES = 1024 * 1024;

/**
 * An output that is compressed on its way, in threads of their own. The same bytes become the same archive, whatever pieces they come in.
 *
 * @param output gets the archive
 * @param threads blocks of gzip that are compressed at a time
 */
export async function compressOutput(output: Output, compression: Compression, threads: number): Promise<Output> {
  const encoder =
    compression === 'gzip' ? new GzipEncoder(threads) : (await import('./zstd-encoder.ts')).createZstdEncoder();
  return new CompressedOutput(output, encoder);
}

class CompressedOutput implements Output {
  readonly descriptor = null;
  readonly #output: Output;
  readonly #encoder: Encoder;
  readonly #underWay: Promise<Uint8Array>[] = [];
  #block = new Uint8Array(BLOCK_BYTES);
  #length = 0;

  constructor(output: Output, encoder: Encoder) {
    this.#output = output;
    this.#encoder = encoder;
  }

  faultOf(error: Error): Error {
    return this.#output.faultOf(error);
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      const piece = bytes.subarray(from, from + BLOCK_BYTES - this.#length);
      this.#block.set(piece, this.#length);
      this.#length += piece.length;
      from += piece.length;
      if (this.#length === BLOCK_BYTES) await this.#closeBlock();
    }
  }

  async finish(): Promise<void> {
    if (this.#length > 0) await this.#closeBlock();
    while (this.#underWay.length > 0) await this.#writeFirst();
    await this.#output.write(await this.#encoder.end());
    await this.#encoder.stop();
    await this.#output.finish();
  }

  async discard(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    await this.#encoder.stop();
    await this.#output.discard();
  }

  async #closeBlock(): Promise<void> {
    const encoded = this.#encoder.encode(this.#block.subarray(0, this.#length));
    // It is looked at in its turn; until then it may fail without a word.
    encoded.catch(() => {});
    this.#underWay.push(encoded);
    this.#block = new Uint8Array(BLOCK_BYTES);
    this.#length = 0;
    if (this.#underWay.length > this.#encoder.atOnce) await this.#writeFirst();
  }

  async #writeFirst(): Promise<void> {
    await this.#output.write(await this.#underWay.shift()!);
  }
}

const deflateRaw = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);

/** On N-Triples, level 6 needs three times the time of level 3 for an archive that is a fifth smaller. */
const GZIP_LEVEL = 3;
/** Magic, deflate, no flags, no time, no hint, no operating system (RFC 1952 §2.3). */
const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
/** An empty block with fixed codes that is the last one (RFC 1951 §3.2.3). */
const LAST_BLOCK = Uint8Array.of(3, 0);

/**
 * One member of gzip from blocks that know nothing of each other: each ends at a byte, as after a flush, so that blocks compressed side by
 * side can be joined. Several members would be simpler, but some readers end behind the first.
 */
class GzipEncoder implements Encoder {
  readonly atOnce: number;
  #checksum = 0;
  #size = 0;
  #isBegun = false;

  constructor(atOnce: number) {
    this.atOnce = atOnce;
  }

  async encode(block: Uint8Array): Promise<Uint8Array> {
    const head = this.#begin();
    this.#checksum = zlib.crc32(block, this.#checksum);
    this.#size = (this.#size + block.length) >>> 0;
    const deflated = await deflateRaw(block, { level: GZIP_LEVEL, finishFlush: zlib.constants.Z_SYNC_FLUSH });
    return head.length === 0 ? deflated : Buffer.concat([head, deflated]);
  }

  async end(): Promise<Uint8Array> {
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.#checksum, 0);
    trailer.writeUInt32LE(this.#size, 4);
    return Buffer.concat([this.#begin(), LAST_BLOCK, trailer]);
  }

  async stop(): Promise<void> {}

  #begin(): Uint8Array {
    if (this.#isBegun) return new Uint8Array(0);
    this.#isBegun = true;
    return GZIP_HEADER;
  }
}
