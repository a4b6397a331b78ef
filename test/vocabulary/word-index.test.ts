import fc from 'fast-check';
import MiniSearch from 'minisearch';
import { describe, expect, test, vi } from 'vitest';
import { DocumentScores } from '../../src/vocabulary/search/document-scores.ts';
import { SortedWords } from '../../src/vocabulary/search/sorted-words.ts';
import { Spellings } from '../../src/vocabulary/spellings.ts';
import { NO_REST } from '../../src/vocabulary/thread-slices.ts';
import { WordIndex } from '../../src/vocabulary/search/word-index.ts';
import { WordLists } from '../../src/vocabulary/search/word-lists.ts';
import { bestOf, WordScores } from '../../src/vocabulary/search/word-scores.ts';

const BOOSTS = [4, 1];

/** What a word finds, with all that is looked for besides. */
function scoresIn(index: WordIndex, sought: string): DocumentScores {
  const scores = new DocumentScores(index.count);
  index.score(sought, { isBeginning: true, mostWrong: 2 }, scores);
  return scores;
}

/** Few letters, so that words begin alike and are near each other. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 9 });
const words = fc.array(word, { maxLength: 6 });
const documents = fc.array(fc.tuple(words, fc.option(words)), { minLength: 1, maxLength: 40 });

describe('scores are those of MiniSearch', () => {
  /** By document. */
  function expectedScores(
    texts: ReadonlyArray<readonly [string[], string[] | null]>,
    sought: string,
  ): Map<number, number> {
    const oracle = new MiniSearch<{ id: number; name: string[]; text: string[] | null }>({
      fields: ['name', 'text'],
      tokenize: (text) => text.split(' ').filter((one) => one !== ''),
      processTerm: (one) => one,
      stringifyField: (value: string[]) => value.join(' '),
    });
    for (const [id, [name, text]] of texts.entries()) oracle.add({ id, name, text });
    const found = oracle.search(sought, { boost: { name: 4 }, prefix: true, fuzzy: 2 });
    return new Map(found.map(({ id, score }) => [id as number, score]));
  }

  test.each([
    ['put in order at once', [0]],
    ['put in order again after more came', [0, 5]],
    ['with the last ones not in order yet', [0, 38, 39]],
  ])('%s', async (_, ends) => {
    await fc.assert(
      fc.asyncProperty(documents, word, async (texts, sought) => {
        const index = new WordIndex(BOOSTS);
        for (const [at, fields] of texts.entries()) {
          if (ends.includes(at)) await index.arrange(NO_REST);
          index.add(fields);
        }
        if (ends.length < 3) await index.arrange(NO_REST);
        const { scores } = scoresIn(index, sought);
        const expected = expectedScores(texts, sought);
        for (const [document, score] of scores.entries()) expect(score).toBeCloseTo(expected.get(document) ?? 0, 9);
      }),
      { numRuns: 150 },
    );
  });
});

test.each([
  ['put in order', []],
  ['with the last ones not in order yet', [38, 39]],
])('the best score is that of the documents that have the word in the first fields, %s', async (_, ends) => {
  await fc.assert(
    fc.asyncProperty(documents, word, fc.nat(), async (texts, sought, seed) => {
      const index = new WordIndex(BOOSTS);
      for (const [at, fields] of texts.entries()) {
        if (ends.includes(at)) await index.arrange(NO_REST);
        index.add(fields);
      }
      if (ends.length === 0) await index.arrange(NO_REST);
      const scores = new DocumentScores(texts.length);
      for (const document of texts.keys()) scores.add(document, ((document + 1) * (seed + 7)) % 101);
      for (const fields of [1, 2]) {
        const having = texts.flatMap((each, document) =>
          each.slice(0, fields).some((list) => list?.includes(sought)) ? [scores.scores[document]!] : [],
        );
        expect(index.bestScore(sought, scores, fields)).toBe(Math.max(0, ...having));
      }
    }),
    { numRuns: 150 },
  );
});

