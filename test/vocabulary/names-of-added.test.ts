import { expect, test } from 'vitest';
import { namesOfAdded } from '../../src/vocabulary/versions/names-of-added.ts';
import { formerVersionOfText, versionOfText } from '../../src/vocabulary/versions/version.ts';

const line = (subject: string, n: number, property = 'p'): string =>
  `<https://hub.invalid/${subject}> <http://p.example/${property}> "${n} „°C“" .\n`;
/** Some six blocks, of subjects with one to five lines. */
const LINES = Array.from({ length: 1_500 }, (_, n) => Array.from({ length: (n % 5) + 1 }, (_, at) => line(`s${n}`, at)))
  .flat()
  .toSorted();

async function* piecesOf(text: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

test('versions are named as by their whole texts, wherever their lines stand', async () => {
  // New subjects, of which some begin blocks; lines of known subjects, before and behind theirs; before all and behind all.
  const added = [
    [],
    [line('a', 1)],
    [line('z', 1)],
    Array.from({ length: 1_000 }, (_, n) => line(`s${n}x`, 1)),
    Array.from({ length: 1_500 }, (_, n) => line(`s${n}`, 9, 'a')),
    Array.from({ length: 1_500 }, (_, n) => line(`s${n}`, 9, 'z')),
    [line('a', 1), line('s1', 9, 'a'), line('s1250', 9, 'z'), line('s77x', 1), line('z', 1)],
  ].map((lines) => lines.toSorted());
  for (const length of [1_000, 50_000, 10_000_000])
    expect(await namesOfAdded(piecesOf(LINES.join(''), length), added)).toEqual(
      added.map((lines) => versionOfText([...LINES, ...lines].toSorted().join(''))),
    );
});

test('a text of one line, and none, get lines', async () => {
  for (const text of [line('m', 1), ''])
    expect(await namesOfAdded(piecesOf(text, 10), [[line('a', 1)], []])).toEqual(
      [[line('a', 1), text].join(''), text].map((whole) => versionOfText(whole)),
    );
});

test('the name that earlier releases gave is none of these', async () => {
  const [name] = await namesOfAdded(piecesOf(LINES.join(''), 5_000), [[line('z', 1)]]);
  expect(name).not.toBe(formerVersionOfText(Buffer.from([...LINES, line('z', 1)].join(''))));
});

test('a text that ends within a line is an error', async () => {
  await expect(namesOfAdded(piecesOf(LINES.join('').slice(0, -1), 5_000), [[]])).rejects.toThrow('ends within a line');
});
