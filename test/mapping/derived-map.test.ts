import { expect, test } from 'vitest';
import { DerivedMap, plainLexicon } from '../../src/mapping/lexicon/derived-map.ts';
import type { LexiconTerm, Template } from '../../src/mapping/lexicon/lexicon.ts';
import { EMPTY_LEXICON } from '../support/empty-lexicon.ts';

const ORIGINS = new Map(Array.from({ length: 5_000 }, (_, at): [string, number] => [`name_${at}`, at]));

function derivedWithCount(): { readonly map: DerivedMap<number, { readonly doubled: number }>; made: () => number } {
  let count = 0;
  const derive = (origin: number) => {
    count += 1;
    return { doubled: 2 * origin };
  };
  return { map: new DerivedMap(ORIGINS, derive), made: () => count };
}

test('a derived map is the map of the values that are made, in the order of the other one', () => {
  const { map } = derivedWithCount();
  const plain = new Map(Array.from(ORIGINS, ([name, at]) => [name, { doubled: 2 * at }]));
  expect([...map]).toEqual([...plain]);
  expect([...map.keys()]).toEqual([...plain.keys()]);
  expect([...map.values()]).toEqual([...plain.values()]);
  expect(map.size).toBe(plain.size);
  const walked: unknown[] = [];
  map.forEach((value, name) => walked.push([name, value]));
  expect(walked).toEqual([...plain]);
  for (const name of ['name_0', 'name_4999', 'name_5000', '__proto__', '']) {
    expect(map.get(name)).toEqual(plain.get(name));
    expect(map.has(name)).toBe(plain.has(name));
  }
});

test('a derived map makes nothing before it is asked for, and what is asked for again once', () => {
  const { map, made } = derivedWithCount();
  expect([map.size, map.has('name_7'), made()]).toEqual([5_000, true, 0]);
  expect(map.get('name_7')).toBe(map.get('name_7'));
  expect(made()).toBe(1);
  // However many are asked for, no more than some thousand are held; all stay what they are.
  for (const name of ORIGINS.keys()) map.get(name);
  expect(map.get('name_7')).toEqual({ doubled: 14 });
});

test('a lexicon of derived maps cannot be sent to a thread by mistake, and is sent as plain maps', () => {
  const term = (unit: string): LexiconTerm => ({ datatype: 'd', template: [], unit });
  const rows = (object: string): Template => [['p', [object]]];
  const lexicon = {
    ...EMPTY_LEXICON,
    terms: new DerivedMap(new Map([['a', 'kW']]), term),
    nodes: new DerivedMap(new Map([['n', '$a']]), rows),
  };
  expect(() => structuredClone(lexicon)).toThrow(/could not be cloned/);
  const sent = structuredClone(plainLexicon(lexicon));
  expect(sent).toEqual({
    ...EMPTY_LEXICON,
    terms: new Map([['a', term('kW')]]),
    nodes: new Map([['n', rows('$a')]]),
  });
});
