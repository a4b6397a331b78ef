import { afterEach, expect, test, vi } from 'vitest';
import type { KeyTable } from '../../../src/mapping/json/keys.ts';
import { scanJson } from '../../../src/mapping/json/scan.ts';
import { firstEdition } from '../../bench/first-edition.ts';
import { convert } from '../../support/convert.ts';
import { readGoldenLexicon } from '../../support/golden-cases.ts';

const lexicon = readGoldenLexicon();
const KEYS = 2_000;

afterEach(() => {
  vi.restoreAllMocks();
});

const keysOf = (text: string): KeyTable => scanJson(Buffer.from(text)).keys;
const namesOf = (keys: { readonly count: number; nameOf(key: number): string }): string[] =>
  Array.from({ length: keys.count }, (_, key) => keys.nameOf(key));

/** A document of which each key is another one, and comes once. */
function documentOf(number: number): string {
  const values = Object.fromEntries(Array.from({ length: KEYS }, (_, i) => [`row ${number}-${i}`, i / 10]));
  return JSON.stringify({ '@semantic': { '@prefix': {}, '@context': {} }, values });
}

const TEXTS = [
  '{"a":1,"b":{"a":2,"@semantic":3}}',
  '{"Zähler":1,"😀":2,"\uFEFF":3,"":4}',
  '{"a":1,"\\u0061":2,"b":{"\\u0062":3,"c":4}}',
  '{"\\ud800":1,"\\ud800\\ud801":2,"\\n":3}',
];

test.each(TEXTS)('the keys of %s have the same names in a list without the document', (text) => {
  const keys = keysOf(text);
  const names = [...new Set(text.match(/"(?:[^"\\]|\\.)*"(?=:)/g)!.map((key) => JSON.parse(key) as string))];
  expect(namesOf(keys.copy())).toEqual(names);
  expect(namesOf(keysOf(text))).toEqual(names);
  expect(names.map((name) => keys.find(name))).toEqual(names.map((_, key) => key));
});

test('a list is that of documents with the same keys in the same order, and of no others', () => {
  const list = keysOf('{"ab":1,"c":{"ab":2}}').copy();
  expect(keysOf('{"ab":{"c":5,"ab":{}}}').isListed(list)).toBe(true);
  for (const text of ['{"a":1,"bc":2}', '{"c":1,"ab":2}', '{"ab":1}', '{"ab":1,"c":2,"d":3}', '{"ab":1,"\\u0063":2}'])
    expect(keysOf(text).isListed(list)).toBe(false);
});

test('keys of which some are escaped are told from others that are spelled alike', () => {
  const list = keysOf('{"a":1,"\\u0061":2,"b":3}').copy();
  expect(keysOf('{"a":1,"\\u0061":2,"b":3}').isListed(list)).toBe(true);
  expect(keysOf('{"\\u0061":1,"a":2,"b":3}').isListed(list)).toBe(false);
});

test('names of many keys are those that are asked for one by one', () => {
  const name = (i: number): string => `${'x'.repeat(i % 20)}${i}`;
  for (const odd of ['', 'é', '\\n']) {
    const keys = keysOf(`{"${odd}!":0,${Array.from({ length: 300 }, (_, i) => `"${name(i)}":${i}`).join()}}`).copy();
    const some = Array.from({ length: 100 }, (_, i) => i * 3);
    expect(keys.namesOf(some)).toEqual(some.map((key) => keys.nameOf(key)));
  }
});

test('the key `@semantic` is found however it is written, and is data within other records', () => {
  expect(keysOf('{"a":{"@semantic":1}}').semanticKey).toBe(1);
  expect(keysOf('{"\\u0040semantic":{}}').semanticKey).toBe(0);
  expect(keysOf('{"@semantics":{}}').semanticKey).toBe(-1);
});

test.each([
  ['a vocabulary', lexicon],
  ['a vocabulary with units', await firstEdition()],
])('keys of which nothing is said are decoded together, not one by one, by %s', (_name, by) => {
  convert(documentOf(0), by);
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  const { unmapped, copiedRows } = convert(documentOf(1), by);
  expect(copiedRows).toBeGreaterThan(KEYS / 2);
  expect(unmapped).toHaveLength(KEYS);
  expect(unmapped.at(-1)).toBe(`row 1-${KEYS - 1}`);
  expect(decode.mock.calls.length).toBeLessThan(KEYS / 10);
});
