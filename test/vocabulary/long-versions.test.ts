import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { hubNamespaces, SKOS } from '../../src/rdf/namespaces.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { FolderArchive } from '../../src/vocabulary/versions/archive-folder.ts';
import { compareVersions } from '../../src/vocabulary/versions/changes.ts';
import { readVersionContent, tableOfVersion } from '../../src/vocabulary/versions/version-content.ts';
import { canonicalLines, versionOf, writeCanonical } from '../../src/vocabulary/versions/version.ts';
import { Versions } from '../../src/vocabulary/versions/versions.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';

const HUB = hubNamespaces('https://hub.example');
const note = (name: string, text: string): Triple => ({
  s: { type: 'uri', value: HUB.vocabulary + name },
  p: `${SKOS}note`,
  o: { type: 'literal', value: text, 'xml:lang': 'en' },
});
/** Enough for several pieces of a file. */
const FIRST = Array.from({ length: 4_000 }, (_, at) => note(at.toString(36), `Note ${at}, ${'long '.repeat(30)}`));
const ADDED = [note('0', 'first'), note('1zz', 'within'), note('zzzz', 'last'), note('ü', 'behind all')];
const OTHER = [...FIRST.slice(7), note('aa', 'other')];
const [first, second, other] = [FIRST, [...FIRST, ...ADDED], OTHER].map((triples) => {
  const table = tableOf(triples, HUB);
  return { table, version: versionOf(table, HUB) };
}) as [Held, Held, Held];
type Held = { readonly table: ReturnType<typeof tableOf>; readonly version: string };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'long-versions-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function keepAll(archive: FolderArchive, current: Held): Promise<void> {
  await archive.keep(first.version, () => writeCanonical(first.table, HUB));
  const cameOf = { version: first.version, writeLines: () => canonicalLines(ADDED, HUB) };
  await archive.keep(second.version, () => writeCanonical(second.table, HUB), undefined, cameOf);
  await archive.keep(other.version, () => writeCanonical(other.table, HUB));
  if (current !== other) await archive.keep(current.version, () => writeCanonical(current.table, HUB));
}

/** Versions whose texts are longer than a string may be here. */
async function open(current: Held, isKept = true) {
  const log: string[] = [];
  const write = (_fields: object, message: string) => void log.push(message);
  const archive = new FolderArchive({ folder, log: { info: write, warn: write }, maxTextBytes: 1000 });
  await archive.start();
  if (isKept) await keepAll(archive, current);
  const vocabulary = { version: current.version, triples: current.table } as Vocabulary;
  const versions = new Versions({ archive, hub: HUB, current: () => vocabulary, timing: DEFAULT_TIMING });
  const close = async (): Promise<void> => {
    await versions.close();
    await archive.close();
  };
  return { archive, versions, log, close };
}

test('a version that is longer than a string is read by threads from its file, also with lines that were added', async () => {
  const { archive, versions, log, close } = await open(other);
  for (const { version, table } of [first, second]) {
    expect(await archive.read(version)).toBeNull();
    const stored = await versions.getStored(version);
    expect(stored.content).toMatchObject({ path: expect.stringMatching(/\.nt\.gz$/) as string });
    expect([...(await tableOfVersion(stored, HUB))]).toEqual([...table]);
  }
  expect(log).toEqual(
    log.map(() => expect.stringMatching(/^a version of the vocabulary has 0 MB, more than the 0 MB/)),
  );
  const unknown: unknown = await versions.getStored('0'.repeat(64)).catch((error: unknown) => error);
  expect(unknown).toMatchObject({
    code: 'not-found',
    message: expect.stringMatching(/^The hub has no version 0+ /) as string,
  });
  await close();
});

test.each([
  ['both old, of one file', first, second, other],
  ['both old, of two files', second, other, first],
  ['one in use, which came of the other', first, second, second],
  ['one in use, of another file', first, other, other],
])('versions that are longer than a string are compared: %s', async (_, from, to, current) => {
  const { versions, close } = await open(current);
  const [before, after] = [from, to].map(({ version, table }) => readVersionContent(version, table, HUB)) as [
    ReturnType<typeof readVersionContent>,
    ReturnType<typeof readVersionContent>,
  ];
  const found = await versions.compare(versions.range(from.version, to.version), { client: 'somebody' });
  expect(found.others.length).toBeGreaterThan(3);
  expect(found).toEqual(compareVersions(before, after, HUB));
  await close();
});

test('a long version whose file holds something else is refused with what is wrong', async () => {
  const before = await open(other);
  await before.close();
  const path = join(folder, `${first.version}.nt.gz`);
  const text = gunzipSync(await readFile(path));
  await writeFile(path, gzipSync(Buffer.concat([text.subarray(0, text.indexOf('\n') + 1), text])));
  const { versions, close } = await open(other, false);
  const range = versions.range(first.version, other.version);
  const refusal: unknown = await versions.compare(range, { client: 'somebody' }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(HubError);
  expect(refusal).toMatchObject({
    code: 'not-found',
    message: expect.stringMatching(
      / is damaged in the archive: it holds something else than its name says\.$/,
    ) as string,
  });
  await close();
});

test('a long version is not queried: its lines would be in memory', async () => {
  const { versions, close } = await open(other);
  await expect(versions.read(first.version, 'graph')).rejects.toMatchObject({ code: 'not-found' });
  expect((await versions.read(first.version, 'summary')).version).toBe(first.version);
  await close();
});
