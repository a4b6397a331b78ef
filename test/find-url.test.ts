import { expect, test } from 'vitest';
import { findUrl } from '../src/find-url.ts';
import { checkBase } from '../src/rdf/check-base.ts';

/** After some thousand calls V8 compiles what is called, and what it calls in C++ gets its texts in another way. */
const MANY = 30_000;

/** Texts as requests bring them: each is new, and none is put together of others. */
const read = (text: string): string => JSON.parse(JSON.stringify(text)) as string;

function isBase(text: string): boolean {
  try {
    return checkBase(text) === text;
  } catch {
    return false;
  }
}

test.each(['https://é.example/', 'https://bücher.example/id/', 'https://例え.example/', 'https://plant.example/é#'])(
  '%s stays a base, however often bases were read',
  (base) => {
    const first = Array.from({ length: MANY }, () => read(base)).findIndex((text) => !isBase(text));
    expect(first).toBe(-1);
  },
);

test('a text is the URL that it is, relative to a base where one is given, and null when it is none', () => {
  expect(findUrl('https://é.example/ü')!.href).toBe('https://xn--9ca.example/%C3%BC');
  expect(findUrl('../b', 'https://plant.example/a/c')!.href).toBe('https://plant.example/b');
  for (const text of ['', 'b', 'https://', 'https://a b/', 'https://[::1/']) expect(findUrl(text)).toBeNull();
});
