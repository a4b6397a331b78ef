import { setImmediate as letOthersGo } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { Representation } from '../../src/http/representation.ts';
import { PreparedAnswers } from '../../src/rest/prepared.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { returnMemory } from '../../src/workers/return-memory.ts';

const KEY = 'ttl';
const vocabulary = (version: string) => ({ version }) as Vocabulary;
const asText = async (made: Representation): Promise<string> => (await made.encoded(null)).toString();
const textOf = async ({ version }: Vocabulary) => new Representation('text/turtle', version, version);

test('what is being made is made once for all who ask, and again for another version', async () => {
  let current = vocabulary('first');
  const answers = new PreparedAnswers(() => current);
  const made: string[] = [];
  const make = async ({ version }: Vocabulary): Promise<Representation> => {
    made.push(version);
    await Promise.resolve();
    return new Representation('text/turtle', version, version);
  };
  const first = [answers.share(KEY, make), answers.share(KEY, make)];
  current = vocabulary('second');
  const second = [answers.share(KEY, make), answers.share(KEY, make)];
  const texts = await Promise.all([...first, ...second].map(async (made) => asText(await made)));
  expect(texts).toEqual(['first', 'first', 'second', 'second']);
  expect(made).toEqual(['first', 'second']);
  const fails = (): Promise<Representation> => Promise.reject(new Error('no'));
  await expect(answers.share('other', fails)).rejects.toThrow('no');
  expect(await asText(await answers.share('other', make))).toBe('second');
});

test('what was made of a vocabulary that is no longer in use is answered, and not kept', async () => {
  let current = vocabulary('first');
  const answers = new PreparedAnswers(() => current);
  const made = answers.read(KEY, async (first) => {
    current = vocabulary('second');
    return textOf(first);
  });
  expect(await asText(await made)).toBe('first');
  expect(answers.find(KEY)).toBeNull();
  expect(await asText(await answers.read(KEY, textOf))).toBe('second');
  expect(await asText(answers.find(KEY)!)).toBe('second');
});

test('what is made of pieces is what is made of them together', async () => {
  const pieces = ['{"a":', '1', '}'];
  let rests = 0;
  const made = await Representation.ofPieces('application/json', pieces, 'v', async () => void rests++);
  const whole = new Representation('application/json', '{"a":1}', 'v');
  expect([await asText(made), made.etag(null), rests]).toEqual(['{"a":1}', whole.etag(null), 3]);
});

test('what is made of bytes is these, with the tag that they have as a text, and is hashed in slices', async () => {
  const text = 'kW ⚡ '.repeat(100_000);
  const bytes = Buffer.from(text);
  let rests = 0;
  const made = await Representation.ofBytes('text/plain', bytes, 'v', async () => void rests++);
  expect((await made.encoded(null)).buffer).toBe(bytes.buffer);
  expect(made.etag(null)).toBe(new Representation('text/plain', text, 'v').etag(null));
  expect(rests).toBe(3);
});

test('a text in pieces, of whatever length, is what it is as one, and is given in slices', async () => {
  const piece = `"電力 ⚡ ${'kW'.repeat(100_000)}",`;
  for (const count of [0, 1, 10, 180]) {
    const pieces = Array.from({ length: count }, (_, at) => (at % 7 === 6 ? '' : `${at} ${piece}`));
    const text = pieces.join('');
    let rests = 0;
    const made = await Representation.ofPieces('text/plain', pieces, 'v', async () => void rests++);
    const whole = new Representation('text/plain', text, 'v');
    expect((await made.encoded(null)).equals(await whole.encoded(null))).toBe(true);
    expect(made.etag('gzip')).toBe(whole.etag('gzip'));
    expect(rests).toBe(count);
  }
});

test('of a text in pieces the C library keeps none of the memory of these', async () => {
  const written = vi.spyOn(Buffer, 'concat');
  const pieces = Array.from({ length: 600 }, () => 'kW'.repeat(50_000));
  await Representation.ofPieces('text/plain', pieces, 'v', async () => {});
  const blocks = written.mock.calls.at(-1)![0].map(({ buffer }) => buffer.byteLength);
  written.mockRestore();
  // What is mapped by itself, but for the first one.
  expect(blocks.length).toBeLessThan(10);
  for (const bytes of blocks.slice(1)) expect(bytes).toBeGreaterThan(32 * 1024 * 1024);
});

/** A long text that was asked for as it is and compressed, and is held compressed alone. */
async function heldCompressed(): Promise<{ readonly text: string; readonly made: Representation }> {
  const text = Array.from({ length: 100 }, (_, at) => `${at} ${'kW'.repeat(50_000)}`).join('');
  const made = new Representation('text/plain', text, 'v');
  const ask = async (): Promise<WeakRef<Buffer>> => new WeakRef(await made.encoded(null));
  const first = await ask();
  await made.encoded('gzip');
  // Nothing else is in the way when what waits for the compression has been done.
  await letOthersGo();
  await returnMemory();
  expect(first.deref()).toBeUndefined();
  return { text, made };
}

test('clients that ask at once for a long text that is held compressed get the same memory', async () => {
  const { text, made } = await heldCompressed();
  const answers = await Promise.all(Array.from({ length: 8 }, () => made.encoded(null)));
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]!.equals(Buffer.from(text))).toBe(true);
});

test('a long text that somebody asked for is held compressed alone, and is the same text however it is asked for', async () => {
  const { text, made } = await heldCompressed();
  // The C library maps so large a block by itself, and gives it back.
  expect((await made.encoded(null)).buffer.byteLength).toBeGreaterThan(32 * 1024 * 1024);
  expect((await made.encoded(null)).equals(Buffer.from(text))).toBe(true);
  expect(gunzipSync(await made.encoded('gzip')).equals(Buffer.from(text))).toBe(true);
  expect(brotliDecompressSync(await made.encoded('br')).equals(Buffer.from(text))).toBe(true);
  expect(made).toHaveLength(text.length);
});
