import { expect, test } from 'vitest';
import { memoizeHeader } from '../../../src/http/headers/memoize-header.ts';

test('a value that recurs is read once, long ones and the thousandth of them anew', () => {
  const read: (string | undefined)[] = [];
  const lengthOf = memoizeHeader((value) => {
    read.push(value);
    return value?.length ?? -1;
  });
  expect([undefined, 'ab', undefined, 'ab', ''].map(lengthOf)).toEqual([-1, 2, -1, 2, 0]);
  expect(read).toEqual([undefined, 'ab', '']);
  const long = 'x'.repeat(300);
  expect([lengthOf(long), lengthOf(long)]).toEqual([300, 300]);
  expect(read.filter((value) => value === long)).toHaveLength(2);
  for (let value = 0; value < 1_000; value++) lengthOf(String(value));
  lengthOf('ab');
  expect(read.filter((value) => value === 'ab')).toHaveLength(2);
});
