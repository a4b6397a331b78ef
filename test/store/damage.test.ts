import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asText } from '../../src/rdf/rows.ts';
import { iri, sparql } from '../../src/rdf/sparql.ts';
import type { Quad } from '../../src/rdf/triple.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { GraphFiller } from '../../src/store/graph-filler.ts';
import { requireSound } from '../../src/store/require-sound.ts';

const BASE = 'https://hub.example';
const GRAPH = `${BASE}/graph/test`;
/** Behind all blocks of a table. */
const FOOT_BYTES = 48;
/** Values of the log; one of them fills more than a block of it. */
const SAVED = ['first', 'long '.repeat(9_000), 'third', 'last'];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-damage-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

function quad(s: string, text: string): Quad {
  return { graph: GRAPH, s: { type: 'uri', value: s }, p: `${BASE}/p`, o: { type: 'literal', value: text } };
}

async function opened(at: string): Promise<EmbeddedStore> {
  const store = new EmbeddedStore({ folder: at, baseUrl: BASE });
  await store.open();
  return store;
}

/** What a store holds, or the words with which it is refused. */
async function contentOf(at: string): Promise<readonly string[] | string> {
  let store: EmbeddedStore;
  try {
    store = await opened(at);
  } catch (error) {
    return (error as Error).message;
  }
  const rows = await store.select(sparql`SELECT ?o WHERE { GRAPH ${iri(GRAPH)} { ?s ?p ?o } } ORDER BY ?s`, {
    o: asText,
  });
  await store.close();
  return rows.map(({ o }) => o);
}

/** A store whose values are all in its log. */
async function inLog(): Promise<string> {
  const at = join(folder, 'store');
  const store = await opened(at);
  for (const [place, text] of SAVED.entries()) await store.change({ add: [quad(`http://x/${place}`, text)] });
  await store.close();
  return at;
}

/** A store whose values are all in tables. */
async function inTables(): Promise<string> {
  const at = join(folder, 'store');
  const store = await opened(at);
  const add = Array.from({ length: 12_000 }, (_, place) => quad(`http://x/${10_000 + place}`, `value ${place}`));
  await store.change({ add });
  await expect.poll(async () => (await readdir(at)).some((name) => name.endsWith('.ldb'))).toBe(true);
  await store.close();
  return at;
}

async function fileOf(at: string, ending: string): Promise<string> {
  return (await readdir(at)).findLast((name) => name.endsWith(ending) || name.startsWith(ending))!;
}

/** What a copy of a store holds after a change of one of its files. */
async function contentAfter(
  at: string,
  name: string,
  change: (path: string, bytes: Buffer) => Promise<unknown>,
): Promise<readonly string[] | string> {
  const copy = join(folder, 'copy');
  await rm(copy, { recursive: true, force: true });
  await cp(at, copy, { recursive: true });
  await change(join(copy, name), await readFile(join(copy, name)));
  return contentOf(copy);
}

function flipped(byte: number, bit: number) {
  return (path: string, bytes: Buffer): Promise<void> => {
    bytes[byte]! ^= 1 << bit;
    return writeFile(path, bytes);
  };
}

/** So many places of a length, the first and the last among them. */
function placesOf(length: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => Math.floor((at * (length - 1)) / (count - 1)));
}

const isDamaged = (name: string): RegExp =>
  new RegExp(`is damaged: its file ${name} is not as it was written\\. Nothing was changed\\..* restore a backup`);