test('words that are near are those that Levenshtein finds, whatever stands before them', () => {
  fc.assert(
    fc.property(fc.array(word), word, fc.nat(3), (known, text, most) => {
      const sorted = new SortedWords();
      for (const one of known) sorted.add(one);
      const near = sorted.near(text, most).map(({ number, distance }) => [sorted.word(number), distance]);
      const expected = [...new Set(known)]
        .toSorted()
        .map((one) => [one, levenshtein(one, text)] as const)
        .filter(([, distance]) => distance <= most);
      expect(near).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test('words that begin with a text are found after words were added', () => {
  const sorted = new SortedWords();
  const beginning = (text: string): string[] => Array.from(sorted.beginningWith(text), (number) => sorted.word(number));
  for (const one of ['power', 'pow', 'zinc', 'powder']) sorted.add(one);
  expect(beginning('pow')).toEqual(['pow', 'powder', 'power']);
  for (const one of ['powers', 'ape', 'pow']) sorted.add(one);
  expect(beginning('power')).toEqual(['power', 'powers']);
  expect(beginning('')).toEqual(['ape', 'pow', 'powder', 'power', 'powers', 'zinc']);
  expect(beginning('q')).toEqual([]);
});

test('no search sorts words that were put in order before, but those alone that came meanwhile', async () => {
  const sorted = new SortedWords();
  const many = Array.from({ length: 5000 }, (_, at) => `word${(at * 7919) % 5000}`);
  for (const one of many) sorted.add(one);
  let rests = 0;
  await sorted.arrange(async () => void (rests++ === 1 && sorted.add('wore')));
  expect(rests).toBeGreaterThan(5);
  const sort = vi.spyOn(Array.prototype, 'sort');
  expect(sorted.beginningWith('word499')).toHaveLength(11);
  expect(sort.mock.contexts.map((array) => (array as unknown[]).length)).toEqual([1]);
  sort.mockRestore();
  const all = Array.from(sorted.beginningWith(''), (number) => sorted.word(number));
  expect(all).toEqual([...many, 'wore'].toSorted());
});

test('words that begin with a text come with their lengths up to 255, also those that came later', () => {
  const sorted = new SortedWords();
  const told = (text: string): unknown[] => {
    const { numbers, lengths } = sorted.lengthsOfBeginningWith(text);
    return Array.from(numbers, (number, at) => [sorted.word(number), lengths[at]]);
  };
  const long = 'a'.repeat(400);
  for (const one of [long, 'ab', 'b', 'a'.repeat(255)]) sorted.add(one);
  expect(told('a')).toEqual([
    ['a'.repeat(255), 255],
    [long, 255],
    ['ab', 2],
  ]);
  sorted.add('aa');
  expect(told('aa').slice(0, 2)).toEqual([
    ['aa', 2],
    ['a'.repeat(255), 255],
  ]);
});

test('scores are the same to the last bit whether documents were put in order at once, after each, or not yet', async () => {
  const scoresOf = async (given: ReadonlyArray<[string[], string[] | null]>, sought: string, ends: number[]) => {
    const index = new WordIndex(BOOSTS);
    for (const [at, fields] of given.entries()) {
      index.add(fields);
      if (ends.includes(at)) await index.arrange(NO_REST);
    }
    return [...scoresIn(index, sought).scores];
  };
  await fc.assert(
    fc.asyncProperty(documents, word, async (given, sought) => {
      const atOnce = await scoresOf(given, sought, [given.length - 1]);
      expect(await scoresOf(given, sought, [...given.keys()])).toEqual(atOnce);
      expect(await scoresOf(given, sought, [])).toEqual(atOnce);
    }),
    { numRuns: 100 },
  );
});

test('a word of hundreds of letters counts by its length where a shorter one is searched', async () => {
  const scoreOfLength = async (length: number): Promise<number> => {
    const index = new WordIndex(BOOSTS);
    index.add([['a'.repeat(length)], null]);
    await index.arrange(NO_REST);
    return scoresIn(index, 'aa').scores[0]!;
  };
  const weightOf = (length: number): number => length / (length + 0.3 * (length - 2));
  const [short, long] = [await scoreOfLength(100), await scoreOfLength(400)];
  expect(long / short).toBeCloseTo(weightOf(400) / weightOf(100), 12);
});

test('what words found is told as for each by itself, also when the memory was used before', () => {
  const found = fc.array(fc.tuple(fc.nat(199), fc.integer({ min: 1, max: 9 })), { maxLength: 60 });
  const sought = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), found), { maxLength: 5 });
  const reused = new WordScores(200);
  fc.assert(
    fc.property(sought, fc.boolean(), (given, isAny) => {
      const byWord = new Map<string, [document: number, score: number][]>(given);
      const words = given.map(([word]) => word);
      for (const word of words)
        reused.add(word, (scores) => {
          for (const [document, score] of byWord.get(word)!) scores.add(document, score);
        });
      const scoreIn = (word: string, document: number): number =>
        byWord.get(word)!.reduce((sum, [other, score]) => sum + (other === document ? score : 0), 0);
      const all = Array.from({ length: 200 }, (_, document) => {
        const having = words.filter((word) => scoreIn(word, document) > 0);
        const sum = having.reduce((before, word) => before + scoreIn(word, document), 0);
        return { document, times: having.length, score: sum * new Set(having).size };
      });
      const hasAll = words.length > 0 && all.some(({ times }) => times === words.length);
      expect(reused.hasAll()).toBe(hasAll);
      const least = hasAll && !isAny ? words.length : 1;
      const expected = all.filter(({ times }) => times >= least);
      const { documents, scores } = reused.take(isAny);
      expect([...documents]).toEqual(expected.map(({ document }) => document));
      expect([...scores]).toEqual(expected.map(({ score }) => score));
    }),
    { numRuns: 300 },
  );
});

test('words that are alike for hundreds of letters are told apart', () => {
  const sorted = new SortedWords();
  const long = 'a'.repeat(400);
  for (const one of [long, `${long}b`, `${long}c`]) sorted.add(one);
  expect(Array.from(sorted.beginningWith(`${long}b`), (number) => sorted.word(number))).toEqual([`${long}b`]);
  expect(sorted.near('a'.repeat(200), 2)).toEqual([]);
});

test('a spelling leads to what was noted with it, in order, however many there are', () => {
  const spellings = new Spellings();
  for (let owner = 0; owner < 5000; owner++) {
    spellings.add(`own${owner}`, owner);
    spellings.add(`own${owner}`, owner);
    spellings.add(owner % 2 === 0 ? 'even' : 'odd', owner);
    spellings.add('', owner);
  }
  expect(spellings.candidates('own4711')).toEqual([4711]);
  expect(spellings.candidates('even').slice(0, 3)).toEqual([0, 2, 4]);
  expect(spellings.candidates('even')).toHaveLength(2500);
  expect(spellings.candidates('never')).toEqual([]);
  expect(spellings.candidates('')).toEqual([]);
});

test('lists of words come back as they were', () => {
  const lists = new WordLists();
  const given = [[['active', 'power'], []], [], [['power']], [['power', 'active', 'power'], ['x']]];
  for (const each of given) lists.add(each);
  expect(given.map((_, number) => lists.at(number))).toEqual(given);
});

test('the best are those that sorting finds, also of many that are equal', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4)), fc.nat(8), (given, most) => {
      const scores = Float64Array.from(given);
      const isBefore = (a: number, b: number): boolean => (scores[a] === scores[b] ? a < b : scores[a]! > scores[b]!);
      const expected = [...scores.keys()].filter((at) => scores[at]! > 0).toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
      expect(bestOf(scores, most, isBefore)).toEqual(expected.slice(0, most));
      expect(bestOf(scores, Infinity, isBefore)).toEqual(expected);
    }),
  );
});

function levenshtein(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, against] of [...other].entries())
      current.push(Math.min(above[column]! + Number(letter !== against), above[column + 1]! + 1, current[column]! + 1));
    above = current;
  }
  return above.at(-1)!;
}
