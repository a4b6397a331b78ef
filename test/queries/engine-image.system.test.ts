import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { engineKey, hasImage, readEngine } from '../../src/queries/engine-image.ts';
import { forkQueryProcess } from '../../src/queries/fork-query-process.ts';
import { ImageKeeper } from '../../src/queries/image-keeper.ts';
import type { ToQueryProcess } from '../../src/queries/messages.ts';
import type { PublicDataset } from '../../src/queries/public-dataset.ts';
import { QueryPool } from '../../src/queries/query-pool.ts';
import { readNTriples } from '../../src/rdf/read-ntriples.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { Spool } from '../../src/streaming/spool.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';

const BASE = 'http://localhost:4000';
const GRAPH = `${BASE}/graph/vocabulary`;
const TIMING = { ...DEFAULT_TIMING, keepMs: 1 };
const PATIENTLY = { timeout: 60_000 };
const ENGINE = engineKey(readEngine());

let folder: string;
let path: string;
let spool: Spool;
const pools: QueryPool[] = [];
const keepers: ImageKeeper[] = [];
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-image-'));
  path = join(folder, 'vocabulary', 'in-use.engine');
  spool = new Spool({
    folder: join(folder, 'spool'),
    maxBytes: 2 ** 30,
    maxAnswerBytes: 2 ** 28,
    timing: { killedMs: 10 },
  });
  await spool.start();
  return async () => {
    for (const one of [...pools.splice(0), ...keepers.splice(0)]) one.stop();
    for (const child of children.splice(0)) child.kill('SIGKILL');
    spool.stop();
    await rm(folder, { recursive: true });
  };
});

/** A version whose triple says where a process has it from. */
function datasetOf(version: string, text: string): PublicDataset {
  const triples = tableOf(readNTriples(`<urn:a> <urn:b> "${text}" .\n`), hubNamespaces(BASE));
  const graphs = new Map([[GRAPH, triples]]);
  return { version, defaultGraph: GRAPH, graphs, prefixes: new Map(), baseIri: `${BASE}/sparql`, furtherGraphs: null };
}

function newKeeper(leastFreeBytes = 0): ImageKeeper {
  const keeper = new ImageKeeper(path, TIMING, leastFreeBytes);
  keepers.push(keeper);
  return keeper;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(10);
}
const isThere = (version: string): boolean => hasImage(path, ENGINE, { graph: GRAPH, version });

/** Makes the image of a version. */
async function makeImage(version: string, text = 'in the image'): Promise<void> {
  newKeeper().note(datasetOf(version, text));
  await until(() => isThere(version));
}

/** A pool whose processes are given this version where they do not have it from the image. */
function startPool(version: string): QueryPool {
  const dataset = datasetOf(version, 'given');
  const pool = new QueryPool(
    {
      longQueries: 1,
      timeoutMs: 20_000,
      queue: 4,
      timing: { ...TIMING, keepMs: 100_000 },
      dataset: () => dataset,
      findGraph: async () => null,
      likely: { graph: GRAPH, image: path, files: [], baseUrl: BASE },
    },
    spool,
  );
  pools.push(pool);
  return pool;
}

async function ask(pool: QueryPool, text = 'SELECT ?o { ?s ?p ?o }'): Promise<string> {
  const { output } = await pool.run(
    {
      text,
      dataset: { defaultGraphs: [], namedGraphs: [] },
      formats: { table: 'csv', boolean: 'json', graph: 'ttl' },
    },
    { client: '192.0.2.1' },
  );
  return (await output.text(2 ** 20)).trim().split(/\r?\n/).slice(1).join(' ');
}

