import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asIri, asTerm, asText } from '../../src/rdf/rows.ts';
import { iri, literal, sparql } from '../../src/rdf/sparql.ts';
import type { Quad } from '../../src/rdf/triple.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { StoreError } from '../../src/store/store.ts';

const BASE = 'https://hub.example';
const GRAPH = `${BASE}/graph/test`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-store-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function quad(s: string, text: string, graph = GRAPH): Quad {
  return { graph, s: { type: 'uri', value: s }, p: `${BASE}/p`, o: { type: 'literal', value: text } };
}

function many(count: number, text: string): Quad[] {
  return Array.from({ length: count }, (_, at) => quad(`http://x/${at}`, text));
}

/** How often others had the thread while this was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

async function opened(baseUrl = BASE): Promise<EmbeddedStore> {
  const store = new EmbeddedStore({ folder: join(folder, 'store'), baseUrl });
  await store.open();
  return store;
}

async function texts(store: EmbeddedStore, graph = GRAPH): Promise<string[]> {
  const rows = await store.select(sparql`SELECT ?s ?o WHERE { GRAPH ${iri(graph)} { ?s ?p ?o } } ORDER BY ?s ?o`, {
    s: asIri,
    o: asText,
  });
  return rows.map(({ s, o }) => `${s} ${o}`);
}

describe('a durable embedded store', () => {
  test('a change too large to be made in place is whole, and leaves other graphs alone', async () => {
    const store = await opened();
    const other = `${GRAPH}-2`;
    await store.change({ add: [...many(12_000, 'old'), quad('http://x/a', 'stays', other)] });
    const asked = texts(store);
    const changed = store.change({ clear: [GRAPH], add: many(12_000, 'new') });
    expect(new Set((await asked).map((text) => text.split(' ')[1]))).toEqual(new Set(['old']));
    expect(await changed).toBe(true);
    const after = await texts(store);
    expect(after).toHaveLength(12_000);
    expect(new Set(after.map((text) => text.split(' ')[1]))).toEqual(new Set(['new']));
    await store.change({ clear: [GRAPH] });
    expect(await texts(store)).toEqual([]);
    await store.close();
    const again = await opened();
    expect(await texts(again)).toEqual([]);
    expect(await texts(again, other)).toEqual(['http://x/a stays']);
    await again.close();
  });

  test('a large change is soon in a table, where the next start does not look for it in the log', async () => {
    const store = await opened();
    await store.change({ add: many(12_000, 'a text of some length') });
    const bytesOf = async (suffix: string): Promise<number> => {
      const names = (await readdir(join(folder, 'store'))).filter((name) => name.endsWith(suffix));
      const found = await Promise.all(names.map((name) => stat(join(folder, 'store', name))));
      return found.reduce((sum, { size }) => sum + size, 0);
    };
    await expect.poll(() => bytesOf('.ldb')).toBeGreaterThan(100_000);
    await expect.poll(() => bytesOf('.log')).toBe(0);
    await store.close();
  });

  test('a graph is dumped as it was when that began, whatever is changed meanwhile', async () => {
    const store = await opened();
    await store.change({ add: many(5_000, 'old') });
    const dump = store.dump(GRAPH)[Symbol.asyncIterator]();
    const dumped = [(await dump.next()).value];
    await store.change({ clear: [GRAPH], add: many(10, 'new') });
    for (let next = await dump.next(); next.done !== true; next = await dump.next()) dumped.push(next.value);
    expect(dumped).toHaveLength(5_000);
    expect(new Set(dumped.map((triple) => triple?.o.value))).toEqual(new Set(['old']));
    await store.close();
  });

  test('what was changed is there after a restart', async () => {
    const store = await opened();
    await store.change({ add: [quad('http://x/a', 'one "two" < three .\n'), quad('http://x/b', 'gone')] });
    await store.change({ remove: [quad('http://x/b', 'gone')], add: [quad('http://x/c', 'late')] });
    const before = await texts(store);
    await store.close();
    const again = await opened();
    expect(await texts(again)).toEqual(before);
    expect(before).toEqual(['http://x/a one "two" < three .\n', 'http://x/c late']);
    await again.close();
  });

  test('what a graph held is gone after a restart when it was emptied', async () => {
    const store = await opened();
    await store.change({ add: [quad('http://x/a', 'old'), quad('http://x/a', 'other', `${GRAPH}-2`)] });
    await store.change({ clear: [GRAPH], add: [quad('http://x/a', 'new')] });
    await store.close();
    const again = await opened();
    expect(await texts(again)).toEqual(['http://x/a new']);
    expect(await texts(again, `${GRAPH}-2`)).toEqual(['http://x/a other']);
    await again.close();
  });

  test('a value that the engine writes in another form can be removed, and stays removed', async () => {
    const number: Quad = {
      ...quad('http://x/a', ''),
      o: { type: 'literal', value: '01', datatype: 'http://www.w3.org/2001/XMLSchema#integer' },
    };
    const store = await opened();
    await store.change({ add: [number] });
    const [row] = await store.select(sparql`SELECT ?o WHERE { GRAPH ${iri(GRAPH)} { ?s ?p ?o } }`, { o: asTerm });
    expect(row?.o.value).toBe('1');
    await store.change({ remove: [{ ...number, o: row!.o }] });
    await store.close();
    const again = await opened();
    expect(await texts(again)).toEqual([]);
    await again.close();
  });

  test('a hub that moves to another address finds what it kept, and no text is changed by that', async () => {
    const store = await opened();
    await store.change({ add: [quad(`${BASE}/a`, `see <${BASE}/b>`)] });
    await store.close();
    const moved = await opened('http://localhost:4000');
    expect(await texts(moved, 'http://localhost:4000/graph/test')).toEqual([`http://localhost:4000/a see <${BASE}/b>`]);
    await moved.close();
  });

  test('a graph that is only dumped is on the disk, takes conditions by quads, and is not asked about', async () => {
    const dumped = `${BASE}/graph/whole`;
    const open = async (): Promise<EmbeddedStore> => {
      const store = new EmbeddedStore({ folder: join(folder, 'store'), baseUrl: BASE, dumpedGraphs: [dumped] });
      await store.open();
      return store;
    };
    const valuesOf = async (store: EmbeddedStore): Promise<string[]> => {
      const values: string[] = [];
      for await (const { o } of store.dump(dumped)) values.push(o.value);
      return values.toSorted();
    };
    const store = await open();
    const [one, two] = [quad('http://x/a', 'one', dumped), quad('http://x/a', 'two', dumped)];
    expect(await store.change({ add: [one, two, quad('http://x/b', 'asked')] })).toBe(true);
    expect(await store.change({ without: [one], add: [quad('http://x/b', 'late')] })).toBe(false);
    expect(await store.change({ without: [quad('http://x/c', 'one', dumped)], remove: [two] })).toBe(true);
    expect(await valuesOf(store)).toEqual(['one']);
    await store.close();
    const again = await open();
    expect(await valuesOf(again)).toEqual(['one']);
    expect(await texts(again)).toEqual(['http://x/b asked']);
    await expect(texts(again, dumped)).rejects.toThrow('can only be dumped');
    const many = Array.from({ length: 5_000 }, (_, at) => quad(`http://x/${at}`, 'many', dumped));
    await again.change({ clear: [dumped], fill: { graph: dumped, triples: many } });
    expect(await valuesOf(again)).toEqual(many.map(() => 'many'));
    // What has no canonical form leaves all as it was, and the store in use.
    const faulty = [...many.slice(1), { ...two, s: { type: 'bnode', value: 'b' } } as const];
    const failing = again.change({ clear: [dumped], fill: { graph: dumped, triples: faulty } });
    await expect(failing).rejects.toThrow('blank nodes');
    expect(await valuesOf(again)).toEqual(many.map(() => 'many'));
    await again.change({ clear: [dumped], add: [two] });
    expect(await valuesOf(again)).toEqual(['two']);
    await again.close();
    const whole = await opened();
    expect(await texts(whole, dumped)).toEqual(['http://x/a two']);
    await whole.close();
  });

  test('a graph that is filled is whole, or as empty as it was, also when the process ends in the middle of it', async () => {
    const filled = `${BASE}/graph/filled`;
    const open = async (): Promise<EmbeddedStore> => {
      const store = new EmbeddedStore({ folder: join(folder, 'store'), baseUrl: BASE, dumpedGraphs: [filled] });
      await store.open();
      return store;
    };
    const subjectsOf = async (store: EmbeddedStore): Promise<string[]> => {
      const subjects: string[] = [];
      for await (const { s } of store.dump(filled)) subjects.push(s.value);
      return subjects.toSorted();
    };
    // More than one batch of the store, and in another order than that of its keys.
    const triples = Array.from({ length: 30_000 }, (_, at) => quad(`${BASE}/${at}`, 'filled', filled));
    const expected = triples.map(({ s }) => s.value).toSorted();
    const store = await open();
    function* faulty(): Generator<Quad> {
      yield* triples;
      throw new Error('no more');
    }
    const failing = store.change({ add: [quad('http://x/a', 'asked')], fill: { graph: filled, triples: faulty() } });
    await expect(failing).rejects.toThrow();
    expect(await subjectsOf(store)).toEqual([]);
    expect(await texts(store)).toEqual([]);
    const isMade = await store.change({
      clear: [filled],
      add: [quad('http://x/a', 'asked')],
      fill: { graph: filled, triples },
    });
    expect(isMade).toBe(true);
    expect(await subjectsOf(store)).toEqual(expected);
    await store.close();
    const again = await open();
    expect(await subjectsOf(again)).toEqual(expected);
    await again.close();
    // As a process leaves it that is ended before the last batch.
    const disk = new ClassicLevel(join(folder, 'store'));
    await disk.put('!filled', '<https://hub.invalid/graph/filled>');
    await disk.close();
    const mended = await open();
    expect(await subjectsOf(mended)).toEqual([]);
    expect(await texts(mended)).toEqual(['http://x/a asked']);
    await mended.change({ fill: { graph: filled, triples: triples.slice(0, 3) } });
    await mended.close();
    const last = await open();
    expect(await subjectsOf(last)).toEqual(expected.filter((subject) => /\/[012]$/.test(subject)));
    await last.close();
  });

  test('a graph that is filled anew has nothing of what a salvage found again in its other place', async () => {
    const filled = `${BASE}/graph/filled`;
    const store = new EmbeddedStore({ folder: join(folder, 'store'), baseUrl: BASE, dumpedGraphs: [filled] });
    await store.open();
    await store.change({ fill: { graph: filled, triples: [quad('http://x/a', 'first', filled)] } });
    await store.close();
    const disk = new ClassicLevel(join(folder, 'store'));
    // Nothing tells of it: the mark went when it had been removed.
    await disk.put('<https://hub.invalid/graph/filled>! x', '<http://x/a> <http://x/p> "found again"');
    await disk.close();
    await store.open();
    await store.change({ clear: [filled], fill: { graph: filled, triples: [quad('http://x/a', 'second', filled)] } });
    const values: string[] = [];
    for await (const { o } of store.dump(filled)) values.push(o.value);
    expect(values).toEqual(['second']);
    await store.close();
  });

  test('a graph that is filled anew is what it was or what it becomes, in many batches', async () => {
    const filled = `${BASE}/graph/filled`;
    const at = join(folder, 'store');
    const open = async (): Promise<EmbeddedStore> => {
      const store = new EmbeddedStore({ folder: at, baseUrl: BASE, dumpedGraphs: [filled] });
      await store.open();
      return store;
    };
    const valuesOf = async (store: EmbeddedStore): Promise<ReadonlySet<string>> => {
      const values = new Set<string>();
      for await (const { o } of store.dump(filled)) values.add(o.value);
      return values;
    };
    const placesOf = async (): Promise<ReadonlySet<string>> => {
      const disk = new ClassicLevel(at);
      const keys = await disk
        .keys({ gte: '<https://hub.invalid/graph/filled', lt: '<https://hub.invalid/graph/filled~' })
        .all();
      await disk.close();
      return new Set(keys.map((key) => key.slice(0, key.indexOf(' '))));
    };
    const triplesOf = (value: string): Quad[] =>
      Array.from({ length: 20_000 }, (_, n) => quad(`${BASE}/${n}`, value, filled));
    let store = await open();
    await store.change({ fill: { graph: filled, triples: triplesOf('first') } });
    const asked = quad('http://x/a', 'asked');
    for (const [value, place] of [
      ['second', '<https://hub.invalid/graph/filled>!'],
      ['third', '<https://hub.invalid/graph/filled>'],
      ['fourth', '<https://hub.invalid/graph/filled>!'],
    ] as const) {
      await store.change({ clear: [filled], add: [asked], fill: { graph: filled, triples: triplesOf(value) } });
      expect(await valuesOf(store)).toEqual(new Set([value]));
      await store.close();
      expect(await placesOf()).toEqual(new Set([place]));
      store = await open();
      expect(await valuesOf(store)).toEqual(new Set([value]));
      expect(await texts(store)).toEqual(['http://x/a asked']);
    }
    // What is added and removed later is where the graph is.
    const one = quad('http://x/one', 'one', filled);
    await store.change({ add: [one], remove: [quad(`${BASE}/7`, 'fourth', filled)] });
    expect(await valuesOf(store)).toEqual(new Set(['fourth', 'one']));
    expect(await store.change({ without: [one], add: [asked] })).toBe(false);
    await store.change({ clear: [filled], add: [one], fill: { graph: filled, triples: triplesOf('fifth') } });
    expect(await valuesOf(store)).toEqual(new Set(['fifth', 'one']));
    await store.close();
    // As a process leaves it that is ended while it fills.
    const disk = new ClassicLevel(at);
    await disk.batch([
      { type: 'put', key: '!filled', value: '<https://hub.invalid/graph/filled>' },
      { type: 'put', key: '<https://hub.invalid/graph/filled> x', value: '<http://x/half> <http://x/p> "half"' },
    ]);
    await disk.close();
    const mended = await open();
    expect(await valuesOf(mended)).toEqual(new Set(['fifth', 'one']));
    await mended.close();
    expect(await placesOf()).toEqual(new Set(['<https://hub.invalid/graph/filled>!']));
  });

  test('in the layout of the first builds is refused, and nothing is written to it', async () => {
    const at = join(folder, 'store');
    const write = async (): Promise<[string, string][]> => {
      const database = new ClassicLevel(at);
      await database.put('!format', '1');
      await database.put('<https://hub.invalid/graph/state> <https://hub.invalid/s> <https://hub.invalid/p> "o"', '');
      const entries = await database.iterator().all();
      await database.close();
      return entries;
    };
    const before = await write();
    await expect(opened()).rejects.toThrow(/a layout of the first builds.* make a backup/);
    expect(await write()).toEqual(before);
  });

  test.each([
    ['a log', 10],
    ['a table', 12_000],
  ])(
    'whose data is in %s is refused when its file CURRENT is gone, and nothing of it is lost',
    async (where, count) => {
      const at = join(folder, 'store');
      const store = await opened();
      await store.change({ add: many(count, 'kept') });
      const filesOf = async (): Promise<string[]> => {
        const names = (await readdir(at)).filter((name) => /\d/.test(name)).toSorted();
        return Promise.all(names.map(async (name) => `${name} ${(await stat(join(at, name))).size}`));
      };
      if (where === 'a table') await expect.poll(async () => (await filesOf()).join()).toMatch(/^\d+\.log 0,\d+\.ldb/);
      await store.close();
      await rename(join(at, 'CURRENT'), join(folder, 'CURRENT'));
      const before = await filesOf();
      await expect(opened()).rejects.toThrow(/is damaged: its file CURRENT is missing.* restore a backup/);
      expect(await filesOf()).toEqual(before);
      await rename(join(folder, 'CURRENT'), join(at, 'CURRENT'));
      const again = await opened();
      expect(await texts(again)).toHaveLength(count);
      await again.close();
    },
  );

  test('whose first start was ended before it had a file CURRENT is a new one', async () => {
    const at = join(folder, 'store');
    await mkdir(at);
    for (const name of ['LOCK', 'LOG', 'MANIFEST-000001', '000001.dbtmp', '000003.log'])
      await writeFile(join(at, name), name === 'MANIFEST-000001' ? 'half a manifest' : '');
    const store = await opened();
    await store.change({ add: [quad('http://x/a', 'new')] });
    await store.close();
    const again = await opened();
    expect(await texts(again)).toEqual(['http://x/a new']);
    await again.close();
  });

  test('a change that has to look at what cannot be read fails as one of the store, and is made when it can be', async () => {
    const store = await opened();
    const change = { without: [quad('http://x/a', 'known')], add: [quad('http://x/a', 'new')] };
    // What LevelDB says where the folder was removed while a hub has it.
    const reading = vi.spyOn(ClassicLevel.prototype, 'get').mockRejectedValueOnce(new Error('IO error: 000005.ldb'));
    await expect(store.change(change)).rejects.toBeInstanceOf(StoreError);
    reading.mockRestore();
    expect(await store.change(change)).toBe(true);
    await store.close();
  });

  test('a second hub on the same folder is refused with a way out', async () => {
    const store = await opened();
    await expect(opened()).rejects.toThrow(/is in use by another hub.*HUB_DATA/);
    await store.close();
    await (await opened()).close();
  });

  test('of changes that exclude each other exactly one is made', async () => {
    const store = await opened();
    const unless = sparql`GRAPH ${iri(GRAPH)} { ?s ?p ${literal('taken')} }`;
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) => store.change({ unless, add: [quad(`http://x/${at}`, 'taken')] })),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await texts(store)).toHaveLength(1);
    await store.close();
  });
});

describe('a store in this process', () => {
  test('leaves the thread to others between the pieces of a large change, and of a large graph that is dumped', async () => {
    for (const store of [new EmbeddedStore(), await opened()]) {
      expect(await turnsDuring(() => store.change({ add: many(20_000, 'text') }))).toBeGreaterThan(8);
      const dump = store.dump(GRAPH)[Symbol.asyncIterator]();
      await dump.next();
      const rest = async (): Promise<void> => {
        while ((await dump.next()).done !== true);
      };
      expect(await turnsDuring(rest)).toBeGreaterThan(4);
      await store.close();
    }
  });

  test('leaves the thread to others between queries that are asked at once', async () => {
    const store = new EmbeddedStore();
    expect(await turnsDuring(() => Promise.all(Array.from({ length: 20 }, () => texts(store))))).toBeGreaterThan(10);
    await store.close();
  });
});
