import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text as textOf } from 'node:stream/consumers';
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib';
import { Piscina } from 'piscina';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compressInto } from '../../src/dumps/compress-dump.ts';
import { Dumps, type Dump, type WantedDump } from '../../src/dumps/dumps.ts';
import { GrowingFile } from '../../src/dumps/growing-file.ts';
import { HubError } from '../../src/errors.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import { doAtOnce } from '../../src/vocabulary/steps.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { describeInSteps } from '../../src/vocabulary/versions/describe-version.ts';

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
    current: () => ({ version: VERSION }),
    findVersion: async (version) => ({ stored: { version, content: tableOf(triplesOf(count), HUB).columns } }),
    log: { warn: (_fields, message) => void warned.push(message) },
    timing: { comparisonIdleMs: 100 },
    ...options,
  });
}

async function read(dump: Dump): Promise<Buffer> {
  if ('growing' in dump) return buffer(dump.growing);
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

describe('while a dump is being written', () => {
  /** The thread, which writes a piece of a dump and the rest when it may. */
  let goOn: (error?: Error) => void;
  const [BEGINNING, REST] = ['the beginning, '.repeat(1000), 'the rest'];
  beforeEach(() => {
    const allowed = new Promise<void>((resolve, reject) => {
      goOn = (error) => (error === undefined ? resolve() : reject(error));
    });
    // The thread may still be writing the piece before it when it is told to fail.
    allowed.catch(() => {});
    vi.spyOn(Piscina.prototype, 'run').mockImplementation(async ({ path }: { readonly path: string }) => {
      await writeFile(path, BEGINNING);
      await allowed;
      await appendFile(path, REST);
      return {
        digest: createHash('sha256')
          .update(BEGINNING + REST)
          .digest('hex'),
      };
    });
  });

  async function begin(wanted: Partial<WantedDump> = {}): Promise<Readable> {
    const dump = await dumps.open({ ...TURTLE, ...wanted }, CALLER);
    if (!('growing' in dump)) throw new Error('it is whole already');
    return dump.growing;
  }

  const firstOf = async (bytes: Readable): Promise<string> => String((await once(bytes, 'data'))[0]);
  const isMade = () =>
    vi.waitFor(async () => {
      const dump = await dumps.open(TURTLE, CALLER);
      await read(dump);
      expect(dump).toHaveProperty('size');
    });

  test('who asks first has its beginning before the rest is made, and whoever asks meanwhile has it, too', async () => {
    const readers = [await begin(), await begin()];
    for (const reader of readers) expect(await firstOf(reader)).toBe(BEGINNING);
    goOn();
    expect(await Promise.all(readers.map((reader) => textOf(reader)))).toEqual([REST, REST]);
  });

  test.each([
    ['gzip', createGunzip],
    ['br', createBrotliDecompress],
  ] as const)('%s can be decompressed as far as the text is made', async (coding, decompress) => {
    const text = (await begin({ coding })).pipe(decompress());
    const first = await firstOf(text);
    expect(first).not.toBe('');
    expect(BEGINNING.startsWith(first)).toBe(true);
    goOn();
    expect(first + (await textOf(text))).toBe(BEGINNING + REST);
  });

  test('who leaves takes it from nobody, and leaves no half of it', async () => {
    const [leaving, staying] = [await begin(), await begin()];
    leaving.destroy();
    goOn();
    expect(await textOf(staying)).toBe(BEGINNING + REST);
    await isMade();
    expect(await readdir(folder)).toEqual([expect.stringMatching(/\.ttl\.[0-9a-f]{64}$/)]);
  });

  test('who leaves before there is any of it waits no more, and takes it from nobody', async () => {
    const findVersion = vi.fn(() => new Promise<never>(() => {}));
    const waiting = start({ findVersion });
    const gone = new AbortController();
    const answers = [null, 'br' as const].map((coding) =>
      waiting.open({ ...TURTLE, coding }, { ...CALLER, signal: gone.signal }),
    );
    await vi.waitFor(() => expect(findVersion).toHaveBeenCalled());
    gone.abort(new Error('the client is gone'));
    for (const answer of answers) await expect(answer).rejects.toThrow('the client is gone');

    const asked = new AbortController();
    const leaving = dumps.open({ ...TURTLE, coding: 'gzip' }, { ...CALLER, signal: asked.signal });
    asked.abort(new Error('the client is gone'));
    await expect(leaving).rejects.toThrow('the client is gone');
    goOn();
    expect(gunzipSync(await open({ coding: 'gzip' })).toString()).toBe(BEGINNING + REST);
  });

  test('a hundred who wait for more of it look at its size together', async () => {
    const readers = await Promise.all(Array.from({ length: 100 }, () => begin()));
    for (const reader of readers) expect(await firstOf(reader)).toBe(BEGINNING);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(timers.mock.calls.length).toBeLessThan(60);
    timers.mockRestore();
    goOn();
    expect(new Set(await Promise.all(readers.map((reader) => textOf(reader))))).toEqual(new Set([REST]));
  });

  test('it is kept when all who asked have left', async () => {
    (await begin()).destroy();
    goOn();
    await isMade();
    expect((await open()).toString()).toBe(BEGINNING + REST);
  });

  test('who needs the whole waits for it', async () => {
    const whole = dumps.open({ ...TURTLE, isWhole: true }, CALLER);
    const growing = await begin();
    goOn();
    expect((await read(await whole)).toString()).toBe(BEGINNING + REST);
    expect(await textOf(growing)).toBe(BEGINNING + REST);
  });

  test.each([null, 'gzip', 'br'] as const)('what fails then (%s) ends for nobody, and is made anew', async (coding) => {
    const reader = await begin({ coding });
    goOn(new Error('the disk is gone'));
    await expect(textOf(reader)).rejects.toThrow('the disk is gone');
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
    vi.restoreAllMocks();
    expect((await open()).toString()).toContain('<term_199>');
  });

  test('one whose folder is removed meanwhile is asked for again, and made anew', async () => {
    const whole = dumps.open({ ...TURTLE, isWhole: true }, CALLER);
    await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(1));
    await rm(folder, { recursive: true });
    goOn();
    await expect(whole).rejects.toMatchObject({ code: 'converter-busy', message: expect.stringContaining('ENOENT') });
    vi.restoreAllMocks();
    expect((await open()).toString()).toContain('<term_199>');
  });

  test('a hub that stops ends no answer with a half, and the next one makes the whole', async () => {
    const reader = await begin({ coding: 'gzip' });
    const closing = dumps.close();
    goOn(new Error('the thread is ended'));
    await expect(textOf(reader)).rejects.toThrow();
    await closing;
    vi.restoreAllMocks();
    dumps = start();
    expect((await open()).toString()).toContain('<term_199>');
  });
});

