import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderArchive } from '../../src/vocabulary/versions/archive-folder.ts';
import { TermStepsFinder } from '../../src/vocabulary/versions/term-steps-finder.ts';
import { textOf, type Text } from './event-stream/random-history.ts';
import { HUB } from './seeded.ts';

const TERM = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <https://hub.invalid/ontology#Term>';
const LABEL = 'http://www.w3.org/2004/02/skos/core#prefLabel';
const DEPRECATED = 'http://www.w3.org/2002/07/owl#deprecated';

/** A version with these terms, each with what is said of it. */
function versionWith(terms: Readonly<Record<string, string>>): Text {
  return textOf(
    Object.entries(terms).flatMap(([name, said]) => {
      const iri = `<https://hub.invalid/vocabulary/${name}>`;
      return [`${iri} ${TERM} .\n`, `${iri} ${said} .\n`];
    }),
  );
}

const [ONE, DEPRECATING] = [`<${LABEL}> "One"@en`, `<${DEPRECATED}> "true"`];
const FIRST = versionWith({ one: ONE, two: `<${LABEL}> "Two"@en` });
const SECOND = versionWith({ one: `<${LABEL}> "First"@en`, two: `<${LABEL}> "Two"@en`, three: ONE });
const THIRD = versionWith({ one: DEPRECATING, three: ONE });
const LINE = `<https://hub.invalid/vocabulary/three> <${LABEL}> "Drei"@de .\n`;
const GROWN = textOf([...THIRD.text.split(/(?<=\n)/), LINE]);

let folder: string;
let archive: FolderArchive;
let read: string[];
let warned: string[];
const closing: (() => Promise<void>)[] = [];

/** @param maxTextBytes longer texts are no strings */
async function openArchive(maxTextBytes?: number): Promise<FolderArchive> {
  const options = { folder: join(folder, 'vocabulary'), log: { info: () => {}, warn: () => {} } };
  const opened = new FolderArchive(maxTextBytes === undefined ? options : { ...options, maxTextBytes });
  await opened.start();
  closing.push(() => opened.close());
  return opened;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'term-steps-'));
  [read, warned] = [[], []];
  archive = await openArchive();
  for (const { version, text } of [FIRST, SECOND, THIRD]) await archive.keep(version, () => text);
  const cameOf = { version: THIRD.version, writeLines: () => [LINE] };
  await archive.keep(GROWN.version, () => GROWN.text, undefined, cameOf);
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await rm(folder, { recursive: true, force: true });
});

function finder(changes = 'changes'): TermStepsFinder {
  const made = new TermStepsFinder({
    folder: join(folder, changes),
    hub: HUB,
    archive,
    findVersion: async (version) => {
      read.push(version);
      const content = await archive.readForThread(version);
      return content === null ? null : { version, content };
    },
    log: { warn: (_fields, message) => warned.push(message) },
    timing: { comparisonIdleMs: 10_000 },
  });
  closing.push(() => made.close());
  return made;
}

const find = async (made: TermStepsFinder, before: Text, after: Text) => {
  const steps = await made.find(before.version, after.version);
  return steps && Object.fromEntries(steps);
};
const FROM_FIRST = {
  one: { kind: 'changed', properties: [LABEL] },
  three: { kind: 'added', properties: [] },
};

test('terms that came, changed, were deprecated, went and came back', async () => {
  const made = finder();
  expect(await find(made, FIRST, SECOND)).toEqual(FROM_FIRST);
  expect(await find(made, SECOND, THIRD)).toEqual({
    one: { kind: 'changed', properties: [DEPRECATED, LABEL] },
    two: { kind: 'removed', properties: [] },
  });
  expect(await find(made, THIRD, FIRST)).toEqual({
    one: { kind: 'changed', properties: [DEPRECATED, LABEL] },
    two: { kind: 'added', properties: [] },
    three: { kind: 'removed', properties: [] },
  });
});

test('what was found is there after a restart, without a look at the versions', async () => {
  await find(finder(), FIRST, SECOND);
  read = [];
  expect(await find(finder(), FIRST, SECOND)).toEqual(FROM_FIRST);
  expect(read).toEqual([]);
});

test('a version that came of another one by added lines is told by these, and nothing is kept', async () => {
  expect(await find(finder(), THIRD, GROWN)).toEqual({ three: { kind: 'changed', properties: [LABEL] } });
  expect(await find(finder(), GROWN, THIRD)).toEqual({ three: { kind: 'changed', properties: [LABEL] } });
  expect(read).toEqual([]);
  expect(await readdir(folder)).not.toContain('changes');
});

test('texts that are longer than a string are told apart all the same', async () => {
  archive = await openArchive(100);
  expect(await archive.read(FIRST.version)).toBe(null);
  expect(await find(finder(), FIRST, SECOND)).toEqual(FROM_FIRST);
});

test('a file that is damaged is made anew', async () => {
  await find(finder(), FIRST, SECOND);
  const [name] = await readdir(join(folder, 'changes'));
  await writeFile(join(folder, 'changes', name!), 'no gzip');
  read = [];
  expect(await find(finder(), FIRST, SECOND)).toEqual(FROM_FIRST);
  expect(read).toEqual([FIRST.version, SECOND.version]);
  read = [];
  expect(await find(finder(), FIRST, SECOND)).toEqual(FROM_FIRST);
  expect(read).toEqual([]);
});

test('a file of other versions is made anew', async () => {
  await find(finder(), FIRST, SECOND);
  const nameOf = (before: Text, after: Text): string =>
    join(folder, 'changes', `${before.version.slice(0, 32)}-${after.version.slice(0, 32)}.terms.gz`);
  await rename(nameOf(FIRST, SECOND), nameOf(FIRST, THIRD));
  expect(await find(finder(), FIRST, THIRD)).toEqual({
    one: { kind: 'changed', properties: [DEPRECATED, LABEL] },
    two: { kind: 'removed', properties: [] },
    three: { kind: 'added', properties: [] },
  });
});

test('where the folder cannot be written, the same is found, each time anew', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(await find(finder('file'), FIRST, SECOND)).toEqual(FROM_FIRST);
  expect(warned).toEqual(['what a version did to terms is not kept; it will be found anew']);
});

test('of a version that is gone, or damaged, nothing is known', async () => {
  const made = finder();
  expect(await made.find(FIRST.version, '0'.repeat(64))).toBe(null);
  await writeFile(join(folder, 'vocabulary', `${FIRST.version}.nt.gz`), 'no gzip');
  expect(await find(made, FIRST, SECOND)).toBe(null);
  // It may be mended later.
  expect(await readdir(folder)).not.toContain('changes');
});
