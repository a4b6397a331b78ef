import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortWithRests } from '../../src/vocabulary/sort-with-rests.ts';

const byKey = (a: { readonly key: number }, b: { readonly key: number }): number => a.key - b.key;

test('what is sorted with rests is in the order of what is sorted at once, equal items as they stood', async () => {
  const lists = fc.array(fc.nat(50), { maxLength: 5_000, size: 'max' });
  await fc.assert(
    fc.asyncProperty(lists, async (keys) => {
      const items = keys.map((key, place) => ({ key, place }));
      expect(await sortWithRests(items, byKey, async () => {})).toEqual(items.toSorted(byKey));
    }),
    { numRuns: 30 },
  );
});

test('there is a rest for each thousand items, also where they are in order', async () => {
  let rests = 0;
  const items = Array.from({ length: 10_000 }, (_, key) => ({ key }));
  expect(await sortWithRests(items, byKey, async () => void rests++)).toEqual(items);
  expect(rests).toBeGreaterThan(10);
});
