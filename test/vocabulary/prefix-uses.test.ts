import { expect, test } from 'vitest';
import { prefixesOfTerm, termsOfPrefix } from '../../src/vocabulary/describe/prefix-uses.ts';
import { listTemplateRows } from '../../src/vocabulary/terms.ts';
import { seededVocabulary } from './seeded.ts';

const seeded = await seededVocabulary();

test('the prefixes of each term are those that its template cites, in the order of the vocabulary', () => {
  for (const term of seeded.terms.values()) {
    const cited = listTemplateRows(seeded, term.name).flatMap(({ predicate, object }) => [predicate, object]);
    const expected = seeded.prefixes.filter(({ prefix }) => cited.some((name) => name.startsWith(`${prefix}:`)));
    expect(prefixesOfTerm(seeded, term)).toEqual(expected);
  }
});

test('which terms cite a prefix is found by one look at each prefix, however many are registered', async () => {
  let reads = 0;
  const others = Array.from({ length: 1_000 }, (_, at) => ({
    get prefix() {
      reads++;
      return `zz${String(at).padStart(4, '0')}`;
    },
    namespace: `https://other.example/${at}#`,
  }));
  const vocabulary = { ...seeded, prefixes: [...seeded.prefixes, ...others] };
  const found = await termsOfPrefix(vocabulary, 'sosa');
  expect(found).toEqual(await termsOfPrefix(seeded, 'sosa'));
  expect(found.length).toBeGreaterThan(100);
  expect(reads).toBe(others.length);
});
