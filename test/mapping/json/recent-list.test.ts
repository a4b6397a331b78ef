import { expect, test } from 'vitest';
import { RecentList } from '../../../src/mapping/json/recent-list.ts';

/** Whether each text is in the list, which puts none of them first. */
function held(list: RecentList<string>, texts: readonly string[]): string {
  const found: string[] = [];
  list.find((item) => {
    found.push(item);
    return false;
  });
  return texts.filter((text) => found.includes(text)).join();
}

test('a list keeps what was asked for last', () => {
  const list = new RecentList<string>(2);
  expect([list.add('a'), list.add('b')]).toEqual([undefined, undefined]);
  expect(list.find((item) => item === 'a')).toBe('a');
  expect(list.add('c')).toBe('b');
  expect(held(list, ['a', 'b', 'c'])).toBe('a,c');
});

test('one item may have all the weight that several may have together, and a heavier one is not kept', () => {
  const list = new RecentList<string>(4, 6, (item) => item.length);
  for (const item of ['aa', 'bb', 'cc']) list.add(item);
  expect(list.add('ddd')).toBe('bb');
  expect(held(list, ['aa', 'bb', 'cc', 'ddd'])).toBe('cc,ddd');
  list.add('eeeeeee');
  expect(held(list, ['cc', 'ddd', 'eeeeeee'])).toBe('cc,ddd');
  list.add('ffffff');
  expect(held(list, ['cc', 'ddd', 'ffffff'])).toBe('ffffff');
});
