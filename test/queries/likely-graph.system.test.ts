import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { forkQueryProcess, sendLikely } from '../../src/queries/fork-query-process.ts';
import { ImageKeeper } from '../../src/queries/image-keeper.ts';
import { QueryPool } from '../../src/queries/query-pool.ts';
import { readNTriples } from '../../src/rdf/read-ntriples.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { Spool } from '../../src/streaming/spool.ts';
import { PATIENT_TIMING } from '../support/patient-timing.ts';
import { KeptTable } from '../../src/vocabulary/registry/kept-table.ts';
import type { TripleTable } from '../../src/vocabulary/triple-table.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';

const BASE = 'http://localhost:4000';
const GRAPH = `${BASE}/graph/vocabulary`;
const OTHER = `${BASE}/graph/ontology`;
const HUB = hubNamespaces(BASE);
/** What an image has nothing of. */
const unused = { prefixes: new Map(), baseIri: BASE, furtherGraphs: null };
const table = (text: string): TripleTable => tableOf(readNTriples(`<urn:a> <urn:b> "${text}" .\n`), HUB);

let folder: string;
let spool: Spool;
let pool: QueryPool;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-expected-'));
  spool = new Spool({ folder, maxBytes: 2 ** 30, maxAnswerBytes: 2 ** 28, timing: { killedMs: 10 } });
  await spool.start();
  const dataset = {
    version: 'v2',
    defaultGraph: GRAPH,
    graphs: new Map([
      [GRAPH, table('given')],
      [OTHER, table('of the ontology')],
    ]),
    prefixes: new Map(),
    baseIri: `${BASE}/sparql`,
    furtherGraphs: null,
  };
  const options = { longQueries: 1, timeoutMs: 80_000, queue: 4, timing: PATIENT_TIMING };
  pool = new QueryPool({ ...options, dataset: () => dataset, findGraph: async () => null }, spool);
  return async () => {
    pool.stop();
    for (const child of children.splice(0)) child.kill('SIGKILL');
    spool.stop();
    await rm(folder, { recursive: true });
  };
});

async function ask(): Promise<string[]> {
  const { output } = await pool.run(
    {
      text: `SELECT ?o { { ?s ?p ?o } UNION { GRAPH <${OTHER}> { ?s ?p ?o } } }`,
      dataset: { defaultGraphs: [], namedGraphs: [] },
      formats: { table: 'csv', boolean: 'json', graph: 'ttl' },
    },
    { client: '192.0.2.1' },
  );
  const [, ...rows] = (await output.text(2 ** 20)).trim().split(/\r?\n/);
  return rows.toSorted();
}

/** A process that loaded what this file holds before it was told what is in use. */
async function startWith(...files: string[]): Promise<void> {
  const child = forkQueryProcess();
  sendLikely(child, { graph: GRAPH, files, baseUrl: BASE });
  children.push(child);
  pool.start(child);
  await pool.prepare();
}

/** The file of a version. */
async function fileOf(version: string): Promise<string> {
  const path = join(folder, `${version}.table`);
  await new KeptTable(path, HUB).write({ revision: 'any', version, triples: table('loaded before') });
  return path;
}

test('a process that loaded the version in use is not given it again', async () => {
  await startWith(join(folder, 'none.table'), await fileOf('v2'), await fileOf('v1'));
  expect(await ask()).toEqual(['loaded before', 'of the ontology']);
  expect(pool.load.processes).toBe(1);
});

test('one that loaded another version is given the one in use, and nothing is left of the other', async () => {
  await startWith(await fileOf('v1'), await fileOf('v2'));
  expect(await ask()).toEqual(['given', 'of the ontology']);
  expect(pool.load.processes).toBe(1);
});

test('one that finds no sound file is given the version in use', async () => {
  const path = await fileOf('v2');
  const bytes = await readFile(path);
  bytes[bytes.length - 1]! ^= 1;
  await writeFile(path, bytes);
  await startWith(path);
  expect(await ask()).toEqual(['given', 'of the ontology']);
});

test('one that has ended is not used', async () => {
  const child = forkQueryProcess();
  sendLikely(child, { graph: GRAPH, files: [await fileOf('v2')], baseUrl: BASE });
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  pool.start(child);
  expect(await ask()).toEqual(['given', 'of the ontology']);
});

test('a pool that is stopped ends the one that it gets', async () => {
  pool.stop();
  const child = forkQueryProcess();
  const ended = once(child, 'exit');
  pool.start(child);
  expect(await ended).toEqual([null, 'SIGKILL']);
});

test('an image of another version than the file is not used: the file is', async () => {
  const image = join(folder, 'in-use.engine');
  const keeper = new ImageKeeper(image, { ...PATIENT_TIMING, keepMs: 1 }, 0);
  keeper.note({ version: 'v1', defaultGraph: GRAPH, graphs: new Map([[GRAPH, table('in the image')]]), ...unused });
  while (!existsSync(image)) await wait(10);
  const child = forkQueryProcess();
  sendLikely(child, { graph: GRAPH, image, files: [await fileOf('v2')], baseUrl: BASE });
  children.push(child);
  pool.start(child);
  expect(await ask()).toEqual(['loaded before', 'of the ontology']);
});
