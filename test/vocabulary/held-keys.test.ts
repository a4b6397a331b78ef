import { expect, test } from 'vitest';
import { suggestFor } from '../../src/vocabulary/search/find-terms.ts';
import { readFixture } from '../support/fixtures.ts';
import { seededVocabulary } from './seeded.ts';

/** What is asked for: the first suggestion is right, or one of three, of this share of the keys. */
const FIRST = 0.9;
const AMONG_THREE = 0.97;

interface HeldKey {
  readonly key: string;
  /** The terms that a person of the trade would choose, any of them; none for a key that means nothing. */
  readonly meant: readonly string[];
}

const vocabulary = await seededVocabulary();
const held: HeldKey[] = readFixture('vocabulary/held-keys.tsv')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [key, meant = ''] = line.split('\t') as [string, string?];
    return { key, meant: meant === '' ? [] : meant.split('|') };
  });
const found = await suggestFor(
  vocabulary,
  held.map(({ key }) => key),
  3,
  { client: 'somebody' },
);
const rows = held.map(({ key, meant }, at) => ({
  key,
  meant,
  suggested: found[at]!.suggestions.map(({ term }) => term.name),
}));
const meaningful = rows.filter(({ meant }) => meant.length > 0);

test('the held keys are three hundred and more, with terms that exist, and twenty that mean nothing', () => {
  expect(meaningful.length).toBeGreaterThanOrEqual(300);
  expect(rows.length - meaningful.length).toBe(20);
  expect(rows.flatMap(({ meant }) => meant).filter((name) => !vocabulary.terms.has(name))).toEqual([]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});

test('the first term that is suggested is the right one, or one of the first three', () => {
  const share = (isRight: (row: (typeof rows)[number]) => boolean): number =>
    meaningful.filter(isRight).length / meaningful.length;
  const first = share(({ meant, suggested }) => meant.includes(suggested[0]!));
  const amongThree = share(({ meant, suggested }) => suggested.some((name) => meant.includes(name)));
  const wrong = meaningful.filter(({ meant, suggested }) => !suggested.some((name) => meant.includes(name)));
  expect(first, `first place: ${first}`).toBeGreaterThanOrEqual(FIRST);
  expect(amongThree, JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(AMONG_THREE);
});

test('nothing is suggested for keys that mean nothing', () => {
  const offered = rows.filter(({ meant, suggested }) => meant.length === 0 && suggested.length > 0);
  expect(offered).toEqual([]);
});
