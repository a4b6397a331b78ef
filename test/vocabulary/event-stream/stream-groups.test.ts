import { expect, test } from 'vitest';
import { groupsOf } from '../../../src/vocabulary/event-stream/stream-groups.ts';
import type { HistoryEntry } from '../../../src/vocabulary/versions/archive.ts';

const START = Date.UTC(2026, 0, 1);

function historyOf(count: number, every = 7_000): HistoryEntry[] {
  return Array.from({ length: count }, (_, at) => ({
    version: String(at).padStart(64, '0'),
    since: new Date(START + at * every),
  }));
}

const namesOf = (history: HistoryEntry[]) => groupsOf(history).map(({ name }) => name);

test('ten thousand versions are a few hundred groups, in order, each entry once', () => {
  const history = historyOf(10_000);
  const groups = groupsOf(history);
  expect(groups.length).toBeGreaterThan(80);
  expect(groups.length).toBeLessThan(320);
  const entries = groups.flatMap(({ entries: some }) => some);
  expect(entries.map(({ version }) => version)).toEqual(history.map(({ version }) => version));
  expect(groups.slice(1).map(({ name }) => name)).toEqual(groups.slice(0, -1).map(({ next }) => next!.name));
  expect(groups.at(-1)!.next).toBeNull();
  expect(entries.map(({ name }) => name)).toEqual(entries.map(({ name }) => name).toSorted());
});

test('what is added, or missing, moves no other group', () => {
  const history = historyOf(2_000);
  const names = namesOf(history);
  expect(namesOf(history.slice(0, 1_500))).toEqual(names.slice(0, namesOf(history.slice(0, 1_500)).length));
  const behind = namesOf(history.slice(100));
  expect(names.slice(-behind.length + 1)).toEqual(behind.slice(1));
});

test('no two versions have the same time, also where a clock was set back', () => {
  const since = [5, 5, 3, 5, 9].map((ms) => new Date(START + ms));
  const entries = groupsOf(since.map((at, index) => ({ version: `${index}`, since: at }))).flatMap(
    ({ entries: some }) => some,
  );
  expect(entries.map(({ at }) => at.getTime() - START)).toEqual([5, 6, 7, 8, 9]);
  expect(entries[0]!.name).toBe('20260101T000000005Z');
});
