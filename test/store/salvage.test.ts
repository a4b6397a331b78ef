import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asText } from '../../src/rdf/rows.ts';
import { iri, sparql } from '../../src/rdf/sparql.ts';
import type { Quad } from '../../src/rdf/triple.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { requireSound } from '../../src/store/require-sound.ts';
import { graphsOf, salvage, type Loss } from '../../src/store/salvage.ts';
import { bytesHeld } from '../support/bytes-held.ts';

const BASE = 'https://hub.example';
const GRAPHS = ['a', 'b', 'c'].map((name) => `${BASE}/graph/${name}`);
const RECORDS = `${BASE}/graph/records`;
const RECORD_GRAPH = {
  graph: RECORDS,
  version: '1',
  entriesOf: (record: readonly { o: { value: string } }[]) => ({
    keys: record.map(({ o }) => o.value),
    lists: record.map(({ o }) => ({ list: 'all', sort: o.value })),
  }),
};
/** Quads of each graph: some hundred blocks of a table. */
const SIZE = 4_000;
/** Entries whose keys take 10 MB and more. */
const COUNT = 100_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-salvage-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function quad(graph: string, s: string, text: string): Quad {
  return { graph, s: { type: 'uri', value: s }, p: `${BASE}/p`, o: { type: 'literal', value: text } };
}

async function opened(at: string): Promise<EmbeddedStore> {
  const store = new EmbeddedStore({ folder: at, baseUrl: BASE, recordGraphs: [RECORD_GRAPH] });
  await store.open();
  return store;
}

/** Subjects and values of a graph. */
async function contentOf(store: EmbeddedStore, graph: string): Promise<Map<string, string>> {
  const content = new Map<string, string>();
  for await (const { s, o } of store.dump(graph)) content.set(s.value, o.value);
  return content;
}

/** A store with three graphs in tables, and behind them changes in its log, of which two concern what is in tables. */
async function madeStore(): Promise<{ readonly at: string; readonly whole: readonly Map<string, string>[] }> {
  const at = join(folder, 'store');
  const store = await opened(at);
  await store.change({
    add: GRAPHS.flatMap((graph) =>
      Array.from({ length: SIZE }, (_, place) => quad(graph, `http://x/${place}`, `value ${place} of ${graph}`)),
    ),
  });
  await expect.poll(async () => (await readdir(at)).some((name) => name.endsWith('.ldb'))).toBe(true);
  const [first] = GRAPHS as [string];
  const old = quad(first, 'http://x/1', `value 1 of ${first}`);
  await store.change({ remove: [old], add: [{ ...old, o: { type: 'literal', value: 'new' } }] });
  await store.change({ add: [quad(RECORDS, 'http://r/1', 'one')] });
  await store.change({ add: [quad(RECORDS, 'http://r/2', 'two')] });
  const whole = await Promise.all([...GRAPHS, RECORDS].map((graph) => contentOf(store, graph)));
  await store.close();
  return { at, whole };
}

async function fileOf(at: string, part: string): Promise<string> {
  return (await readdir(at)).toSorted().find((name) => name.endsWith(part) || name.startsWith(part))!;
}

/** What is lost of a copy of a store after a change of one of its files, and what is there. */
async function salvaged(at: string, part: string | null, change: (path: string, bytes: Buffer) => Promise<unknown>) {
  const [copy, into] = [join(folder, 'copy'), join(folder, 'salvaged')];
  for (const path of [copy, into]) await rm(path, { recursive: true, force: true });
  await cp(at, copy, { recursive: true });
  const name = part === null ? null : await fileOf(copy, part);
  if (name !== null) await change(join(copy, name), await readFile(join(copy, name)));
  const losses = await salvage(copy, into);
  const store = await opened(into);
  const content = await Promise.all([...GRAPHS, RECORDS].map((graph) => contentOf(store, graph)));
  const records = await store.select(
    sparql`SELECT ?o WHERE { GRAPH ${iri(RECORDS)} { ?s ?p ?o } } ORDER BY ?o`,
    { o: asText },
    { about: [{ graph: RECORDS, list: 'all', after: null, most: 10 }] },
  );
  await store.close();
  return { name, losses, content, listed: records.map(({ o }) => o) };
}

function flipped(at: (length: number) => number) {
  return (path: string, bytes: Buffer): Promise<void> => {
    bytes[at(bytes.length)]! ^= 0x10;
    return writeFile(path, bytes);
  };
}

function namesOf(losses: readonly Loss[]): string[] {
  return graphsOf(losses[0]!, [...GRAPHS, RECORDS], BASE).map((graph) => graph.slice(graph.lastIndexOf('/') + 1));
}

