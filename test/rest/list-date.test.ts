import { expect, test } from 'vitest';
import { ListDate } from '../../src/rest/list-date.ts';

const START = Date.UTC(2026, 0, 1);
const at = (ms: number): Date => new Date(START + ms);
const listOf = (...entries: readonly (readonly [name: string, since: number])[]) =>
  entries.map(([version, since]) => ({ version, since: at(since) }));

function dateOfLists() {
  let now = START;
  const date = new ListDate(() => new Date(now));
  return (ms: number, list: ReturnType<typeof listOf>): number | null => {
    now = START + ms;
    const found = date.of(list);
    return found === null ? null : found.getTime() - START;
  };
}

test('a list has the date of its last version, whenever it is asked for first, at every hub', () => {
  const list = listOf(['b', 5_000], ['a', 1_000]);
  expect(dateOfLists()(9_000, list)).toBe(5_000);
  expect(dateOfLists()(60_000, list)).toBe(5_000);
});

test('a list that may change again in the same second has no date yet', () => {
  const dateOf = dateOfLists();
  expect(dateOf(5_300, listOf(['b', 5_200]))).toBeNull();
  const list = listOf(['c', 5_700], ['b', 5_200]);
  expect(dateOf(5_900, list)).toBeNull();
  expect(dateOf(6_000, list)).toBe(5_700);
});

test('a list that another one left out of, or added an older one to, has the moment in which that was seen', () => {
  const dateOf = dateOfLists();
  expect(dateOf(9_000, listOf(['b', 5_000], ['a', 1_000]))).toBe(5_000);
  const left = listOf(['b', 5_000]);
  expect(dateOf(20_500, left)).toBeNull();
  expect(dateOf(30_000, left)).toBe(20_500);
  const restored = listOf(['b', 5_000], ['z', 0]);
  dateOf(40_000, restored);
  expect(dateOf(50_000, restored)).toBe(40_000);
});

test('the same list read again keeps its date', () => {
  const dateOf = dateOfLists();
  expect(dateOf(9_000, listOf(['b', 5_000]))).toBe(5_000);
  expect(dateOf(20_000, listOf(['b', 5_000]))).toBe(5_000);
});
