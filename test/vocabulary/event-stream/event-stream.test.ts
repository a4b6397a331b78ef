import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EmbeddedStore } from '../../../src/store/embedded.ts';
import { EventStream } from '../../../src/vocabulary/event-stream/event-stream.ts';
import { VersionSteps } from '../../../src/vocabulary/event-stream/version-steps.ts';
import { FolderArchive } from '../../../src/vocabulary/versions/archive-folder.ts';
import { GraphArchive } from '../../../src/vocabulary/versions/archive-graphs.ts';
import type { CameOf, VocabularyArchive } from '../../../src/vocabulary/versions/archive.ts';
import { readCanonical } from '../../../src/vocabulary/versions/version.ts';
import { tableOf } from '../../../src/vocabulary/triple-table-builder.ts';
import type { Vocabulary } from '../../../src/vocabulary/vocabulary.ts';
import { HUB } from '../seeded.ts';
import { randomHistory, randomOf, textOf, type Text } from './random-history.ts';

let folder: string;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stream-test-'));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await rm(folder, { recursive: true, force: true });
});

const LOG = { info: () => {}, warn: () => {} };
const START = Date.UTC(2026, 0, 1);

async function openFolder(): Promise<FolderArchive> {
  const archive = new FolderArchive({
    folder: join(folder, 'vocabulary'),
    log: LOG,
  });
  await archive.start();
  closing.push(() => archive.close());
  return archive;
}

async function openGraphs(store: EmbeddedStore): Promise<GraphArchive> {
  const archive = new GraphArchive({
    store,
    hub: HUB,
    log: LOG,
    timing: { firstRetryMs: 60_000, longestRetryMs: 60_000 },
  });
  await archive.start();
  closing.push(() => archive.close());
  return archive;
}

/** @param name of the folder for what was found out */
function streamOf(archive: VocabularyArchive, name = 'changes', comparisonMs = 60_000) {
  const steps = new VersionSteps({
    folder: join(folder, name),
    hub: HUB,
    findVersion: async (version) => {
      const content = await (archive.readForThread?.(version) ?? archive.read(version));
      return content === null ? null : { version, content };
    },
    log: LOG,
    timing: { comparisonIdleMs: 10_000 },
  });
  closing.push(() => steps.close());
  return {
    steps,
    stream: new EventStream({ archive, steps, timing: { comparisonMs } }),
  };
}

/** Keeps versions a second apart. */
async function keep(archive: VocabularyArchive, versions: readonly Text[], from = 0): Promise<void> {
  for (const [at, { version, text }] of versions.entries())
    await archive.keep(version, () => text, new Date(START + (from + at) * 1000));
}

/** All pages, by their addresses. */
async function readPages(stream: EventStream) {
  const pages = new Map<string, NonNullable<Awaited<ReturnType<EventStream['page']>>>>();
  for (const group of stream.groups()) {
    for (const { number } of (await stream.fragment(group)).pages) {
      const page = await stream.page(group, number);
      pages.set(`${group.name}/${number}`, page!);
    }
    const { pages: all } = await stream.fragment(group);
    expect(await stream.page(group, all.length + 1)).toBeNull();
  }
  return pages;
}

/** The version behind each time, as the members so far say it. */
function fold(pages: Awaited<ReturnType<typeof readPages>>): Map<number, string> {
  const lines = new Map<string, readonly string[]>();
  const versions = new Map<number, string>();
  for (const { members } of pages.values())
    for (const { kind, iri, lines: some, entry } of members) {
      expect(lines.has(iri)).toBe(kind !== 'create');
      expect(some.length === 0).toBe(kind === 'delete');
      if (kind === 'delete') lines.delete(iri);
      else lines.set(iri, some);
      versions.set(entry.at.getTime(), textOf([...lines.values()].flat()).version);
    }
  return versions;
}

const timesOf = (versions: readonly Text[]) =>
  versions.map(({ version }, at): [number, string] => [START + at * 1000, version]);

describe('the members up to a time are the version of that time', () => {
  test.each([1, 2, 3, 4])('of versions in files, history %i', async (seed) => {
    const versions = randomHistory(randomOf(seed), 25);
    const archive = await openFolder();
    await keep(archive, versions);
    const pages = await readPages(streamOf(archive).stream);
    expect([...fold(pages)]).toEqual(timesOf(versions));
  });

  test.each([5])('of versions on a server, history %i', async (seed) => {
    const versions = randomHistory(randomOf(seed), 12);
    const archive = await openGraphs(new EmbeddedStore());
    await keep(archive, versions);
    expect([...fold(await readPages(streamOf(archive).stream))]).toEqual(timesOf(versions));
  });

  test('of versions that are kept as what was added', async () => {
    const archive = await openFolder();
    const lines = textOf(LINES(3)).text.split(/(?<=\n)/);
    const versions = [textOf(lines)];
    await keep(archive, versions);
    for (let at = 1; at < 6; at++) {
      const added = LINES(3, `added-${at}`).toSorted();
      const before = versions.at(-1)!;
      lines.push(...added);
      const next = textOf(lines);
      const cameOf: CameOf = {
        version: before.version,
        lines: lines.length,
        writeLines: () => added,
      };
      await archive.keep(next.version, () => next.text, new Date(START + at * 1000), cameOf);
      versions.push(next);
    }
    expect((await readdir(join(folder, 'vocabulary'))).filter((name) => name.endsWith('.added.gz'))).toHaveLength(5);
    const pages = await readPages(streamOf(await openFolder()).stream);
    expect([...fold(pages)]).toEqual(timesOf(versions));
  });
});

