import { getHeapStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { returnMemory } from '../../src/workers/return-memory.ts';

test('garbage and the pages that held it are given back', async () => {
  let garbage: unknown[] | null = Array.from({ length: 500_000 }, (_, at) => ({ at, text: `text ${at}` }));
  const { total_physical_size: before } = getHeapStatistics();
  expect(garbage).toHaveLength(500_000);
  garbage = null;
  await returnMemory();
  expect(getHeapStatistics().total_physical_size).toBeLessThan(before - 20 * 1024 * 1024);
});

test('it can be done again, also at the same time', async () => {
  await Promise.all([returnMemory(), returnMemory()]);
  await returnMemory();
});
