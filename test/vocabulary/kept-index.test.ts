import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { headOf, readHashed, readHead, writeHashed } from '../../src/vocabulary/registry/hashed-file.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { makeVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { copyOfTerm } from '../../src/vocabulary/terms.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { KeptIndex } from '../../src/vocabulary/registry/kept-index.ts';
import { KeptTable } from '../../src/vocabulary/registry/kept-table.ts';
import {
  didYouMean,
  findSimilar,
  prepareFinding,
  scoreTerms,
  searchTerms,
  suggestFor,
} from '../../src/vocabulary/search/find-terms.ts';
import { writeFinder } from '../../src/vocabulary/search/finder.ts';
import { ColumnWriter, type Column } from '../../src/vocabulary/search/kept-columns.ts';
import { TermSearch } from '../../src/vocabulary/search/search.ts';
import { TermSuggester } from '../../src/vocabulary/search/suggest.ts';
import { NO_REST } from '../../src/vocabulary/thread-slices.ts';
import type { Term, Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { HUB, seededVocabulary } from './seeded.ts';
import { SMALL } from './small-vocabulary.ts';

const full = await seededVocabulary();
const SEARCHER = { client: 'somebody' };
const LATER = ['active_power-kW', 'wind_speed-m_per_s', 'state_of_charge-percent'];
const TEXTS = [
  'active power',
  'Wirkleistung',
  'wnd sped',
  'ladezustand',
  'temperature outdoor',
  '有功功率',
  'kW',
  'po',
  '',
];
const KEYS = [
  'Power (kW)',
  'windSpeed',
  'batterySoc',
  'activepower',
  'Batterieladezustand',
  'Wirkleistung',
  'temp_min',
];
const UNITS = ['W', null, '%', 'Kilowatt', null, null, '°C'];

const withTerms = (terms: readonly Term[], label?: string): Vocabulary => ({
  ...full,
  terms: new Map(
    terms.map((term, at) => [term.name, at === 0 && label !== undefined ? { ...copyOfTerm(term), label } : term]),
  ),
});
/** A part of all, so that an index of them is made soon. */
const TERMS = [...full.terms.values()].filter(({ name }, at) => at % 5 === 0 || LATER.includes(name));
const some = withTerms(TERMS);
const before = withTerms(TERMS.filter(({ name }) => !LATER.includes(name)));
const other = withTerms(TERMS, 'Another label');

let folder: string;
let add: MockInstance<(typeof TermSearch)['prototype']['add']>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-index-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  add = vi.spyOn(TermSearch.prototype, 'add');
});
afterEach(() => add.mockRestore());

const path = (): string => join(folder, 'in-use.index');
const opened = (): KeptTable => new KeptTable(join(folder, 'in-use.table'), HUB, 0, [new KeptIndex(path())]);

/** The same vocabulary in a thread that knows no index of it, with the table that a start finds. */
async function restarted(vocabulary: Vocabulary, kept = opened()): Promise<Vocabulary> {
  await prepareFinding({ ...other });
  add.mockClear();
  return { ...vocabulary, triples: (await kept.read())!.triples };
}

/** The same vocabulary with an index that is made anew. */
async function made(vocabulary: Vocabulary): Promise<Vocabulary> {
  await prepareFinding({ ...other });
  const again = { ...vocabulary };
  await prepareFinding(again);
  return again;
}

/** @param vocabulary the last one that was searched */
async function keep(vocabulary: Vocabulary, revision: string): Promise<void> {
  await opened().write({ revision, version: vocabulary.version, triples: vocabulary.triples });
}

async function resultsIn(vocabulary: Vocabulary): Promise<unknown> {
  const results: unknown[] = [];
  const told = (found: ReadonlyArray<{ readonly term: Term; readonly score: number }>): unknown =>
    found.map(({ term, score }) => [term.name, score]);
  for (const text of TEXTS) {
    results.push(told(await searchTerms(vocabulary, text, 20, SEARCHER)));
    results.push(await scoreTerms(vocabulary, text, SEARCHER));
    results.push(await didYouMean(vocabulary, text, SEARCHER));
  }
  for (const find of [suggestFor, findSimilar])
    for (const { suggestions, ...said } of await find(vocabulary, KEYS, 10, SEARCHER, UNITS))
      results.push([said, told(suggestions)]);
  return results;
}

test('a start finds with the index that was kept what one that is made finds, to the last digit of a score', async () => {
  const first = await made(some);
  const expected = await resultsIn(first);
  await keep(first, '1');
  expect((await readdir(folder)).toSorted()).toEqual(['in-use.index', 'in-use.table']);
  expect(await resultsIn(await restarted(some))).toEqual(expected);
  expect(add).not.toHaveBeenCalled();
});

test('terms that come are added to an index that was kept, which is kept with them', async () => {
  await keep(await made(before), '2');
  const expected = await resultsIn({ ...some, version: 'extended' });
  const known = await restarted(before);
  await prepareFinding(known);
  // Others come between those that there are, so that places among names are no longer numbers of the index.
  const extended = { ...some, version: 'extended' };
  expect(await resultsIn(extended)).toEqual(expected);
  expect(add).toHaveBeenCalledTimes(LATER.length);

  await keep(extended, '3');
  expect(await resultsIn(await restarted(extended))).toEqual(expected);
  expect(add).not.toHaveBeenCalled();
});

