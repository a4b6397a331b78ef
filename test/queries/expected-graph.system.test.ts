import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { QueryPool } from '../../src/queries/query-pool.ts';
import { readNTriples } from '../../src/rdf/read-ntriples.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { Spool } from '../../src/streaming/spool.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { tableOf, type TripleTable } from '../../src/vocabulary/triple-table.ts';

const BASE = 'http://localhost:4000';
const GRAPH = `${BASE}/graph/vocabulary`;
const OTHER = `${BASE}/graph/ontology`;
const HUB = hubNamespaces(BASE);
const table = (text: string): TripleTable => tableOf(readNTriples(`<urn:a> <urn:b> "${text}" .\n`), HUB);

let folder: string;
let spool: Spool;
let pool: QueryPool;
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
  const options = { longQueries: 1, timeoutMs: 20_000, queue: 4, timing: DEFAULT_TIMING };
  pool = new QueryPool({ ...options, dataset: () => dataset, findGraph: async () => null }, spool);
  return async () => {
    pool.stop();
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

test('a process that got a graph of the version in use is not given it again', async () => {
  pool.start();
  pool.expect('v2', GRAPH, table('got before'));
  await pool.prepare();
  expect(await ask()).toEqual(['got before', 'of the ontology']);
});

test('one that got a graph of another version answers nothing', async () => {
  pool.start();
  pool.expect('v1', GRAPH, table('got before'));
  expect(await ask()).toEqual(['given', 'of the ontology']);
});

test('where no process waits for its graphs, nothing is sent', async () => {
  pool.expect('v2', GRAPH, table('got before'));
  expect(await ask()).toEqual(['given', 'of the ontology']);
});
