import { gzipSync } from 'node:zlib';
import { Zstd } from '@hpcc-js/wasm-zstd';
import kafkajs from 'kafkajs';
import { compressFrameSync } from 'lz4-napi';
import { compressSync } from 'snappy';
import { beforeAll, describe, expect, test } from 'vitest';
import { addCodecs } from '../../../src/cli/stream/transports/kafka-codecs.ts';

const { GZIP, LZ4, Snappy, ZSTD } = kafkajs.CompressionTypes;
type Codec = typeof GZIP | typeof LZ4 | typeof Snappy | typeof ZSTD;

const MOST = 100_000;
const RECORDS = Buffer.from(Array.from({ length: 5000 }, (_, i) => `record ${i % 50}`).join('\n'));

let zstd: Zstd;
beforeAll(async () => {
  addCodecs(kafkajs, MOST);
  zstd = await Zstd.load();
});

function decompress(codec: Codec, batch: Uint8Array): Promise<Buffer> {
  const { decompress: read } = kafkajs.CompressionCodecs[codec]() as { decompress(batch: Buffer): Promise<Buffer> };
  return read(Buffer.from(batch));
}

/** As Java writes blocks of Snappy: a head, and the length before each block. */
function asJava(...blocks: readonly Buffer[]): Buffer {
  const head = Buffer.from([0x82, ...Buffer.from('SNAPPY'), 0, 0, 0, 0, 1, 0, 0, 0, 1]);
  const lengths = blocks.map(({ length }) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(length);
    return bytes;
  });
  return Buffer.concat([head, ...blocks.flatMap((block, at) => [lengths[at]!, block])]);
}

describe('a batch is read that is compressed with', () => {
  test.each<[string, Codec, () => Uint8Array]>([
    ['gzip', GZIP, () => gzipSync(RECORDS)],
    ['Zstandard', ZSTD, () => zstd.compress(RECORDS)],
    ['LZ4', LZ4, () => compressFrameSync(RECORDS)],
    ['Snappy', Snappy, () => compressSync(RECORDS)],
    [
      'Snappy in blocks',
      Snappy,
      () => asJava(compressSync(RECORDS.subarray(0, 9000)), compressSync(RECORDS.subarray(9000))),
    ],
  ])('%s', async (_, codec, make) => {
    const records = await decompress(codec, make());
    expect(records).toBeInstanceOf(Buffer);
    expect(records.equals(RECORDS)).toBe(true);
  });
});

describe('a batch is refused for good that is', () => {
  test.each<[string, Codec, () => Uint8Array, RegExp]>([
    ['no gzip', GZIP, () => RECORDS, /is no gzip/],
    ['a cut archive of Zstandard', ZSTD, () => zstd.compress(RECORDS).subarray(0, 30), /is no Zstandard/],
    ['no LZ4', LZ4, () => RECORDS, /is no LZ4/],
    ['a cut block of Snappy', Snappy, () => compressSync(RECORDS).subarray(0, 30), /is no Snappy/],
    [
      'cut in a block of Snappy',
      Snappy,
      () => asJava(compressSync(RECORDS)).subarray(0, 40),
      /is no Snappy: it is cut off/,
    ],
    ['cut in a length', Snappy, () => asJava(compressSync(RECORDS)).subarray(0, 18), /is no Snappy/],
    [
      'said to become a gigabyte',
      Snappy,
      () => Buffer.from([0x80, 0x80, 0x80, 0x80, 0x04, 0]),
      /more than 100,000 bytes/,
    ],
    ['too much in Zstandard', ZSTD, () => zstd.compress(Buffer.alloc(MOST + 1)), /more than 100,000 bytes/],
    ['too much in gzip', GZIP, () => gzipSync(Buffer.alloc(MOST + 1)), /more than 100,000 bytes/],
    ['too much in Snappy', Snappy, () => compressSync(Buffer.alloc(MOST + 1)), /more than 100,000 bytes/],
  ])('%s', async (_, codec, make, said) => {
    await expect(decompress(codec, make())).rejects.toMatchObject({
      message: expect.stringMatching(said) as string,
      retriable: false,
    });
  });
});
