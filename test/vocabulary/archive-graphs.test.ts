import { describe, expect, test, vi } from 'vitest';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { replaceGraph } from '../../src/store/replace-graph.ts';
import { StoreError, type Store } from '../../src/store/store.ts';
import { GraphArchive } from '../../src/vocabulary/versions/archive-graphs.ts';
import { addedGraph, historyQuads, versionGraph } from '../../src/vocabulary/versions/history-quads.ts';
import { formerVersionOfText, readCanonical, versionOfText } from '../../src/vocabulary/versions/version.ts';
import { HUB } from './seeded.ts';

const [A, B, C] = ['a', 'b', 'c'].map((letter) => `<https://hub.invalid/${letter}> <http://p.example/> "x" .\n`) as [
  string,
  string,
  string,
];
const [a, b, ab, abc] = [A, B, A + B, A + B + C].map(versionOfText) as [string, string, string, string];

class FlakyStore extends EmbeddedStore {
  isAway = false;
  override change: Store['change'] = async (change, options) => {
    if (this.isAway) throw new StoreError('The store is away');
    return super.change(change, options);
  };
  override select: EmbeddedStore['select'] = async (query, decoders, options) => {
    if (this.isAway) throw new StoreError('The store is away');
    return super.select(query, decoders, options);
  };
}

/** A store as two hubs have it: the first one may lose its way to it. */
async function sharedStores(): Promise<[FlakyStore, Store]> {
  const store = new FlakyStore();
  const others = new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name === 'dump') return target.dump.bind(target);
      return async (...args: unknown[]) => {
        const wasAway = target.isAway;
        target.isAway = false;
        try {
          return (await Reflect.apply(value, target, args)) as unknown;
        } finally {
          target.isAway = wasAway;
        }
      };
    },
  });
  return [store, others];
}

class CountingStore extends EmbeddedStore {
  rows = 0;
  added = 0;
  override change: Store['change'] = async (change, options) => {
    this.added += change.add?.length ?? 0;
    return super.change(change, options);
  };
  override select: EmbeddedStore['select'] = async (query, decoders, options) => {
    const rows = await super.select(query, decoders, options);
    this.rows += rows.length;
    return rows;
  };
}

async function openArchive(store: Store, retryMs = 60_000) {
  const timing = { firstRetryMs: retryMs, longestRetryMs: retryMs };
  const log: string[] = [];
  const write = (_: object, message: string) => void log.push(message);
  let second = 0;
  const now = () => new Date(Date.UTC(2026, 0, 1, 0, 0, second++));
  const archive = new GraphArchive({ store, hub: HUB, log: { info: write, warn: write }, timing, now });
  await archive.start();
  return { archive, log };
}

