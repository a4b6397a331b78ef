import type kafkajs from 'kafkajs';
import { decompressWithin } from '../../documents/decompress-within.ts';
import { BadArchive } from '../../shared/decompress.ts';

/** Bytes that a compressed batch may become. Brokers bound what is compressed, 1 MiB unless they are told otherwise. */
const MAX_BATCH_BYTES = 256 * 1024 * 1024;

/** How Java begins and divides what it compresses with Snappy: magic, version, the oldest version that reads it, then blocks behind their lengths. */
const JAVA_MAGIC = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
const JAVA_HEAD_BYTES = 16;
const LENGTH_BYTES = 4;

/** A batch that cannot be read, which another try would not change. */
class UnreadableBatch extends Error {
  override readonly name = 'UnreadableBatch';
  /** Read by the client. */
  readonly retriable = false;
}

/** @param most bytes that the batch may become */
type Decompress = (batch: Buffer, most: number) => Promise<Uint8Array>;
type Codec = keyof (typeof kafkajs)['CompressionCodecs'];

/**
 * Has the client read batches that their producers compressed, in whichever way. It compresses nothing.
 *
 * @param maxBatchBytes that a batch may become
 */
export function addCodecs(
  { CompressionCodecs, CompressionTypes }: typeof kafkajs,
  maxBatchBytes = MAX_BATCH_BYTES,
): void {
  const readers: ReadonlyArray<readonly [Codec, string, Decompress]> = [
    [CompressionTypes.GZIP, 'gzip', ofArchive('gzip')],
    [CompressionTypes.ZSTD, 'Zstandard', ofArchive('zstd')],
    [CompressionTypes.Snappy, 'Snappy', ofSnappy],
    [CompressionTypes.LZ4, 'LZ4', ofLz4],
  ];
  for (const [type, name, decompress] of readers)
    CompressionCodecs[type] = () => ({ decompress: (batch: Buffer) => read(batch, maxBatchBytes, name, decompress) });
}

async function read(batch: Buffer, most: number, name: string, decompress: Decompress): Promise<Buffer> {
  try {
    const { buffer, byteOffset, length } = await decompress(batch, most);
    return Buffer.from(buffer, byteOffset, length);
  } catch (error) {
    if (error instanceof UnreadableBatch) throw error;
    const { message } = error as Error;
    throw new UnreadableBatch(`a batch of ${batch.length} bytes is no ${name}: ${message}`, { cause: error });
  }
}

function ofArchive(compression: 'gzip' | 'zstd'): Decompress {
  return async (batch, most) => (await decompressWithin(batch, compression, most)) ?? tooLarge(batch, most);
}

async function ofSnappy(batch: Buffer, most: number): Promise<Uint8Array> {
  const { uncompress } = await import('snappy');
  const blocks = blocksOf(batch);
  if (blocks.reduce((sum, block) => sum + lengthOf(block), 0) > most) tooLarge(batch, most);
  const pieces = await Promise.all(blocks.map((block) => uncompress(block, { asBuffer: true })));
  return Buffer.concat(pieces as Buffer[]);
}

/** The blocks of Java's form; of any other one, such as that of librdkafka, all of it is one block. */
function blocksOf(batch: Buffer): Buffer[] {
  if (!batch.subarray(0, JAVA_MAGIC.length).equals(JAVA_MAGIC)) return [batch];
  const blocks: Buffer[] = [];
  for (let at = JAVA_HEAD_BYTES; at < batch.length;) {
    const length = batch.readUInt32BE(at);
    at += LENGTH_BYTES;
    if (at + length > batch.length) throw new BadArchive('it is cut off');
    blocks.push(batch.subarray(at, at + length));
    at += length;
  }
  return blocks;
}

/** What a block says that it becomes, a number in little-endian groups of seven bits: the package takes so much memory at once. */
function lengthOf(block: Buffer): number {
  let length = 0;
  for (let at = 0; at < 5; at++) {
    const byte = block[at] ?? 0;
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return length;
  }
  throw new BadArchive('it does not say its length');
}

/** LZ4 makes at most 255 bytes of one, so that the broker's bound of a batch bounds this, too. */
async function ofLz4(batch: Buffer): Promise<Uint8Array> {
  const { decompressFrame } = await importLz4();
  return decompressFrame(batch);
}

function tooLarge(batch: Buffer, most: number): never {
  const [size, bound] = [batch.length, most].map((bytes) => bytes.toLocaleString('en'));
  throw new UnreadableBatch(`a batch of ${size} bytes becomes more than ${bound} bytes, decompressed`);
}

async function importLz4() {
  try {
    return await import('lz4-napi');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UnreadableBatch(
      'a batch is compressed with LZ4, which needs the package lz4-napi, which is not installed: npm install lz4-napi@2 (with -g, if vocabulary-hub was installed so)',
      { cause: error },
    );
  }
}
