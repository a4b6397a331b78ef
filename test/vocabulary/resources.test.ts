import { expect, test, vi } from 'vitest';
import { RDF_TYPE, SKOS, VOID } from '../../src/rdf/namespaces.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { boundIri } from '../../src/rdf/bound-terms.ts';
import { Resources } from '../../src/vocabulary/describe/resources.ts';
import { TermList } from '../../src/vocabulary/term-list.ts';
import { doAtOnce } from '../../src/vocabulary/steps.ts';
import { mergedTriples } from '../../src/vocabulary/triple-order.ts';
import { TripleTable } from '../../src/vocabulary/triple-table.ts';
import { tableInSteps, tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { describedVersion, describeInSteps } from '../../src/vocabulary/versions/describe-version.ts';
import { HUB, seededVocabulary, selectedVocabulary } from './seeded.ts';

const vocabulary = await selectedVocabulary([...(await seededVocabulary()).terms.keys()].slice(0, 60));
const resources = new Resources(vocabulary, HUB);
/** All that the vocabulary and the hub say of it. */
const all = [...describedVersion(vocabulary.triples, vocabulary.version, HUB)];
const triplesOf = (iri: string): Triple[] => vocabulary.triples.of(iri);
const addressOf = (iri: string): string => iri.split('#', 1)[0]!;

test.each([
  ['a category, which terms and what the hub says of the version cite', vocabulary.categories[0]!.iri],
  ['a download, which the vocabulary cites', `${HUB.vocabulary}distribution/nt`],
  ['a part of the version, which the vocabulary cites', `${HUB.vocabulary}dataset/class/Term`],
])('what cites %s stands in the order of tables', async (_, address) => {
  const { own, triples } = (await resources.find(address))!;
  const described = new Set([address, ...own.map(({ s }) => s.value)]);
  const citing = all.filter(({ s, o }) => described.has(o.value) && addressOf(s.value) !== address);
  expect([...triples]).toEqual([...own, ...tableOf(citing, HUB)]);
  expect(citing.length).toBeGreaterThan(0);
});

const COUNT = 5000;

/** Triples of terms in as many categories, which come in another order than that of their IRIs. */
function inCategories(count: number): Triple[] {
  return Array.from({ length: count }, (_, at) => ({
    s: boundIri(`${HUB.vocabulary}t${at}`),
    p: `${SKOS}broader`,
    o: boundIri(`${HUB.vocabulary}category/c${(at * 7919) % count}`),
  }));
}

test('a vocabulary of thousands of categories is described in steps of a thousand statements', () => {
  const known = `${HUB.vocabulary}dataset/category/c17`;
  const isKnown = { s: boundIri(known), p: RDF_TYPE, o: boundIri(`${VOID}Dataset`) };
  const table = tableOf([...inCategories(COUNT), isKnown], HUB);
  const said = doAtOnce(describeInSteps(table, 'v', HUB));
  let steps = 0;
  for (const _ of describeInSteps(table, 'v', HUB)) steps++;
  expect(steps).toBeGreaterThan((COUNT + said.length) / 1024);
  const subjects = new Set([...table.subjects(), ...said.map(({ s }) => s)].map(({ value }) => value));
  const counted = said.find(({ p }) => p === `${VOID}distinctSubjects`);
  expect(counted?.o.value).toBe(`${subjects.size}`);

  const read = vi.spyOn(TermList.prototype, 'at');
  let mostRead = 0;
  for (const _ of tableInSteps(said, HUB)) {
    mostRead = Math.max(mostRead, read.mock.calls.length);
    read.mockClear();
  }
  read.mockRestore();
  // The subjects are put in order in steps, and so is what is said of the vocabulary, which has a part for each category.
  expect(mostRead).toBeLessThanOrEqual(1024);
  expect(JSON.stringify([...doAtOnce(tableInSteps(said, HUB))])).toBe(JSON.stringify([...tableOf(said, HUB)]));
});

test('what comes first of a described version is had without the rest', () => {
  const table = tableOf([...inCategories(COUNT), ...triplesOf(HUB.vocabulary)], HUB);
  const description = tableOf(doAtOnce(describeInSteps(table, 'v', HUB)), HUB);
  const [reads, read] = [vi.spyOn(TripleTable.prototype, 'subjectAt'), vi.spyOn(TermList.prototype, 'at')];
  for (const { s } of describedVersion(table, 'v', HUB, description)) if (s.value === HUB.vocabulary) break;
  expect(reads.mock.calls.length).toBeLessThan(100);
  // Of the first subject, which has a part for each category, the objects are read, and none is put in order that is not asked for.
  expect(read.mock.calls.length).toBeLessThan(COUNT * 1.5);
  reads.mockRestore();
  read.mockRestore();
});

test('triples of a subject from two lists are merged as a table has them, each once', () => {
  for (const subject of vocabulary.triples.subjects()) {
    const own = triplesOf(subject.value);
    const [one, other] = [own.filter((_, at) => at % 3 !== 0), own.filter((_, at) => at % 3 !== 1)];
    expect([...mergedTriples(one, other, HUB)]).toEqual(own);
    expect([...mergedTriples(other, one, HUB)]).toEqual(own);
  }
});

test('a term is found, and all of it told, before it is known what the hub says of the version', async () => {
  const fresh = new Resources(vocabulary, HUB);
  let isDescribed = false;
  const [term] = vocabulary.terms.values();
  const found = fresh.find(term!.iri);
  void fresh.describe().then(() => (isDescribed = true));
  const { own, triples } = (await found)!;
  expect(isDescribed).toBe(false);
  expect(own).toEqual(all.filter(({ s }) => addressOf(s.value) === term!.iri));
  expect(new Set(triples)).toEqual(new Set((await resources.find(term!.iri))!.triples));
  expect([...triples].length).toBeGreaterThan(own.length);
});
