import { describe, expect, test } from 'vitest';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { replaceGraph } from '../../src/store/replace-graph.ts';
import { StoreError, type Store } from '../../src/store/store.ts';
import { GraphArchive, versionGraph } from '../../src/vocabulary/versions/archive-graphs.ts';
import { formerVersionOfText, versionOfText } from '../../src/vocabulary/versions/version.ts';
import { HUB } from './seeded.ts';

const [A, B] = ['a', 'b'].map((letter) => `<https://hub.invalid/${letter}> <http://p.example/> "x" .\n`) as [
  string,
  string,
];
const [a, b] = [A, B].map(versionOfText) as [string, string];

class FlakyStore extends EmbeddedStore {
  isAway = false;
  override change: Store['change'] = async (change, options) => {
    if (this.isAway) throw new StoreError('The store is away');
    return super.change(change, options);
  };
}

async function openArchive(store: Store) {
  const log: string[] = [];
  const write = (_: object, message: string) => void log.push(message);
  let second = 0;
  const now = () => new Date(Date.UTC(2026, 0, 1, 0, 0, second++));
  const archive = new GraphArchive({ store, hub: HUB, log: { info: write, warn: write }, now });
  await archive.start();
  return { archive, log };
}

const versionsOf = (archive: GraphArchive) => archive.history().map(({ version }) => version);

describe('an archive in the store that hubs share', () => {
  test('keeps versions as graphs of their IRIs, for every hub', async () => {
    const store = new EmbeddedStore();
    const first = await openArchive(store);
    await first.archive.keep(a, () => A);
    await first.archive.keep(b, () => B);
    await first.archive.keep(b, () => B);
    await first.archive.keep(a, () => A);
    const { archive } = await openArchive(store);
    expect(archive.history()).toEqual([
      { version: a, since: new Date('2026-01-01T00:00:00Z') },
      { version: b, since: new Date('2026-01-01T00:00:01Z') },
      { version: a, since: new Date('2026-01-01T00:00:03Z') },
    ]);
    expect(await archive.read(a)).toBe(A);
    expect(await archive.read(versionOfText(''))).toBeNull();
  });

  test('reads what releases before named by the text as a whole', async () => {
    const store = new EmbeddedStore();
    const former = formerVersionOfText(Buffer.from(A));
    await (await openArchive(store)).archive.keep(former, () => A);
    const { archive, log } = await openArchive(store);
    expect(await archive.read(former)).toBe(A);
    expect(log).toEqual([]);
  });

  test('has one entry for what several hubs take into use in the same moment', async () => {
    const store = new EmbeddedStore();
    const archives = await Promise.all(Array.from({ length: 5 }, () => openArchive(store)));
    await Promise.all(archives.map(({ archive }) => archive.keep(a, () => A)));
    await Promise.all(archives.map(({ archive }) => archive.keep(b, () => B)));
    expect(versionsOf((await openArchive(store)).archive)).toEqual([a, b]);
  });

  test('serves a version while the store is away, and keeps it with the next one', async () => {
    const store = new FlakyStore();
    const { archive, log } = await openArchive(store);
    store.isAway = true;
    await archive.keep(a, () => A);
    expect(versionsOf(archive)).toEqual([a]);
    expect(await archive.read(a)).toBe(A);
    expect(archive.lastError()).not.toBeNull();
    expect(log).toHaveLength(1);
    store.isAway = false;
    await archive.keep(b, () => B);
    expect(archive.lastError()).toBeNull();
    expect(versionsOf((await openArchive(store)).archive)).toEqual([a, b]);
  });

  test('leaves out a version whose graph holds something else than its name says', async () => {
    const store = new EmbeddedStore();
    const { archive, log } = await openArchive(store);
    await archive.keep(a, () => A);
    await archive.keep(b, () => B);
    const other = { name: 'other', text: '<http://x/a> <http://x/p> "x" .', baseIri: HUB.vocabulary };
    await replaceGraph(store, versionGraph(a, HUB), [other]);
    expect(await archive.read(a)).toBeNull();
    expect(versionsOf(archive)).toEqual([b]);
    expect(log).toEqual(['a version of the vocabulary is damaged and left out']);
  });
});