test('who waits for each of many pieces of a file leaves no listener behind', async () => {
  const path = join(folder, 'growing');
  let end = (): void => {};
  const file = new GrowingFile(path, new Promise<void>((resolve) => (end = resolve)));
  const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
  await writeFile(path, 'piece 0\n');
  const reader = (await file.read())!;
  await once(reader, 'data');
  for (let i = 1; i <= 30; i++) {
    // It may come before the file is closed again.
    const next = once(reader, 'data');
    await appendFile(path, `piece ${i}\n`);
    await next;
  }
  end();
  await once(reader.resume(), 'end');
  const count = ({ mock }: typeof added | typeof removed): number =>
    mock.calls.filter(([type]) => type === 'abort').length;
  expect(count(added)).toBeGreaterThan(20);
  expect(count(removed)).toBe(count(added));
});

test.each(['gzip', 'br'] as const)('a text is the same bytes in %s, in whichever pieces it came', async (coding) => {
  const text = Buffer.from(Array.from({ length: 60_000 }, (_, i) => `${i * 7919} is not ${i % 97}.\n`).join(''));
  const digests = new Set<string>();
  for (const size of [1, 5000, 65_536, text.length]) {
    const pieces = [text.subarray(0, 100), text.subarray(100, 3000 + (size % 5000))];
    let at = pieces[0]!.length + pieces[1]!.length;
    for (let i = 0; at < text.length; at = i) pieces.push(text.subarray(at, (i = at + Math.max(size, 999 + (i % 77)))));
    const path = join(folder, `${size}`);
    digests.add(await compressInto(path, Readable.from(pieces), coding, new AbortController().signal));
  }
  expect(digests.size).toBe(1);
});

test.each(RDF_FORMATS)(
  'of the version in use %s begins before the thread is there, and is the same bytes',
  async (format) => {
    const found = await open({ format });
    await dumps.close();
    await rm(folder, { recursive: true });
    const table = tableOf(triplesOf(200), HUB);
    const description = tableOf(doAtOnce(describeInSteps(table, VERSION, HUB)), HUB);
    dumps = start({
      findVersion: async (version) => ({
        stored: { version, content: table.columns },
        inUse: { triples: table, description, prefixes: new Map() },
      }),
    });
    let goOn = (): void => {};
    const { run } = Piscina.prototype;
    vi.spyOn(Piscina.prototype, 'run').mockImplementation(async function (this: Piscina, ...task) {
      await new Promise<void>((resolve) => (goOn = resolve));
      return run.apply(this, task) as Promise<unknown>;
    });
    const { growing } = (await dumps.open({ ...TURTLE, format }, CALLER)) as { growing: Readable };
    const [beginning] = (await once(growing, 'data')) as [Buffer];
    goOn();
    expect(Buffer.concat([beginning, await buffer(growing)]).equals(found)).toBe(true);
    expect((await open({ format })).equals(found)).toBe(true);
  },
);

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
