import { expect, test } from 'vitest';
import { grouped } from '../../src/web/parts/grouped.ts';

test('digits stand in groups of three, as English has them', () => {
  for (const count of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 9_007_199_254_740_991])
    expect(grouped(count)).toBe(count.toLocaleString('en'));
});