/** Lines of so many addresses. */
const LINES = (count: number, name = 'term') =>
  Array.from(
    { length: count },
    (_, at) => `<https://hub.invalid/vocabulary/${name}-${at}> <http://p.example/> "${at}" .\n`,
  );

describe('pages', () => {
  test('that are closed never change while versions are added, also over a restart', async () => {
    const versions = randomHistory(randomOf(7), 150);
    const archive = await openFolder();
    const { stream } = streamOf(archive);
    const closed = new Map<string, string>();
    for (let at = 0; at < versions.length; at += 30) {
      await keep(archive, versions.slice(at, at + 30), at);
      for (const [address, { page, members }] of await readPages(stream)) {
        const text = JSON.stringify(members);
        const known = closed.get(address);
        if (known !== undefined) expect(text).toBe(known);
        if (page.isClosed) closed.set(address, text);
      }
    }
    expect(closed.size).toBeGreaterThan(2);
    const restarted = await readPages(streamOf(await openFolder(), 'elsewhere').stream);
    for (const [address, text] of closed) {
      expect(restarted.get(address)!.page.isClosed).toBe(true);
      expect(JSON.stringify(restarted.get(address)!.members)).toBe(text);
    }
  });

  test('have a hundred members at most, and a version with many begins with a page of its own', async () => {
    const versions = [textOf(LINES(1)), textOf(LINES(250)), textOf(LINES(252)), textOf(LINES(253))];
    const archive = await openFolder();
    await keep(archive, versions);
    const pages = [...(await readPages(streamOf(archive).stream)).values()];
    expect(pages.map(({ members }) => members.length)).toEqual([1, 100, 100, 52]);
    expect(pages.map(({ page }) => page.isClosed)).toEqual([true, true, true, false]);
    expect(pages[3]!.members.slice(-3).map(({ entry }) => entry.version)).toEqual([
      versions[2]!.version,
      versions[2]!.version,
      versions[3]!.version,
    ]);
  });

  test('have a megabyte at most, unless one member alone has more', async () => {
    const long = (name: string, bytes: number) =>
      `<https://hub.invalid/vocabulary/${name}> <http://p.example/> "${'x'.repeat(bytes)}" .\n`;
    const archive = await openFolder();
    await keep(archive, [textOf([long('a', 600_000), long('b', 600_000), long('c', 2_000_000), long('d', 10)])]);
    const pages = [...(await readPages(streamOf(archive).stream)).values()];
    expect(pages.map(({ members }) => members.map(({ iri }) => iri.at(-1)).join(''))).toEqual(['a', 'b', 'c', 'd']);
  });

  test('are the same on all hubs of a service, which know what others have told of', async () => {
    const store = new EmbeddedStore();
    const versions = randomHistory(randomOf(8), 10);
    const [first, second] = [await openGraphs(store), await openGraphs(store)];
    const [one, other] = [streamOf(first, 'one').stream, streamOf(second, 'other').stream];
    await keep(first, versions.slice(0, 6));
    // The other hub has not looked since it started.
    expect(other.groups()).toEqual([]);
    const [group] = one.groups();
    expect((await other.find(group!.name))!.name).toBe(group!.name);
    expect(await readPages(other)).toEqual(await readPages(one));
    await keep(first, versions.slice(6), 6);
    const last = one.groups().at(-1)!;
    expect(await other.find(last.entries.at(-1)!.name)).toEqual(last);
    expect(await readPages(other)).toEqual(await readPages(one));
    expect(await other.find('20990101T000000000Z')).toBeNull();
  });

  test('tell nothing that a restart would take back', async () => {
    await writeFile(join(folder, 'vocabulary'), 'a file where a folder has to be');
    const archive = await openFolder();
    await keep(archive, [textOf(LINES(2))]);
    expect(archive.history()).toHaveLength(1);
    expect(streamOf(archive).stream.groups()).toEqual([]);
  });
});

