import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';

interface Compression {
  readCompressed(folder: string): Map<string, Buffer>;
  compress(bytes: Buffer, earlier?: Buffer): Buffer;
}
const MODULE = new URL('../../src/web/compress-asset.mjs', import.meta.url).href;
const { compress, readCompressed } = (await import(/* @vite-ignore */ MODULE)) as Compression;

const BYTES = Buffer.from('export const answer = 42;\n'.repeat(20));
/** As no build makes it, so that it is known again. */
const EARLIER = brotliCompressSync(BYTES, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });

test('what an earlier build compressed is taken where the bytes are the same', () => {
  expect(compress(BYTES, EARLIER).equals(EARLIER)).toBe(true);
});

test.each<[string, Buffer | undefined]>([
  ['nothing', undefined],
  ['other bytes of the same length', brotliCompressSync(Buffer.from(BYTES).fill('x', 0, 1))],
  ['longer bytes', brotliCompressSync(Buffer.concat([BYTES, BYTES]))],
  ['shorter bytes', brotliCompressSync(BYTES.subarray(1))],
  ['a file that was cut off', EARLIER.subarray(0, -3)],
  ['an empty file', Buffer.alloc(0)],
  ['a damaged file', Buffer.from('no brotli')],
])('bytes are compressed where an earlier build left %s', (_, earlier) => {
  const compressed = compress(BYTES, earlier);
  expect(compressed.equals(compress(BYTES))).toBe(true);
  expect(brotliDecompressSync(compressed).equals(BYTES)).toBe(true);
});

test('an empty file is compressed', () => {
  const nothing = Buffer.alloc(0);
  expect(compress(nothing, compress(nothing)).equals(compress(nothing))).toBe(true);
  expect(brotliDecompressSync(compress(nothing))).toHaveLength(0);
});

test('what an earlier build compressed is found by the names of its files, and nothing where there was none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hub-assets-'));
  for (const name of ['site.js', 'site.js.br', 'site.js.gz']) await writeFile(join(folder, name), name);
  expect([...readCompressed(folder)].map(([name, bytes]) => [name, String(bytes)])).toEqual([
    ['site.js.br', 'site.js.br'],
  ]);
  await rm(folder, { recursive: true });
  expect(readCompressed(folder).size).toBe(0);
});
