import { expect, test } from 'vitest';
import { readFiles, writeFiles } from '../../src/operations/framed-files.ts';

const FILES = [
  { name: 'a b.ttl', bytes: Buffer.from('<a> <b> "ä\n" .\n') },
  { name: 'empty "file".ttl', bytes: Buffer.alloc(0) },
  { name: 'c.nt.gz', bytes: Buffer.from([0x0a, 0, 255, 0x0a]) },
];

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const written = Buffer.concat(await writeFiles(FILES).toArray());

test.each([1, 2, 3, 7, 1000])('files come as they were sent, in pieces of %i bytes', async (length) => {
  expect(await readFiles(inPieces(written, length))).toEqual(FILES);
});

test.each([
  ['cut within bytes', written.subarray(0, written.length - 1)],
  ['cut within a head', written.subarray(0, 5)],
  ['of another release', Buffer.from('[{"name":"a.ttl","text":""}]\n')],
  ['without an end', Buffer.alloc(100_000, 'a')],
])('what is %s is refused', async (_, bytes) => {
  await expect(readFiles(inPieces(bytes, 50))).rejects.toThrow(/did not come whole/);
});

test('no files are none', async () => {
  expect(await readFiles(inPieces(Buffer.alloc(0), 1))).toEqual([]);
});