test('a process begins from the image of the version in use, and answers as one that read it', PATIENTLY, async () => {
  await makeImage('v1');
  const pool = startPool('v1');
  expect(await ask(pool)).toBe('in the image');
  expect(await ask(pool, `SELECT ?o { GRAPH <${GRAPH}> { ?s <urn:b> ?o FILTER(LANG(?o) = "") } }`)).toBe(
    'in the image',
  );
  expect(await ask(pool, 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o . ?s ?q ?o }')).toBe('1');
});

test('what is random is another in each process of an image', PATIENTLY, async () => {
  await makeImage('v1');
  const RANDOM = 'SELECT (UUID() AS ?u) (RAND() AS ?r) {}';
  const [first, second] = await Promise.all([ask(startPool('v1'), RANDOM), ask(startPool('v1'), RANDOM)]);
  expect(first).toMatch(/^urn:uuid:.*,0\.\d+$/);
  expect(first).not.toBe(second);
});

test('of the image of another version nothing is left', PATIENTLY, async () => {
  await makeImage('v1');
  expect(await ask(startPool('v2'))).toBe('given');
  await makeImage('v2');
  expect(isThere('v1')).toBe(false);
  expect(await ask(startPool('v2'))).toBe('in the image');
});

test.each(['a byte is another', 'the end is missing', 'it is of another release'])(
  'an image of which %s is as none',
  PATIENTLY,
  async (how) => {
    await makeImage('v1');
    const bytes = await readFile(path);
    if (how.startsWith('a byte')) bytes[bytes.length - 100]! ^= 1;
    // The key of the engine, which stands in the head.
    if (how.startsWith('it is of')) bytes.write('9', bytes.indexOf(`"engine":${ENGINE}`) + '"engine":'.length);
    await writeFile(path, how.startsWith('the end') ? bytes.subarray(0, bytes.length / 2) : bytes);
    const pool = startPool('v1');
    expect(await ask(pool)).toBe('given');
    expect(await ask(pool, 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }')).toBe('1');
    await makeImage('v1', 'made again');
    expect(await ask(startPool('v1'))).toBe('made again');
  },
);

test('no image is made where something could not be loaded', PATIENTLY, async () => {
  await makeImage('v1');
  const child = forkQueryProcess();
  children.push(child);
  const ended = once(child, 'exit');
  for (const message of [
    { kind: 'triples', graph: GRAPH, ntriples: Buffer.from('<urn:a> <urn:b> "half" .\n') },
    { kind: 'triples', graph: GRAPH, ntriples: Buffer.from('<urn:a> <urn:b> .\n') },
    { kind: 'keep', graph: GRAPH, version: 'v2', path },
  ] satisfies ToQueryProcess[])
    child.send(message);
  expect(await ended).toEqual([0, null]);
  expect(isThere('v1')).toBe(true);
});

test(
  'a process that is killed while it writes leaves the image as it was, and the next one ends what it began',
  PATIENTLY,
  async () => {
    await makeImage('v1');
    // A pipe takes no more than its beginning.
    execFileSync('mkfifo', [`${path}.part`]);
    const child = forkQueryProcess();
    children.push(child);
    const ended = once(child, 'exit');
    for (const message of [
      { kind: 'triples', graph: GRAPH, ntriples: Buffer.from('<urn:a> <urn:b> "half" .\n') },
      { kind: 'keep', graph: GRAPH, version: 'v2', path },
    ] satisfies ToQueryProcess[])
      child.send(message);
    const draft = createReadStream(`${path}.part`);
    await once(draft, 'readable');
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    draft.destroy();
    expect((await readdir(join(path, '..'))).toSorted()).toEqual(['in-use.engine', 'in-use.engine.part']);
    expect(await ask(startPool('v1'))).toBe('in the image');
    await makeImage('v2');
    expect(await readdir(join(path, '..'))).toEqual(['in-use.engine']);
  },
);

test(
  'an image that is there is not made again, and one that the disk has no room for is removed',
  PATIENTLY,
  async () => {
    await makeImage('v1');
    const { ino } = await stat(path);
    const keeper = newKeeper();
    keeper.note(datasetOf('v1', 'of another'));
    await wait(1_000);
    expect((await stat(path)).ino).toBe(ino);
    newKeeper(Infinity).note(datasetOf('v1', 'of another'));
    await until(() => !existsSync(path));
    expect(await ask(startPool('v1'))).toBe('given');
  },
);

test('of versions that follow each other quickly the last one has an image', PATIENTLY, async () => {
  const keeper = newKeeper();
  for (const version of ['v1', 'v2', 'v3']) {
    keeper.note(datasetOf(version, 'in the image'));
    await wait(50);
  }
  await until(() => isThere('v3'));
  expect(await ask(startPool('v3'))).toBe('in the image');
});
