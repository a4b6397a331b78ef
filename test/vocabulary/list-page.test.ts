import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_UNPAGED, PAGE_LENGTH, pageOf } from '../../src/vocabulary/list-page.ts';

const listOf = (length: number): string[] => Array.from({ length }, (_, at) => String(at).padStart(6, '0'));
const keyOf = (entry: string): string => entry;

test('pages lead to each other and together are the list, however long', () => {
  fc.assert(
    fc.property(fc.nat(3 * MAX_UNPAGED), fc.option(fc.nat(3 * MAX_UNPAGED)), (length, begin) => {
      const list = listOf(length);
      const first = begin === null ? null : String(begin).padStart(6, '0');
      const pages = [pageOf(list, keyOf, { after: first, isWhole: false })];
      for (let after = pages[0]!.next; after !== null; after = pages.at(-1)!.next)
        pages.push(pageOf(list, keyOf, { after, isWhole: false }));
      const all = first === null ? list : list.filter((entry) => entry > first);
      expect(pages.flatMap(({ entries }) => entries)).toEqual(all);
      expect(pages.every(({ total }) => total === length)).toBe(true);
      const isAtOnce = all.length <= PAGE_LENGTH || (first === null && length <= MAX_UNPAGED);
      expect(pages.length).toBe(isAtOnce ? 1 : Math.ceil(all.length / PAGE_LENGTH));
      expect(pageOf(list, keyOf, { after: first, isWhole: true }).entries).toEqual(all);
    }),
  );
});

test('what is behind an entry comes in pages, of a list that is given whole, too', () => {
  const behind = { after: '000000', isWhole: false };
  expect(pageOf(listOf(MAX_UNPAGED), keyOf, behind)).toMatchObject({ total: MAX_UNPAGED, next: '001000' });
});

test('a list is given whole up to its limit, and in pages above it', () => {
  const first = { after: null, isWhole: false };
  expect(pageOf(listOf(MAX_UNPAGED), keyOf, first)).toMatchObject({ total: MAX_UNPAGED, next: null });
  expect(pageOf(listOf(MAX_UNPAGED + 1), keyOf, first)).toMatchObject({ total: MAX_UNPAGED + 1, next: '000999' });
});