describe('a version that cannot be read', () => {
  const versions = [textOf(LINES(2)), textOf(LINES(3)), textOf([...LINES(3), ...LINES(1, 'other')])];
  const pathOf = ({ version }: Text) => join(folder, 'vocabulary', `${version}.nt.gz`);

  test('is named, and what it changed is told with the one after it, until it can be read again', async () => {
    await keep(await openFolder(), versions);
    const file = await readFile(pathOf(versions[1]!));
    await writeFile(pathOf(versions[1]!), 'damaged');
    const archive = await openFolder();
    const { stream } = streamOf(archive);
    const [group] = stream.groups();
    const fragment = await stream.fragment(group!);
    expect(fragment.unreadable.map(({ version }) => version)).toEqual([versions[1]!.version]);
    const pages = await readPages(stream);
    expect([...fold(pages)]).toEqual(timesOf(versions).filter((_, at) => at !== 1));
    expect([...pages.values()].some(({ page }) => page.isClosed)).toBe(false);
    await writeFile(pathOf(versions[1]!), file);
    const mended = streamOf(await openFolder()).stream;
    expect((await mended.fragment(mended.groups()[0]!)).unreadable).toEqual([]);
    expect([...fold(await readPages(mended))]).toEqual(timesOf(versions));
  });

  test('stays in pages that told of it before', async () => {
    const archive = await openFolder();
    await keep(archive, versions);
    const before = await readPages(streamOf(archive).stream);
    await rm(pathOf(versions[1]!));
    const later = await openFolder();
    await later.check();
    expect(later.history()).toHaveLength(2);
    const { stream } = streamOf(later);
    expect((await stream.fragment(stream.groups()[0]!)).unreadable).toEqual([]);
    expect(await readPages(stream)).toEqual(before);
  });

  test('may be the first one, the last one, and the one before a group', async () => {
    const many = randomHistory(randomOf(9), 140);
    await keep(await openFolder(), many);
    const groups = streamOf(await openFolder()).stream.groups();
    expect(groups.length).toBeGreaterThan(1);
    const missing = new Set(
      [many[0]!, many.at(-1)!, ...groups.slice(1).map(({ entries }) => entries[0]!.before!)].map(
        ({ version }) => version,
      ),
    );
    for (const { version } of many) if (missing.has(version)) await rm(pathOf({ version, text: '' }), { force: true });
    const archive = await openFolder();
    await archive.check();
    const pages = await readPages(streamOf(archive, 'anew').stream);
    expect([...fold(pages)]).toEqual(timesOf(many).filter(([, version]) => !missing.has(version)));
  });
});

describe('what was found out', () => {
  test('is the same whether it was found from what was added or from both texts', async () => {
    const lines = LINES(5);
    const added = [
      ...LINES(2, 'added'),
      '<https://hub.invalid/vocabulary/term-3#row-1> <http://p.example/> "new" .\n',
      '<http://qudt.org/vocab/unit/W> <http://p.example/> "W" .\n',
    ];
    const [before, after] = [textOf(lines), textOf([...lines, ...added])];
    const archive = await openFolder();
    await keep(archive, [before, after]);
    const noted = streamOf(archive, 'noted');
    const vocabulary = {
      version: after.version,
      triples: tableOf(readCanonical(after.text, HUB), HUB),
      cameOf: {
        version: before.version,
        added: readCanonical(added.join(''), HUB),
      },
    };
    await noted.steps.note(vocabulary as unknown as Vocabulary);
    expect(await noted.steps.find({ from: before.version, to: after.version })).not.toBeNull();
    const found = await readPages(streamOf(archive, 'found').stream);
    expect(await readPages(noted.stream)).toEqual(found);
    expect([...found.values()].flatMap(({ members }) => members.map(({ kind, iri }) => [kind, iri])).slice(-4)).toEqual(
      [
        ['create', 'http://qudt.org/vocab/unit/W'],
        ['create', 'https://hub.invalid/vocabulary/added-0'],
        ['create', 'https://hub.invalid/vocabulary/added-1'],
        ['update', 'https://hub.invalid/vocabulary/term-3'],
      ],
    );
  });

  test('is found out anew when its files are gone, cut or of a write that was ended', async () => {
    const archive = await openFolder();
    await keep(archive, [textOf(LINES(2)), textOf(LINES(250))]);
    const { stream } = streamOf(archive);
    const before = await readPages(stream);
    const files = await readdir(join(folder, 'changes'));
    expect(files).toHaveLength(4);
    for (const file of files) {
      const path = join(folder, 'changes', file);
      const content = await readFile(path);
      await writeFile(path, content.subarray(0, content.length / 2));
      await writeFile(`${path}.part`, 'half');
      expect(await readPages(stream)).toEqual(before);
      await rm(path, { force: true });
      expect(await readPages(streamOf(archive).stream)).toEqual(before);
    }
  });

  test('is asked for again later where its folder cannot be written', async () => {
    const archive = await openFolder();
    await keep(archive, [textOf(LINES(2))]);
    await writeFile(join(folder, 'full'), 'a file where the folder should be');
    const { stream } = streamOf(archive, 'full');
    await expect(stream.fragment(stream.groups()[0]!)).rejects.toMatchObject({
      code: 'converter-busy',
      message: expect.stringContaining('no room for what a version changed (E'),
      details: { retryAfterSeconds: 60 },
    });
  });

  test('is not waited for longer than a request may wait', async () => {
    const archive = await openFolder();
    await keep(archive, [textOf(LINES(2))]);
    const { stream } = streamOf(archive, 'changes', 0);
    await expect(stream.fragment(stream.groups()[0]!)).rejects.toMatchObject({
      code: 'converter-busy',
      details: { retryAfterSeconds: 10 },
    });
  });
});