describe('a store with a damaged file', () => {
  test('is refused for each bit that is not as it was written in its log', { timeout: 60_000 }, async () => {
    const at = await inLog();
    const name = await fileOf(at, '.log');
    const { length } = await readFile(join(at, name));
    // Heads of the first and the last fragments among them.
    const last = Array.from({ length: 150 }, (_, place) => length - 1 - place);
    for (const byte of [0, 1, 2, 3, 4, 5, 6, ...placesOf(length, 50), ...last])
      expect([byte, await contentAfter(at, name, flipped(byte, byte % 7))]).toEqual([
        byte,
        expect.stringMatching(isDamaged(name)),
      ]);
    expect(await contentOf(at)).toEqual(SAVED);
  });

  test('has what was saved before a write that did not come to its end', { timeout: 60_000 }, async () => {
    const at = await inLog();
    const name = await fileOf(at, '.log');
    const { length } = await readFile(join(at, name));
    for (const end of placesOf(length, 60)) {
      const left = await contentAfter(at, name, (path) => truncate(path, end));
      expect(left).toEqual(SAVED.slice(0, left.length));
    }
    // As some file systems leave a file whose last bytes were not written.
    const zeros = await contentAfter(at, name, (path, bytes) => writeFile(path, bytes.fill(0, length - 20)));
    expect(zeros).toEqual(SAVED.slice(0, -1));
  });

  test('is refused for each bit of a table that counts', { timeout: 60_000 }, async () => {
    const at = await inTables();
    const name = await fileOf(at, '.ldb');
    const { length } = await readFile(join(at, name));
    const whole = await contentOf(at);
    // Blocks of entries, of the filter and of the two indexes, which stand at the end and are read as they are.
    const ofBlocks = length - FOOT_BYTES;
    const atTheEnd = placesOf(Math.floor(ofBlocks / 10), 60).map((place) => ofBlocks - 1 - place);
    for (const byte of [...placesOf(ofBlocks, 30), ...atTheEnd])
      expect([byte, await contentAfter(at, name, flipped(byte, byte % 8))]).toEqual([
        byte,
        expect.stringMatching(isDamaged(name)),
      ]);
    // Of the foot, some thirty bytes mean nothing.
    for (const byte of placesOf(FOOT_BYTES, 10).map((place) => ofBlocks + place)) {
      const left = await contentAfter(at, name, flipped(byte, byte % 8));
      if (typeof left === 'string') expect(left).toMatch(isDamaged(name));
      else expect(left).toEqual(whole);
    }
    expect(await contentAfter(at, name, (path) => truncate(path, length - 1))).toMatch(isDamaged(name));
  });

  test('is refused when its log, a table, or its list of files is gone or damaged', async () => {
    const at = await inTables();
    const [log, table, list] = await Promise.all(['.log', '.ldb', 'MANIFEST'].map((part) => fileOf(at, part)));
    const without = (name: string): Promise<readonly string[] | string> => contentAfter(at, name, (path) => rm(path));
    expect(await without(log!)).toMatch(new RegExp(`is damaged: its file ${log} is missing`));
    expect(await without(table!)).toMatch(/is damaged: .*\.ldb/);
    expect(await without(list!)).toMatch(
      new RegExp(`is damaged: its file CURRENT names "${list}", which is not there`),
    );
    const { length } = await readFile(join(at, list!));
    for (const byte of placesOf(length, 40))
      expect([byte, await contentAfter(at, list!, flipped(byte, 3))]).toEqual([
        byte,
        expect.stringMatching(isDamaged(list!)),
      ]);
    expect(await contentAfter(at, 'CURRENT', flipped(3, 0))).toMatch(/is damaged: its file CURRENT names "MAN/);
  });
});

test('files that go while they are read say nothing of damage: whoever has the folder changes them', async () => {
  await writeFile(join(folder, 'CURRENT'), 'MANIFEST-000002\n');
  await symlink(join(folder, 'gone'), join(folder, 'MANIFEST-000002'));
  await expect(requireSound(folder)).resolves.toBeUndefined();
});

test('a store that could not be opened again once is opened by the next change', async () => {
  const at = join(folder, 'store');
  const store = await opened(at);
  await store.change({ add: [quad('http://x/0', 'kept')] });
  vi.spyOn(ClassicLevel.prototype, 'batch').mockImplementationOnce(() => {
    throw new Error('the disk is full');
  });
  await expect(store.change({ add: [quad('http://x/1', 'lost')] })).rejects.toThrow();
  vi.spyOn(GraphFiller.prototype, 'mend').mockRejectedValueOnce(new Error('the disk is full'));
  await expect(store.change({ add: [quad('http://x/1', 'lost')] })).rejects.toThrow(/cannot be read and written/);
  expect(await store.change({ add: [quad('http://x/2', 'new')] })).toBe(true);
  await store.close();
  expect(await contentOf(at)).toEqual(['kept', 'new']);
});

describe('a store whose folder is taken away while it is open', () => {
  test('says of a change during which it went that it may have been made', async () => {
    const at = join(folder, 'store');
    const store = await opened(at);
    await store.change({ add: [quad('http://x/0', 'kept')] });
    const { batch: begin } = ClassicLevel.prototype;
    vi.spyOn(ClassicLevel.prototype, 'batch').mockImplementationOnce(function (this: ClassicLevel) {
      const batch = (begin as () => ReturnType<ClassicLevel['batch']>).call(this);
      const write = batch.write.bind(batch);
      const andGo = async (options: Parameters<typeof write>[0]): Promise<void> => {
        await write(options);
        await rename(at, join(folder, 'elsewhere'));
      };
      return Object.assign(batch, { write: andGo });
    } as never);
    await expect(store.change({ add: [quad('http://x/1', 'made')] })).rejects.toMatchObject({
      message: expect.stringMatching(/is gone/) as string,
      outcome: 'unknown',
    });
    await rename(join(folder, 'elsewhere'), at);
    expect(await store.change({ add: [quad('http://x/2', 'new')] })).toBe(true);
    await store.close();
    expect(await contentOf(at)).toEqual(['kept', 'made', 'new']);
  });

  test('acknowledges no change, says so, and goes on when the folder is back', async () => {
    const at = join(folder, 'store');
    const store = await opened(at);
    await store.change({ add: [quad('http://x/0', 'kept')] });
    expect(await store.findFault()).toBeNull();
    await rename(at, join(folder, 'elsewhere'));
    expect(await store.findFault()).toMatch(/The folder .*store is gone, or another one is in its place/);
    await expect(store.change({ add: [quad('http://x/1', 'lost')] })).rejects.toThrow(/is gone/);
    await expect(store.change({ add: [quad('http://x/2', 'lost')] })).rejects.toThrow(/is gone/);
    // As a program leaves it that writes below it, or an operator.
    await mkdir(at);
    await expect(store.change({ add: [quad('http://x/3', 'lost')] })).rejects.toThrow(/is gone/);
    expect(await store.findFault()).toMatch(/is gone/);
    await rm(at, { recursive: true });
    await rename(join(folder, 'elsewhere'), at);
    expect(await store.change({ add: [quad('http://x/4', 'new')] })).toBe(true);
    expect(await store.findFault()).toBeNull();
    await store.close();
    // What was written into the file that had no name was not acknowledged; it is whole, or not there.
    expect((await contentOf(at)).slice(-1)).toEqual(['new']);
  });

  test('takes no other store for its own', async () => {
    const at = join(folder, 'store');
    const other = await opened(join(folder, 'other'));
    await other.change({ add: [quad('http://x/0', 'of another')] });
    await other.close();
    const store = await opened(at);
    await store.change({ add: [quad('http://x/0', 'kept')] });
    await rename(at, join(folder, 'elsewhere'));
    await rename(join(folder, 'other'), at);
    await expect(store.change({ add: [quad('http://x/1', 'lost')] })).rejects.toThrow(/another one is in its place/);
    await expect(store.change({ add: [quad('http://x/1', 'lost')] })).rejects.toThrow(/another one is in its place/);
    await store.close();
    expect(await contentOf(at)).toEqual(['of another']);
  });
});
