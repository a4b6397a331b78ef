import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SourceFile } from '../../src/mapping/lexicon/source-file.ts';
import { listSources } from '../../src/sources/source-files.ts';
import { FIXTURES, readFixture } from '../support/fixtures.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const files = listSources({}).map(({ file }) => file);
const lists = readdirSync(`${FIXTURES}sources`)
  .filter((name) => name.endsWith('.tsv'))
  .map((name) => name.replace('.tsv', ''));
const wanted = new Set(readFixture('sources/wanted.txt').split('\n'));

/**
 * Keys of the lists that nothing in a document tells apart: the meter that a reading is of stands in another document (Enphase), the class of
 * a device in the request (Fronius), the request in its address (the others).
 */
const NOT_TOLD =
  /^(?:readings\[\]\..* \(.*\)|0\.EnergyReal_WAC_Sum_Consumed|.*\((?:activated energy|procured capacity|market index|total|wind forecast)\))$/;

describe('the files of sources', () => {
  test('have a list each', () => {
    expect(files.filter(({ variantOf }) => variantOf === null).map(({ name }) => name)).toEqual(lists.toSorted());
  });

  test('name the terms of the list, and what has none', () => {
    for (const source of lists) {
      const parts = files.filter(({ name, variantOf }) => name === source || variantOf === source);
      const told = rowsOf(source).filter(({ key }) => !NOT_TOLD.test(key));
      // Where the unit stands beside the value, one line of the file has the terms of several units.
      const spell = parts[0]!.units.length > 0 ? (term: string) => term.replace(/-.*/, '') : (term: string) => term;
      const terms = new Set(parts.flatMap(({ keys }) => keys.map(([, term]) => spell(term))));
      const listed = new Set(told.filter(({ term }) => term !== '').map(({ term }) => spell(term)));
      expect([...terms].toSorted(), source).toEqual([...listed].toSorted());
      for (const { key, term } of told) {
        const own = parts[0]!.keys.find(([pattern]) => pattern === key);
        if (own !== undefined) expect(spell(own[1]), `${source} ${key}`).toBe(spell(term));
      }
    }
  });

  test('name terms that are published, written, or wanted, and none that is deprecated', async () => {
    const { terms } = await seededVocabulary();
    for (const { name, keys, alike, context } of files)
      for (const [pattern, term] of [...keys, ...alike, ...context])
        expect(terms.get(term)?.deprecated === false || wanted.has(term), `${name} ${pattern}: ${term}`).toBe(true);
  });

  test('say where the source describes itself', () => {
    for (const { name, documentation } of files) expect(documentation, name).toMatch(/^https:\/\/\S+$/);
  });

  test('give a pattern one meaning', () => {
    for (const file of files) {
      const patterns = allOf(file);
      expect(new Set(patterns).size, file.name).toBe(patterns.length);
    }
  });
});

function allOf({ keys, alike, context, empty }: SourceFile): string[] {
  return [...keys, ...alike, ...context, ...empty].map(([pattern]) => pattern);
}

function rowsOf(source: string): { key: string; term: string }[] {
  return readFixture(`sources/${source}.tsv`)
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('# ') && !line.startsWith('key\t'))
    .map((line) => line.split('\t'))
    .map(([key = '', , , term = '']) => ({ key, term }));
}
