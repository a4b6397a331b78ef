import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactNames, NAMED, type OwnName } from '../../src/vocabulary/search/exact-names.ts';
import { spellingOf } from '../../src/vocabulary/search/words.ts';

/** Few letters, so that names are alike in case, in accents, in signs and in all. */
const text = fc.string({ unit: fc.constantFrom('a', 'A', 'á', 'b', '-', ' '), maxLength: 4 });
const kind = fc.constantFrom(NAMED.otherStem, NAMED.stem, NAMED.otherName, NAMED.name);
const owner = fc.array(fc.tuple(text, kind), { maxLength: 5 });

const ownNames = (names: ReadonlyArray<readonly [string, number]>): OwnName[] =>
  names.map(([one, as]) => ({ text: one, spelling: spellingOf(one), kind: as }));

/** As names that are there to be compared tell it. */
function expectedKind(names: ReadonlyArray<readonly [string, number]>, sought: string): number {
  const kinds = names
    .filter(([one]) => spellingOf(one) !== '' && spellingOf(one) === spellingOf(sought))
    .map(([one, as]) => (as > NAMED.spelling && one !== sought ? NAMED.spelling : as));
  return Math.max(NAMED.not, ...kinds);
}

test('what a text names, and how closely, is what a comparison with each name tells', () => {
  fc.assert(
    fc.property(fc.array(owner, { maxLength: 12 }), text, (owners, sought) => {
      const names = new ExactNames();
      for (const each of owners) names.add(ownNames(each));
      const found = names.find(sought);
      const expected = owners.map((each) => expectedKind(each, sought));
      expect([...found.kinds]).toEqual(expected);
      expect(found.owners.toSorted((a, b) => a - b)).toEqual([...expected.keys()].filter((at) => expected[at]! > 0));
    }),
    { numRuns: 500 },
  );
});

test('a name that thousands share leads to each of them once, and another one to its owner alone', () => {
  const names = new ExactNames();
  for (let number = 0; number < 5000; number++)
    names.add(
      ownNames([
        [`own${number}`, NAMED.name],
        [number % 2 === 0 ? 'Value' : 'value', NAMED.otherName],
        ['value', NAMED.otherStem],
      ]),
    );
  expect(names.find('own 4711').owners).toEqual([4711]);
  const { kinds, owners } = names.find('Value');
  expect(owners).toHaveLength(5000);
  expect([kinds[0], kinds[1]]).toEqual([NAMED.otherName, NAMED.spelling]);
});
