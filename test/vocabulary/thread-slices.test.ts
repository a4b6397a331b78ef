import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { didYouMean, prepareFinding, searchTerms, suggestFor } from '../../src/vocabulary/search/find-terms.ts';
import { inSlices } from '../../src/vocabulary/thread-slices.ts';
import { ownThreadMs } from '../support/growth.ts';
import { seededVocabulary } from './seeded.ts';

const vocabulary = await seededVocabulary();
const MISSPELT = 'actvie powre energ volage curent tempratur presure frequncy statoin';
const KEYS = Array.from({ length: 100 }, (_, at) => `actve_powre_meter_${at}_engery_totl`);
const searcher = { client: 'somebody' };

/** The most processor time that a turn of the event loop took until the work was done. */
async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const state = { isDone: false };
  let longest = 0;
  const done = work().finally(() => (state.isDone = true));
  while (!state.isDone) {
    const before = ownThreadMs();
    await nextTurn();
    longest = Math.max(longest, ownThreadMs() - before);
  }
  await done;
  return longest;
}

describe('no turn of the thread is longer than 10 ms for', () => {
  test.each<readonly [name: string, work: () => Promise<unknown>]>([
    [
      '30 searches at once',
      () => Promise.all(KEYS.slice(0, 30).map(() => searchTerms(vocabulary, MISSPELT, 50, searcher))),
    ],
    [
      '30 corrections at once',
      () => Promise.all(KEYS.slice(0, 30).map(() => didYouMean(vocabulary, MISSPELT, searcher))),
    ],
    ['the terms that 100 keys may mean', () => suggestFor(vocabulary, KEYS, 3, searcher)],
  ])('%s', async (_name, work) => {
    await prepareFinding(vocabulary);
    // Garbage is collected in some turn or other, not in the same one each time.
    let longest = Infinity;
    for (let tries = 0; tries < 10 && longest > 10; tries++) longest = Math.min(longest, await longestTurnMs(work));
    expect(longest).toBeLessThanOrEqual(10);
  });
});

/** Work of so many slices. */
const slices = (client: string, count: number, begun: string[], signal?: AbortSignal): Promise<void> =>
  inSlices({ client, signal }, async (rest) => {
    for (let at = 0; at < count; at++) {
      begun.push(client);
      const until = performance.now() + 6;
      while (performance.now() < until);
      await rest();
    }
  });

test('one slice is done in a turn, and clients take turns however much each of them asks for', async () => {
  const begun: string[] = [];
  await Promise.all([...Array.from({ length: 5 }, () => slices('greedy', 2, begun)), slices('modest', 2, begun)]);
  expect(begun).toHaveLength(12);
  expect(begun.slice(0, 4).filter((client) => client === 'modest')).toHaveLength(2);
});

test.each<readonly [how: string, doEach: (pieces: ReadonlyArray<() => Promise<void>>) => Promise<unknown>]>([
  ['at once', (pieces) => Promise.all(pieces.map((piece) => piece()))],
  [
    'one after another',
    async (pieces) => {
      for (const piece of pieces) await piece();
    },
  ],
])('short pieces of work of a client %s do not wait for others between any two of them', async (_how, doEach) => {
  const begun: string[] = [];
  const ended = new AbortController();
  const others = slices('others', 1000, begun, ended.signal).catch(() => {});
  const piece = (): Promise<void> => inSlices({ client: 'many pieces' }, async (rest) => rest());
  await doEach(Array.from({ length: 100 }, () => piece));
  expect(begun.length).toBeLessThan(20);
  ended.abort();
  await others;
});

test('work for nobody ends at its next rest', async () => {
  const begun: string[] = [];
  const gone = new AbortController();
  const work = slices('gone', 1000, begun, gone.signal);
  await nextTurn();
  gone.abort(new Error('gone'));
  await expect(work).rejects.toThrow('gone');
  expect(begun.length).toBeLessThan(5);
  // Others are not held up by it.
  await slices('next', 1, begun);
  expect(begun.at(-1)).toBe('next');
});

test('work that nobody wants any more does not begin in a slice that its client has', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  let isDone = false;
  await inSlices({ client: 'one' }, async () => {
    const work = inSlices({ client: 'one', signal: gone }, async () => (isDone = true));
    await expect(work).rejects.toThrow('gone');
  });
  expect(isDone).toBe(false);
});