describe('what is salvaged of a store', () => {
  test('is all of one that is not damaged, and nothing is lost', async () => {
    const { at, whole } = await madeStore();
    const { losses, content, listed } = await salvaged(at, null, async () => {});
    expect(losses).toEqual([]);
    expect(content).toEqual(whole);
    expect(listed).toEqual(['one', 'two']);
  });

  test('is all but the entries of a damaged block of a table, whose graphs are told', { timeout: 60_000 }, async () => {
    const { at, whole } = await madeStore();
    for (const share of [0.05, 0.35, 0.5, 0.8]) {
      const { name, losses, content } = await salvaged(
        at,
        '.ldb',
        flipped((length) => Math.floor(length * share)),
      );
      expect(losses).toHaveLength(1);
      expect(losses[0]).toMatchObject({ file: name, what: 'has blocks that are not as they were written' });
      const told = namesOf(losses);
      let lost = 0;
      for (const [place, graph] of ['a', 'b', 'c', 'records'].entries()) {
        const lacking = [...whole[place]!].filter(([s, o]) => content[place]!.get(s) !== o);
        // Nothing that never was is there.
        for (const [s, o] of content[place]!) expect(whole[place]!.get(s)).toBe(o);
        if (!told.includes(graph)) expect([share, graph, lacking]).toEqual([share, graph, []]);
        lost += lacking.length;
      }
      expect(lost).toBeGreaterThan(0);
      expect(lost).toBeLessThan(400);
    }
  });

  test('is told of the first block of a table by its first key', async () => {
    const at = join(folder, 'store');
    // What a new store has besides goes into a table of its own, when it is opened again.
    await (await opened(at)).close();
    const store = await opened(at);
    await store.change({
      add: Array.from({ length: SIZE }, (_, place) => quad(GRAPHS[1]!, `http://x/${place}`, 'x'.repeat(1_000))),
    });
    await store.close();
    await (await opened(at)).close();
    const table = (await readdir(at)).findLast((name) => name.endsWith('.ldb'))!;
    const { losses } = await salvaged(
      at,
      table,
      flipped(() => 100),
    );
    expect(namesOf(losses)).toEqual(['b']);
  });

  test(
    'is all of a table whose index of other blocks is damaged, wherever its end is',
    { timeout: 60_000 },
    async () => {
      const { at, whole } = await madeStore();
      // The first byte of the foot says where that index is.
      for (const back of [1, 8, 40, 44, 46, 47, 48, 60]) {
        const { losses, content } = await salvaged(
          at,
          '.ldb',
          flipped((length) => length - back),
        );
        const isSound = await requireSound(join(folder, 'copy')).then(
          () => true,
          () => false,
        );
        if (isSound) expect([back, losses]).toEqual([back, []]);
        if (losses.length === 0) expect([back, content]).toEqual([back, whole]);
        else expect(losses).toMatchObject([{ what: 'has an index that is not as it was written' }]);
        if (back === 48) expect([isSound, losses]).toEqual([false, []]);
      }
    },
  );

  test('is each change of a log but those that are damaged', { timeout: 60_000 }, async () => {
    const { at, whole } = await madeStore();
    const { length } = await readFile(join(at, await fileOf(at, '.log')));
    const values = whole[3]!;
    // The first change, the head of the one behind it, and the last.
    for (const byte of [3, 60, Math.floor(length / 2), length - 1]) {
      const { name, losses, content, listed } = await salvaged(
        at,
        '.log',
        flipped(() => byte),
      );
      expect(losses).toHaveLength(1);
      expect(losses[0]).toMatchObject({ file: name, keys: null });
      expect(losses[0]!.what).toMatch(/^has \d+ bytes of the last changes that are not as they were written$/);
      expect(namesOf(losses)).toEqual(['a', 'b', 'c', 'records']);
      // One change is lost, whole: of the first graph it would be the old value in place of the new one.
      const isOld = content[0]!.get('http://x/1') !== 'new';
      expect(Number(isOld) + values.size - content[3]!.size).toBe(1);
      expect(listed).toEqual([...content[3]!.values()]);
    }
  });

  test('tells a table, a log and a list of files that are missing, cut or damaged', async () => {
    const { at, whole } = await madeStore();
    const gone = (path: string): Promise<void> => rm(path);
    const table = await salvaged(at, '.ldb', gone);
    expect(table.losses).toMatchObject([{ file: table.name, what: 'is missing' }]);
    const cut = await salvaged(at, '.ldb', (path, bytes) => truncate(path, bytes.length - 1));
    expect(cut.losses).toMatchObject([{ file: cut.name, what: 'has an index that is not as it was written' }]);
    expect(namesOf(cut.losses)).toEqual(namesOf(table.losses));
    const log = await salvaged(at, '.log', gone);
    expect(log.losses).toMatchObject([{ file: log.name, what: 'is missing: it had the last changes', keys: null }]);
    for (const [part, change] of [
      ['CURRENT', gone],
      ['MANIFEST', gone],
      ['MANIFEST', flipped((length) => length >> 1)],
    ] as const) {
      const { losses, content, listed } = await salvaged(at, part, change);
      expect(losses).toMatchObject([{ what: 'does not tell which of the other files count, so all were read' }]);
      expect(content).toEqual(whole);
      expect(listed).toEqual(['one', 'two']);
    }
  });

  test('is copied in pieces: of the keys of many entries none is held', { timeout: 60_000 }, async () => {
    const [at, into] = [join(folder, 'store'), join(folder, 'salvaged')];
    const made = new ClassicLevel(at);
    const keyOf = (place: number): string => `${'k'.repeat(90)}${place}`;
    for (let from = 0; from < COUNT; from += COUNT / 10) {
      const places = Array.from({ length: COUNT / 10 }, (_, place) => from + place);
      await made.batch(places.map((place) => ({ type: 'put', key: keyOf(place), value: '' })));
    }
    await made.close();
    // Memory outside the heap goes in turns behind a collection: what tests before this one left would be taken off.
    for (let turn = 0; turn < 3; turn++) {
      bytesHeld();
      await wait(20);
    }
    const before = bytesHeld();
    let most = 0;
    let measuring: NodeJS.Timeout;
    // It takes long where other tests have left much: most of the time is the salvage's.
    const measure = (): void => {
      const startedAt = performance.now();
      most = Math.max(most, bytesHeld() - before);
      measuring = setTimeout(measure, 4 * (performance.now() - startedAt));
    };
    measuring = setTimeout(measure, 100);
    const losses = await salvage(at, into);
    clearTimeout(measuring);
    expect(losses).toEqual([]);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(10 * 1024 * 1024);
  });
});
