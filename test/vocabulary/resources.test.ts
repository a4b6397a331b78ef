import { expect, test } from 'vitest';
import { Resources } from '../../src/vocabulary/describe/resources.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { describedVersion } from '../../src/vocabulary/versions/describe-version.ts';
import { HUB, seededVocabulary, selectedVocabulary } from './seeded.ts';

const vocabulary = await selectedVocabulary([...(await seededVocabulary()).terms.keys()].slice(0, 60));
const resources = await Resources.read(vocabulary, HUB);
/** All that the vocabulary and the hub say of it. */
const all = [...describedVersion(vocabulary.triples, vocabulary.version, HUB)];
const addressOf = (iri: string): string => iri.split('#', 1)[0]!;

test.each([
  ['a category, which terms and what the hub says of the version cite', vocabulary.categories[0]!.iri],
  ['a download, which the vocabulary cites', `${HUB.vocabulary}distribution/nt`],
  ['a part of the version, which the vocabulary cites', `${HUB.vocabulary}dataset/class/Term`],
])('what cites %s stands in the order of tables', (_, address) => {
  const { own, triples } = resources.find(address)!;
  const described = new Set([address, ...own.map(({ s }) => s.value)]);
  const citing = all.filter(({ s, o }) => described.has(o.value) && addressOf(s.value) !== address);
  expect([...triples]).toEqual([...own, ...tableOf(citing, HUB)]);
  expect(citing.length).toBeGreaterThan(0);
});
