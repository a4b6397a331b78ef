import { expect, test } from 'vitest';
import { groupWarnings } from '../../../src/web/playground/warning-groups.ts';

const warning = (code: 'out-of-range' | 'nested-array', key: string, count: number) => ({
  code,
  key,
  count,
  pointer: `/${key}`,
  message: '',
  from: 0,
  to: 1,
});

test('warnings stand by their codes, what occurred most often first', () => {
  const groups = groupWarnings([
    warning('nested-array', 'a', 1),
    warning('out-of-range', 'b', 2),
    warning('out-of-range', 'c', 5),
  ]);
  expect(groups.map(({ code, count, warnings }) => [code, count, warnings.map(({ key }) => key)])).toEqual([
    ['out-of-range', 7, ['c', 'b']],
    ['nested-array', 1, ['a']],
  ]);
});

test('no warnings make no groups', () => {
  expect(groupWarnings([])).toEqual([]);
});