test.each([
  ['cut short', async () => writeFile(path(), (await readFile(path())).subarray(0, -1))],
  ['changed in a byte', async () => changeByte(5000)],
  ['of another table', async () => changeHead({ table: 'f'.repeat(64) })],
  ['of another release', async () => changeHead({ format: 0 })],
  ['divided by other rules of Unicode', async () => changeHead({ unicode: '1.0 1.0' })],
  ['of other columns', async () => changeHead({ columns: [['Uint32Array', 4]] })],
  ['gone', async () => rm(path())],
])('an index that is %s is made anew, and kept', async (_, damage) => {
  const first = await made(some);
  const expected = await resultsIn(first);
  await keep(first, '4');
  const sound = await readFile(path());
  await damage();
  const kept = opened();
  const vocabulary = await restarted(some, kept);
  expect(await resultsIn(vocabulary)).toEqual(expected);
  expect(add).toHaveBeenCalledTimes(some.terms.size);
  await kept.keepFindings(vocabulary.triples);
  expect((await readFile(path())).equals(sound)).toBe(true);
});

test('an index that is not made yet, or is of another version, is not written', async () => {
  await prepareFinding({ ...other, triples: (await opened().read())!.triples });
  await rm(path(), { force: true });
  await opened().write({ revision: '5', version: some.version, triples: some.triples });
  expect(await readdir(folder)).toEqual(['in-use.table']);
});

test('where the index cannot be written, the table is kept, and the one before is as none', async () => {
  await keep(await made(some), '6');
  await mkdir(`${path()}.part`);
  await keep(await made(before), '7');
  const kept = await opened().read();
  expect(kept!.revision).toBe('7');
  await rm(`${path()}.part`, { recursive: true });
  const vocabulary = await restarted(before);
  await prepareFinding(vocabulary);
  expect(add).toHaveBeenCalledTimes(before.terms.size);
});

test('an index that cannot be put together keeps no table from being written', async () => {
  await keep(await made(some), '8');
  await rm(path());
  const kept = opened();
  const vocabulary = await restarted(some, kept);
  await prepareFinding(vocabulary);
  const write = vi.spyOn(TermSearch.prototype, 'write').mockImplementation(() => {
    throw new RangeError('Invalid string length');
  });
  try {
    await kept.keepFindings(vocabulary.triples);
    await kept.keepNow({ revision: '9', version: some.version, triples: vocabulary.triples });
  } finally {
    write.mockRestore();
  }
  expect((await opened().read())!.revision).toBe('9');
  expect(await readdir(folder)).toEqual(['in-use.table']);
});

// If this fails, the format of an index has another number from now on: indexes that were kept before must not be read.
test('what texts are divided into, and how an index lies in its file, are those of this format', async () => {
  const terms = [
    {
      name: 'active_power-kW',
      label: 'Active power (kW)',
      description: 'Real power, in Kilowatt.',
      created: '2026-01-01',
    },
    {
      name: 'ladezustand-percent',
      description: 'État de charge: 电池电压 °C',
      alternatives: ['Batterieladezustand'],
      category: 'storage',
    },
  ];
  const search = await TermSearch.build(terms, NO_REST);
  const to = new ColumnWriter();
  search.write(to);
  (await TermSuggester.build(terms, search, NO_REST)).write(to);
  expect([1, hashOf(to.columns)]).toEqual([1, '81f42218b100c384627c3dad4558c4b087dc8b8dd55692e4dc1868b6c4eb6b97']);
});

// The same holds if this fails: the table of a vocabulary is the same, and its terms are found by something else.
test('what of a vocabulary its terms are found by is that of this format', async () => {
  const text = (PREFIXES + SMALL).replace('skos:prefLabel "Start"@en', START).replace('skos:prefLabel "End"@en', END);
  const triples = tableOf(readTurtle({ name: 'the text', text, baseIri: HUB.vocabulary }), HUB);
  await prepareFinding(await makeVocabulary({ triples, ontology: tableOf([], HUB), version: '0'.repeat(64) }, HUB));
  const hash = hashOf(writeFinder(triples)!);
  expect([1, hash]).toEqual([1, 'cba2cd3284db8aee92b2d17bfd4ad0bd3846521d49d25622038054864df81b14']);
});

/** All that is said of terms to find them: names and definitions of several languages, names that are not shown, dates, what is deprecated. */
const START = `dcterms:created "2026-01-02"^^xsd:date ; skos:definition "Anfang."@de ; skos:altLabel "onset"@en , "Beginn"@de ;
    skos:hiddenLabel "t0" ; skos:scopeNote "With its zone."@en ; skos:prefLabel "Start"@en , "Start-Zeit"@de`;
const PREFIXES = '@prefix dcterms: <http://purl.org/dc/terms/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .';
const END = 'owl:deprecated true ; dcterms:isReplacedBy <start> ; skos:prefLabel "End"@en';

function hashOf(columns: readonly Column[]): string {
  const hash = createHash('sha256');
  for (const { buffer, byteOffset, byteLength } of columns)
    hash.update(`${byteLength} `).update(new Uint8Array(buffer, byteOffset, byteLength));
  return hash.digest('hex');
}

async function changeByte(at: number): Promise<void> {
  const bytes = await readFile(path());
  bytes[at]! ^= 1;
  await writeFile(path(), bytes);
}

/** Another head of the file, of which the hash is right. */
async function changeHead(changed: object): Promise<void> {
  const { bytes } = (await readHashed(path()))!;
  const { facts, end } = readHead<object>(bytes);
  await writeHashed(path(), [headOf({ ...facts, ...changed }), Uint8Array.from(bytes.subarray(end))]);
}
