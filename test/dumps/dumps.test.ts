import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Piscina } from 'piscina';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dumps, type Dump, type WantedDump } from '../../src/dumps/dumps.ts';
import { HubError } from '../../src/errors.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { tableOf } from '../../src/vocabulary/triple-table.ts';

const HUB = hubNamespaces('http://localhost:4000');
const [VERSION, OTHER] = ['a'.repeat(64), 'b'.repeat(64)] as const;
const CALLER = { client: '192.0.2.1' };
const TURTLE: WantedDump = { version: VERSION, format: 'ttl', coding: null, isWhole: false };

/** So many terms, each with a long text. */
function triplesOf(count: number): Triple[] {
  return Array.from({ length: count }, (_, i) => ({
    s: { type: 'uri', value: `${HUB.vocabulary}term_${i}` },
    p: 'http://www.w3.org/2004/02/skos/core#definition',
    o: { type: 'literal', value: `${'a long text '.repeat(40)}${i}`, 'xml:lang': 'en' },
  }));
}

let folder: string;
let dumps: Dumps;
const warned: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dumps-'));
  dumps = start();
  warned.length = 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await dumps.close();
  await rm(folder, { recursive: true });
});

function start(options: Partial<ConstructorParameters<typeof Dumps>[0]> = {}, count = 200): Dumps {
  return new Dumps({
    folder,
    hub: HUB,
    current: () => ({ version: VERSION, triples: { length: 0 } }),
    findVersion: async (version) => ({ version, content: tableOf(triplesOf(count), HUB).columns }),
    log: { warn: (_fields, message) => void warned.push(message) },
    timing: { comparisonIdleMs: 100 },
    ...options,
  });
}

async function read(dump: Dump): Promise<Buffer> {
  if ('growing' in dump) return Buffer.from(await textOf(dump.growing));
  try {
    return await dump.file.readFile();
  } finally {
    await dump.file.close();
  }
}

const open = async (wanted: Partial<WantedDump> = {}): Promise<Buffer> =>
  read(await dumps.open({ ...TURTLE, ...wanted }, CALLER));

test('a dump is written once for all who ask for it, and after a restart it is there', async () => {
  const threads = vi.spyOn(Piscina.prototype, 'run');
  const [first, second] = await Promise.all([open(), open()]);
  expect(first.toString()).toContain('<term_199>');
  expect(second).toEqual(first);
  await dumps.close();
  dumps = start();
  expect(await open()).toEqual(first);
  expect(threads).toHaveBeenCalledTimes(1);
});

test('it is compressed once, and the same when it is decompressed', async () => {
  const plain = await open();
  const [gzip, br] = await Promise.all([open({ coding: 'gzip' }), open({ coding: 'br' })]);
  expect(gunzipSync(gzip)).toEqual(plain);
  expect(brotliDecompressSync(br)).toEqual(plain);
  const files = await readdir(folder);
  expect(await open()).toEqual(plain);
  expect(await open({ coding: 'gzip' })).toEqual(gzip);
  expect(await readdir(folder)).toEqual(files);
});

test.each([
  ['cut', (path: string) => truncate(path, 100)],
  ['changed', (path: string) => writeFile(path, 'something else')],
  ['emptied', (path: string) => writeFile(path, '')],
])('a file that was %s, while the hub ran or before, is made again and not served', async (_what, damage) => {
  const sound = await open();
  for (const restart of [false, true]) {
    const [name] = await readdir(folder);
    await damage(join(folder, name!));
    if (restart) {
      await dumps.close();
      dumps = start();
    }
    expect(await open()).toEqual(sound);
    expect(await readFile(join(folder, name!))).toEqual(sound);
  }
  expect(warned).toHaveLength(2);
});

test('what a crash left half written, and what another release wrote, is removed', async () => {
  const left = ['5b1d.part', `${VERSION}.0000.ttl.${OTHER}`];
  for (const name of left) await writeFile(join(folder, name), 'half of it');
  await writeFile(join(folder, 'README'), 'of somebody');
  const sound = await open();
  expect(sound.toString()).not.toContain('half of it');
  const names = await readdir(folder);
  expect(names).toHaveLength(2);
  expect(names).toContain('README');
});

test('of a version in use with many triples each dump comes from its first byte on', async () => {
  await dumps.close();
  dumps = start({ current: () => ({ version: VERSION, triples: { length: 1_000_000 } }) }, 20_000);
  const growing = await dumps.open(TURTLE, CALLER);
  expect(growing).toHaveProperty('growing');
  expect((await read(growing)).toString()).toContain('<term_19999>');
  // Of one that is not in use it is not known.
  const other = await dumps.open({ ...TURTLE, version: '9'.repeat(64) }, CALLER);
  expect(other).toHaveProperty('size');
  await read(other);
});

test('a long dump comes while it is being written, whole to who needs the whole', async () => {
  await dumps.close();
  dumps = start({ maxAwaitedBytes: 1000 }, 20_000);
  const growing = await dumps.open(TURTLE, CALLER);
  expect(growing).toHaveProperty('growing');
  const whole = await dumps.open({ ...TURTLE, isWhole: true }, CALLER);
  expect(whole).toHaveProperty('size');
  expect((await read(growing)).equals(await read(whole))).toBe(true);
  // What is not compressed yet comes as it is.
  const plain = await dumps.open({ ...TURTLE, coding: 'gzip' }, CALLER);
  expect(plain).toMatchObject({ coding: null });
  await read(plain);
});

test('dumps of versions that are not in use are dropped, the oldest first, when they are too large together', async () => {
  await dumps.close();
  dumps = start({ maxOtherBytes: 1000 });
  await open();
  await open({ version: OTHER });
  await open({ version: 'c'.repeat(64) });
  const kept = (await readdir(folder)).map((name) => name.slice(0, 1));
  expect(kept.toSorted()).toEqual(['a', 'c']);
});

test('who asks for what cannot be written learns why', async () => {
  await dumps.close();
  const missing = new HubError('not-found', 'The hub has no such version.');
  dumps = start({ findVersion: () => Promise.reject(missing) });
  await expect(open()).rejects.toBe(missing);
  await dumps.close();
  await writeFile(join(folder, 'file'), '');
  dumps = start({ folder: join(folder, 'file', 'dumps') });
  await expect(open()).rejects.toThrow('ENOTDIR');
  expect(await readdir(folder)).toEqual(['file']);
});
