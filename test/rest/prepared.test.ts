import { expect, test, vi } from 'vitest';
import { Representation } from '../../src/http/representation.ts';
import { PreparedAnswers } from '../../src/rest/prepared.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';

const KEY = 'ttl';
const vocabulary = (version: string) => ({ version }) as Vocabulary;
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
  const texts = (await Promise.all([...first, ...second])).map(({ bytes }) => bytes.toString());
  expect(texts).toEqual(['first', 'first', 'second', 'second']);
  expect(made).toEqual(['first', 'second']);
  const fails = (): Promise<Representation> => Promise.reject(new Error('no'));
  await expect(answers.share('other', fails)).rejects.toThrow('no');
  expect((await answers.share('other', make)).bytes.toString()).toBe('second');
});

test('what was made of a vocabulary that is no longer in use is answered, and not kept', async () => {
  let current = vocabulary('first');
  const answers = new PreparedAnswers(() => current);
  const made = answers.read(KEY, async (first) => {
    current = vocabulary('second');
    return textOf(first);
  });
  expect((await made).bytes.toString()).toBe('first');
  expect(answers.find(KEY)).toBeNull();
  expect((await answers.read(KEY, textOf)).bytes.toString()).toBe('second');
  expect(answers.find(KEY)!.bytes.toString()).toBe('second');
});

test('what is made of pieces is what is made of them together', async () => {
  const pieces = ['{"a":', '1', '}'];
  let rests = 0;
  const made = await Representation.ofPieces('application/json', pieces, 'v', async () => void rests++);
  const whole = new Representation('application/json', '{"a":1}', 'v');
  expect([made.bytes.toString(), made.etag(null), rests]).toEqual(['{"a":1}', whole.etag(null), 3]);
});

test('a text in pieces, of whatever length, is what it is as one, and is given in slices', async () => {
  const piece = `"電力 ⚡ ${'kW'.repeat(100_000)}",`;
  for (const count of [0, 1, 10, 180]) {
    const pieces = Array.from({ length: count }, (_, at) => (at % 7 === 6 ? '' : `${at} ${piece}`));
    const text = pieces.join('');
    let rests = 0;
    const made = await Representation.ofPieces('text/plain', pieces, 'v', async () => void rests++);
    const whole = new Representation('text/plain', text, 'v');
    expect(made.bytes.equals(whole.bytes)).toBe(true);
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