async function countTriples(store: Store, graph: string): Promise<number> {
  let count = 0;
  for await (const _ of store.dump(graph)) count += 1;
  return count;
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

  test('keeps what came of another version as the lines that were added, before a graph is written whole', async () => {
    const store = new CountingStore();
    const { archive } = await openArchive(store);
    await archive.keep(a, () => A);
    store.added = 0;
    const neverWritten = () => expect.fail('it is not to be written whole');
    expect(await archive.keep(ab, neverWritten, undefined, { version: a, writeLines: () => [B] })).toBe(true);
    expect(await archive.keep(abc, neverWritten, undefined, { version: ab, writeLines: () => [C] })).toBe(true);
    // Lines of one and of two, and two entries of three triples.
    expect(store.added).toBe(9);
    for (const one of [archive, (await openArchive(store)).archive]) {
      expect(versionsOf(one)).toEqual([a, ab, abc]);
      expect([await one.read(ab), await one.read(abc)]).toEqual([A + B, A + B + C]);
      expect(await one.madeOf(abc)).toEqual({ base: a, lines: [B, C] });
      expect(await one.compareLines(abc, ab)).toEqual({ added: [], removed: [C] });
    }
    // What comes of it at another hub, too.
    const other = (await openArchive(store)).archive;
    await other.keep(b, () => B);
    await archive.refresh();
    await archive.keep(abc, neverWritten);
    expect(versionsOf((await openArchive(store)).archive)).toEqual([a, ab, abc, b, abc]);
  });

  test('keeps as lines what was accepted before its hub was killed', async () => {
    const store = new EmbeddedStore();
    await (await openArchive(store)).archive.keep(a, () => A);
    const [accepted] = readCanonical(B, HUB);
    await store.change({ add: [{ ...accepted!, graph: HUB.acceptedGraph }] });
    const { archive } = await openArchive(store);
    await archive.keep(ab, () => A + B);
    expect(await archive.madeOf(ab)).toEqual({ base: a, lines: [B] });
    // Where there is more than that, it is whole.
    await archive.keep(abc, () => A + B + C);
    expect(await archive.madeOf(abc)).toEqual({ base: abc, lines: [] });
  });

  test('says while a whole version is written, and not of what is added to one', async () => {
    const store = new EmbeddedStore();
    const [accepted] = readCanonical(B, HUB);
    await store.change({ add: [{ ...accepted!, graph: HUB.acceptedGraph }] });
    const { archive } = await openArchive(store);
    const said: boolean[] = [];
    const change = store.change.bind(store);
    store.change = async (...args) => {
      said.push(archive.isWritingWhole());
      return change(...args);
    };
    // A version and its entry, each: what is added is found out here.
    for (const [version, text] of [
      [a, A],
      [ab, A + B],
      [abc, A + B + C],
    ] as const)
      await archive.keep(version, () => text);
    expect(said).toEqual([true, false, false, false, true, false]);
    store.change = async () => {
      throw new StoreError('The store is away');
    };
    expect(await archive.keep(b, () => B)).toBe(false);
    expect(archive.isWritingWhole()).toBe(false);
  });

  test('knows the lines of what waits for the store', async () => {
    const store = new FlakyStore();
    const { archive } = await openArchive(store);
    await archive.keep(a, () => A);
    const changing = store.change;
    store.change = async () => {
      throw new StoreError('The store is away');
    };
    expect(await archive.keep(ab, () => A + B, undefined, { version: a, writeLines: () => [B] })).toBe(false);
    expect(await archive.madeOf(ab)).toEqual({ base: a, lines: [B] });
    store.change = changing;
    await archive.keep(abc, () => A + B + C, undefined, { version: ab, writeLines: () => [C] });
    expect(versionsOf((await openArchive(store)).archive)).toEqual([a, ab, abc]);
  });

  test('keeps whole what has more lines than are kept with each, or came of what is not there', async () => {
    const store = new EmbeddedStore();
    const { archive } = await openArchive(store);
    await archive.keep(a, () => A);
    const many = Array.from(
      { length: 2_001 },
      (_, at) => `<https://hub.invalid/b${at}> <http://p.example/> "x" .\n`,
    ).sort();
    const long = versionOfText(A + many.join(''));
    await archive.keep(long, () => A + many.join(''), undefined, { version: a, writeLines: () => many });
    await archive.keep(ab, () => A + B, undefined, { version: b, writeLines: () => [A] });
    expect(await archive.madeOf(long)).toEqual({ base: long, lines: [] });
    expect(await archive.madeOf(ab)).toEqual({ base: ab, lines: [] });
  });

  test('leaves out what is added to a damaged version, and mends it whole, for other hubs, too', async () => {
    const store = new EmbeddedStore();
    const { archive } = await openArchive(store);
    await archive.keep(a, () => A);
    await archive.keep(ab, () => A + B, undefined, { version: a, writeLines: () => [B] });
    const other = (await openArchive(store)).archive;
    await store.change({ clear: [versionGraph(a, HUB)] });
    expect([await archive.read(ab), await archive.read(a)]).toEqual([null, null]);
    expect(await archive.madeOf(ab)).toBeNull();
    expect(await archive.keep(ab, () => A + B)).toBe(true);
    expect(await archive.madeOf(ab)).toEqual({ base: ab, lines: [] });
    expect(await (await openArchive(store)).archive.madeOf(ab)).toEqual({ base: ab, lines: [] });
    expect([await archive.read(ab), await other.read(ab)]).toEqual([A + B, A + B]);
    expect(await countTriples(store, addedGraph(ab, a, HUB))).toBe(0);
  });

  test('reads what releases before named by the text as a whole', async () => {
    const store = new EmbeddedStore();
    const former = formerVersionOfText(Buffer.from(A));
    await (await openArchive(store)).archive.keep(former, () => A);
    const { archive, log } = await openArchive(store);
    expect(await archive.read(former)).toBe(A);
    expect(log).toEqual([]);
  });

  test('reads of a long history what is new alone, and all of it after a backup was restored', async () => {
    const store = new CountingStore();
    const long = Array.from({ length: 150 }, (_, at) => ({
      version: at % 2 === 0 ? a : b,
      since: new Date(at * 1000),
    }));
    await store.change({ add: historyQuads(long, HUB) });
    const { archive } = await openArchive(store);
    const c = versionOfText(A + B);
    const others = [
      { version: b, since: new Date(200_000) },
      { version: a, since: new Date(201_000) },
    ];
    await store.change({ add: historyQuads(others, HUB, 150) });
    store.rows = 0;
    await archive.keep(c, () => A + B);
    expect(store.rows).toBeLessThan(20);
    expect(versionsOf(archive)).toEqual([...long, ...others].map(({ version }) => version).concat(c));
    expect(await (await openArchive(store)).archive.history()).toEqual(archive.history());

    const restored = long.slice(0, 3);
    await store.change({ clear: [HUB.historyGraph], add: historyQuads(restored, HUB) });
    await archive.keep(b, () => B);
    expect(versionsOf(archive)).toEqual([a, b, a, b]);
  });

  test('takes in more than is asked for at a time', async () => {
    const store = new EmbeddedStore();
    const { archive } = await openArchive(store);
    await archive.keep(a, () => A);
    const others = Array.from({ length: 200 }, (_, at) => ({
      version: at % 2 === 0 ? b : a,
      since: new Date(at * 1000),
    }));
    await store.change({ add: historyQuads(others, HUB, 1) });
    await archive.keep(b, () => B);
    expect(versionsOf(archive)).toEqual([a, ...others.map(({ version }) => version), b]);
  });

  test('writes all of a version of which a load that was killed left pieces of another size', async () => {
    const store = new EmbeddedStore();
    const lines = Array.from(
      { length: 5_000 },
      (_, at) => `<https://hub.invalid/${at + 10_000}> <http://p.example/> "x" .\n`,
    );
    const text = lines.join('');
    const version = versionOfText(text);
    const graph = versionGraph(version, HUB);
    // The first line of each piece is there.
    const left = readCanonical(
      [...lines.slice(0, 10), ...lines.slice(2_000, 2_010), ...lines.slice(4_000, 4_010)].join(''),
      HUB,
    );
    await store.change({ add: left.map((triple) => ({ ...triple, graph })) });
    const { archive } = await openArchive(store);
    expect(await archive.keep(version, () => text)).toBe(true);
    expect(await archive.read(version)).toBe(text);
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
    expect(await archive.keep(a, () => A)).toBe(false);
    expect(versionsOf(archive)).toEqual([a]);
    expect(await archive.read(a)).toBe(A);
    expect(archive.lastError()).not.toBeNull();
    expect(log).toHaveLength(1);
    store.isAway = false;
    await archive.keep(b, () => B);
    expect(archive.lastError()).toBeNull();
    expect(versionsOf((await openArchive(store)).archive)).toEqual([a, b]);
  });

  test('keeps a version by itself once the store is back', async () => {
    const store = new FlakyStore();
    const { archive } = await openArchive(store, 10);
    store.isAway = true;
    expect(await archive.keep(a, () => A)).toBe(false);
    await vi.waitFor(() => expect(archive.lastError()).not.toBeNull());
    store.isAway = false;
    await vi.waitFor(() => expect(archive.lastError()).toBeNull());
    expect(versionsOf((await openArchive(store)).archive)).toEqual([a]);
    await archive.close();
  });

  test('notes nothing late that other hubs have noted meanwhile, and went on from', async () => {
    const [store, others] = await sharedStores();
    const { archive } = await openArchive(store, 10);
    store.isAway = true;
    expect(await archive.keep(a, () => A)).toBe(false);
    const other = (await openArchive(others)).archive;
    await other.keep(a, () => A);
    await other.keep(b, () => B);
    store.isAway = false;
    await vi.waitFor(() => expect(archive.lastError()).toBeNull());
    await archive.keep(b, () => B);
    await other.refresh();
    expect(versionsOf(other)).toEqual([a, b]);
    await archive.close();
  });

  test('notes each of several versions late that came into use in turn', async () => {
    const [store, others] = await sharedStores();
    const { archive } = await openArchive(store, 10);
    await archive.keep(a, () => A);
    store.isAway = true;
    await Promise.all([archive.keep(b, () => B), archive.keep(a, () => A)]);
    expect(versionsOf(archive)).toEqual([a, b, a]);
    store.isAway = false;
    await vi.waitFor(() => expect(archive.lastError()).toBeNull());
    expect(versionsOf((await openArchive(others)).archive)).toEqual([a, b, a]);
    await archive.close();
  });

  test('notes a version that came back though its entry of before stands in a history that could not be read', async () => {
    const [store, others] = await sharedStores();
    const other = (await openArchive(others)).archive;
    await other.keep(a, () => A);
    await other.keep(b, () => B);
    store.isAway = true;
    const { archive } = await openArchive(store, 10);
    expect(await archive.keep(a, () => A)).toBe(false);
    store.isAway = false;
    await vi.waitFor(() => expect(archive.lastError()).toBeNull());
    expect(versionsOf((await openArchive(others)).archive)).toEqual([a, b, a]);
    await archive.close();
  });

  test('forgets a version that was given up, which no later write notes', async () => {
    const store = new FlakyStore();
    const { archive } = await openArchive(store);
    store.isAway = true;
    expect(await archive.keep(a, () => A)).toBe(false);
    archive.giveUp(a);
    expect([versionsOf(archive), archive.lastError(), await archive.read(a)]).toEqual([[], null, null]);
    store.isAway = false;
    await archive.keep(b, () => B);
    archive.giveUp(b);
    expect(versionsOf((await openArchive(store)).archive)).toEqual([b]);
  });

  test('waits twice as long after each write that failed, and tells it once', async () => {
    const store = new FlakyStore();
    const log: string[] = [];
    const write = (_: object, message: string) => void log.push(message);
    const timing = { firstRetryMs: 20, longestRetryMs: 80 };
    const archive = new GraphArchive({ store, hub: HUB, log: { info: write, warn: write }, timing });
    await archive.start();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const isWait = (ms: unknown): boolean => [20, 40, 80, 160].includes(ms as number);
    store.isAway = true;
    await archive.keep(a, () => A);
    await vi.waitFor(() => {
      const waits = timers.mock.calls.map(([, ms]) => ms).filter(isWait);
      expect(waits.slice(0, 4)).toEqual([20, 40, 80, 80]);
    });
    timers.mockRestore();
    expect(log).toHaveLength(1);
    store.isAway = false;
    await vi.waitFor(() => expect(archive.lastError()).toBeNull());
    expect(log).toHaveLength(2);
    store.isAway = true;
    await archive.keep(b, () => B);
    expect(log).toHaveLength(3);
    await archive.close();
  });

  test('gives the same history until there is another one, however often it looks for news', async () => {
    const store = new EmbeddedStore();
    const { archive } = await openArchive(store);
    const empty = [archive.history(), archive.durable()];
    await archive.refresh();
    expect([archive.history(), archive.durable()].map((list, at) => list === empty[at])).toEqual([true, true]);
    await archive.keep(a, () => A);
    const [shown, durable] = [archive.history(), archive.durable()];
    await archive.refresh();
    await archive.keep(a, () => A);
    expect(archive.history()).toBe(shown);
    expect(archive.durable()).toBe(durable);
    await (await openArchive(store)).archive.keep(b, () => B);
    await archive.refresh();
    expect(archive.history()).toHaveLength(2);
  });

  test('has no error when the store was away, and all versions are in it', async () => {
    const store = new FlakyStore();
    await (await openArchive(store)).archive.keep(a, () => A);
    const { archive, log } = await openArchive(store);
    store.isAway = true;
    await archive.refresh();
    expect(log).toHaveLength(1);
    expect(archive.lastError()).toBeNull();
    expect(versionsOf(archive)).toEqual([a]);
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
    // Who has its text repairs it.
    expect(await archive.keep(a, () => A)).toBe(true);
    expect(await (await openArchive(store)).archive.read(a)).toBe(A);
    expect(versionsOf(archive)).toEqual([a, b, a]);
  });
});
