import { expect, test } from 'vitest';
import { RDF_TYPE, SKOS, VOID } from '../../src/rdf/namespaces.ts';
import { boundIri } from '../../src/rdf/bound-terms.ts';
import { Resources } from '../../src/vocabulary/describe/resources.ts';
import { doAtOnce } from '../../src/vocabulary/steps.ts';
import { tableInSteps, tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { describedVersion, describeInSteps } from '../../src/vocabulary/versions/describe-version.ts';
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

test('a vocabulary of thousands of categories is described in steps of a thousand statements', () => {
  const count = 20_000;
  // In another order than that of their IRIs.
  const category = (at: number): string => `${HUB.vocabulary}category/c${(at * 7919) % count}`;
  const known = `${HUB.vocabulary}dataset/category/c17`;
  const table = tableOf(
    [
      ...Array.from({ length: count }, (_, at) => ({
        s: boundIri(`${HUB.vocabulary}t${at}`),
        p: `${SKOS}broader`,
        o: boundIri(category(at)),
      })),
      { s: boundIri(known), p: RDF_TYPE, o: boundIri(`${VOID}Dataset`) },
    ],
    HUB,
  );
  const said = doAtOnce(describeInSteps(table, 'v', HUB));
  let steps = 0;
  for (const _ of describeInSteps(table, 'v', HUB)) steps++;
  expect(steps).toBeGreaterThan((count + said.length) / 1024);
  const subjects = new Set([...table.subjects(), ...said.map(({ s }) => s)].map(({ value }) => value));
  const counted = said.find(({ p }) => p === `${VOID}distinctSubjects`);
  expect(counted?.o.value).toBe(`${subjects.size}`);

  let tableSteps = 0;
  for (const _ of tableInSteps(said, HUB)) tableSteps++;
  expect(tableSteps).toBeGreaterThan(said.length / 1024 + count / 1024);
  expect(doAtOnce(tableInSteps(said, HUB)).columns).toEqual(tableOf(said, HUB).columns);
});
