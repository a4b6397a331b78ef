import { execFileSync } from 'node:child_process';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compressOutput } from '../../src/cli/documents/compressed-output.ts';
import { readName, type Compression } from '../../src/cli/shared/compression.ts';
import { BadArchive, decompress } from '../../src/cli/shared/decompress.ts';
import type { Output } from '../../src/cli/shared/output.ts';

const COMPRESSIONS: readonly Compression[] = ['gzip', 'zstd'];
/** Lines that end in characters of several bytes; longer than three blocks. */
const TEXT = Buffer.from(
  Array.from({ length: 60_000 }, (_, i) => `{"note":"Überprüfung ${i * i}","v":${i}}\r\n`).join(''),
);

class MemoryOutput implements Output {
  readonly descriptor = null;
  readonly pieces: Buffer[] = [];
  readonly faultOf = (error: Error): Error => error;
  readonly finish = async (): Promise<void> => {};
  readonly discard = async (): Promise<void> => {};
  async write(bytes: Uint8Array): Promise<void> {
    this.pieces.push(Buffer.from(bytes));
  }
}

async function archiveOf(compression: Compression, bytes: Uint8Array, pieceBytes = 100_000): Promise<Buffer> {
  const memory = new MemoryOutput();
  const output = await compressOutput(memory, compression, 2);
  for (let at = 0; at < bytes.length; at += pieceBytes) await output.write(bytes.subarray(at, at + pieceBytes));
  await output.finish();
  return Buffer.concat(memory.pieces);
}

/** What comes out of an archive that is read so many bytes at a time. */
async function read(archive: Uint8Array, pieceBytes: number, named: Compression | null = null): Promise<Buffer> {
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < archive.length; at += pieceBytes) yield archive.subarray(at, at + pieceBytes);
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of decompress(source(), named)) pieces.push(Uint8Array.from(piece));
  return Buffer.concat(pieces);
}

describe.each(COMPRESSIONS)('an archive of %s', (compression) => {
  test('is what was written, read in pieces of any size', async () => {
    const archive = await archiveOf(compression, TEXT);
    for (const pieceBytes of [97, 1000, archive.length])
      expect((await read(archive, pieceBytes)).equals(TEXT), `${pieceBytes}`).toBe(true);
  });

  test('has the same bytes, whatever pieces were written', async () => {
    const archive = await archiveOf(compression, TEXT);
    for (const pieceBytes of [777, 1024 * 1024, TEXT.length])
      expect((await archiveOf(compression, TEXT, pieceBytes)).equals(archive)).toBe(true);
  });

  test('may be empty, and of several parts', async () => {
    const [nothing, some] = [await archiveOf(compression, Buffer.alloc(0)), await archiveOf(compression, TEXT)];
    expect(await read(nothing, 5)).toHaveLength(0);
    const joined = Buffer.concat([some, nothing, some, some]);
    for (const pieceBytes of [100, joined.length])
      expect((await read(joined, pieceBytes)).equals(Buffer.concat([TEXT, TEXT, TEXT]))).toBe(true);
  });

  test('that is cut off anywhere, damaged or followed by something else is refused', async () => {
    const archive = await archiveOf(compression, TEXT);
    // The first bytes alone do not say that it is an archive; its name does.
    const cuts = [1, 3, 4, 9, 20, archive.length >> 1, archive.length - 9, archive.length - 4, archive.length - 1];
    for (const cut of cuts)
      await expect(read(archive.subarray(0, cut), 4096, compression), `${cut}`).rejects.toThrow(BadArchive);
    await expect(read(Buffer.concat([archive, archive.subarray(0, -5)]), 4096)).rejects.toThrow(BadArchive);
    await expect(read(Buffer.concat([archive, Buffer.from('{"a":1}\n')]), 4096)).rejects.toThrow(BadArchive);
  });

  test('is expected of a file that is named so', async () => {
    await expect(read(TEXT, 1000, compression)).rejects.toThrow(`it is no archive of ${compression}`);
    await expect(read(Buffer.alloc(0), 1000, compression)).rejects.toThrow('it is empty');
    expect((await read(TEXT, 1000)).equals(TEXT)).toBe(true);
  });

  test('that becomes a thousand times as long is read piece by piece', async () => {
    const archive = await archiveOf(compression, Buffer.alloc(64 * 1024 * 1024, '\n'));
    let [largest, total] = [0, 0];
    for await (const piece of decompress(onePiece(archive), null)) {
      largest = Math.max(largest, piece.length);
      total += piece.length;
    }
    expect(total).toBe(64 * 1024 * 1024);
    expect(largest).toBeLessThanOrEqual(1024 * 1024);
  });
});

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

test('gzip whose bytes were changed is refused by its checksum', async () => {
  const archive = gzipSync(TEXT);
  for (const at of [100, archive.length >> 1, archive.length - 6]) {
    const changed = Buffer.from(archive);
    changed[at]! ^= 0x40;
    await expect(read(changed, 4096), `${at}`).rejects.toThrow(BadArchive);
  }
});

test('gzip is one member, which other programs read', async () => {
  const archive = await archiveOf('gzip', TEXT);
  expect(gunzipSync(archive).equals(TEXT)).toBe(true);
  expect(execFileSync('gzip', ['-dc'], { input: archive, maxBuffer: 1e9 }).equals(TEXT)).toBe(true);
});

test('zeros behind gzip are padding', async () => {
  expect((await read(Buffer.concat([gzipSync(TEXT), Buffer.alloc(700)]), 512)).equals(TEXT)).toBe(true);
});

test('a fault of the source is told as it is', async () => {
  for (const compression of COMPRESSIONS) {
    const archive = await archiveOf(compression, TEXT);
    async function* source(): AsyncGenerator<Uint8Array> {
      yield archive.subarray(0, 1000);
      throw new Error('the disk is gone');
    }
    const reading = async (): Promise<void> => {
      for await (const _ of decompress(source(), null));
    };
    await expect(reading()).rejects.toThrow('the disk is gone');
  }
});

test('the end of a name tells the compression', () => {
  expect(readName('a/b.ndjson.gz')).toEqual({ compression: 'gzip', inner: 'a/b.ndjson' });
  expect(readName('b.nt.ZST')).toEqual({ compression: 'zstd', inner: 'b.nt' });
  expect(readName('b.nt')).toEqual({ compression: null, inner: 'b.nt' });
});
