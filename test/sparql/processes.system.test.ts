import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { graphPieces } from '../../src/queries/graph-pieces.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app.ts';
import { EMPTY_LEXICON } from '../support/empty-lexicon.ts';
import { portOf, startMain } from '../support/hub-process.ts';
import { fixedGraphs } from './public-graphs.ts';

/** Runs until it is ended. */
const RUNAWAY = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }';
const GOOD = 'ASK { ?s ?p ?o }';
/** On a machine that does much else, a process takes its time to start. */
const PATIENTLY = { timeout: 60_000 };
const TRUE = { head: {}, boolean: true };

const TINY = { 'urn:graph': '<urn:a> <urn:b> <urn:c> .\n' };
/** So many that their number to the fourth is never counted. */
const MANY = {
  'urn:graph': Array.from({ length: 2_000 }, (_, at) => `<urn:a${at}> <urn:b> <urn:c> .\n`).join(''),
};

const hubs = new Set<TestApp>();
async function start(options: TestAppOptions): Promise<TestApp> {
  const hub = await createTestApp({ lexicon: EMPTY_LEXICON, publicGraphs: fixedGraphs(MANY), ...options });
  hubs.add(hub);
  return hub;
}
afterEach(async () => {
  await Promise.all([...hubs].map((hub) => hub.stop()));
  hubs.clear();
});

function ask(url: string, query: string, client = '192.0.2.1', signal: AbortSignal | null = null): Promise<Response> {
  const headers = { 'content-type': 'application/sparql-query', 'x-forwarded-for': client };
  return fetch(`${url}/sparql`, { method: 'POST', headers, body: query, signal });
}

/** Null when there was no answer. */
const statusOf = (asked: Promise<Response>): Promise<number | null> =>
  asked.then(
    ({ status }) => status,
    () => null,
  );

/** The processes that a process started, from `/proc`: these tests need Linux. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function isRunning(pid: number): boolean {
  try {
    // One that nobody has asked after is no more running than one that is gone.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** The processes that run queries. */
function queryProcesses(pid = process.pid): number[] {
  return childrenOf(pid).filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('query-process');
    } catch {
      return false;
    }
  });
}

test('none is started before the first query unless one is to be ready, and all end with the hub', async () => {
  const hub = await start({ publicGraphs: fixedGraphs(TINY) });
  await (await fetch(`${hub.url}/sparql`)).text();
  expect(queryProcesses()).toEqual([]);
  expect(await (await ask(hub.url, GOOD)).json()).toEqual(TRUE);
  expect(queryProcesses().length).toBeGreaterThan(0);
  await hub.stop();
  hubs.delete(hub);
  await expect.poll(() => queryProcesses(), PATIENTLY).toEqual([]);
});

test('a process that answered is used again, and knows nothing of the surroundings of the hub', async () => {
  const hub = await start({ publicGraphs: fixedGraphs(TINY) });
  await (await ask(hub.url, GOOD)).text();
  const [first] = queryProcesses();
  expect(readFileSync(`/proc/${first}/environ`, 'utf8')).not.toMatch(/PATH=/);
  for (let at = 0; at < 5; at++) expect(await (await ask(hub.url, GOOD)).json()).toEqual(TRUE);
  expect(queryProcesses()).toContain(first);
});

describe('ten queries that never end', () => {
  test('keep nobody else waiting', async () => {
    // They end when all others have been answered. On a busy machine a process takes seconds to start, and a good query is not quick.
    const hub = await start({
      config: { trustedProxies: 1, sparqlTimeoutMs: 600_000 },
      timing: { queryQueueMs: 600_000, queryStartMs: 200_000, quickMs: 2_000 },
    });
    await (await ask(hub.url, GOOD)).text();
    const over = new AbortController();
    let ended = 0;
    const runaways = Array.from({ length: 10 }, () =>
      statusOf(ask(hub.url, RUNAWAY, '192.0.2.66', over.signal)).finally(() => ended++),
    );
    await expect.poll(() => hub.app.queries.load.inside, PATIENTLY).toBeGreaterThan(1);
    const readOn = async (kind: string, times: number, read: () => Promise<Response>): Promise<void> => {
      for (let at = 0; at < times; at++) {
        const response = await read();
        expect({ kind, status: response.status }).toMatchObject({ status: 200 });
        await response.text();
      }
    };
    /** Also for who sent them, or has one address with who sent them. */
    const readOwn = async (): Promise<void> => {
      expect(await (await ask(hub.url, GOOD, '192.0.2.66')).json()).toEqual(TRUE);
    };
    const client = { 'x-forwarded-for': '192.0.2.1' };
    const graphql = { method: 'POST', headers: { 'content-type': 'application/json', ...client } };
    const query = '{"query":"{ categories { name } }"}';
    await Promise.all([
      readOn('rest', 25, () => fetch(`${hub.url}/api/categories`, { headers: client })),
      readOn('graphql', 25, () => fetch(`${hub.url}/graphql`, { ...graphql, body: query })),
      readOn('sparql', 5, () => ask(hub.url, GOOD, '192.0.2.2')),
      readOwn(),
    ]);
    expect(ended).toBe(0);
    over.abort();
    await Promise.all(runaways);
    await expect.poll(() => hub.app.queries.load, PATIENTLY).toMatchObject({ inside: 0, waiting: 0 });
  }, 300_000);

  test('are all told so when their time is over', async () => {
    const hub = await start({ config: { sparqlTimeoutMs: 500 }, timing: { queryQueueMs: 600_000, quickMs: 100 } });
    const runaways = await Promise.all(Array.from({ length: 10 }, () => statusOf(ask(hub.url, RUNAWAY))));
    expect(new Set(runaways)).toEqual(new Set([503]));
    expect(hub.app.queries.load.inside).toBe(0);
  }, 300_000);
});

test('who waits too long is told to come back', async () => {
  const hub = await start({ config: { sparqlWorkers: 1, sparqlTimeoutMs: 1_500 }, timing: { queryQueueMs: 200 } });
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(hub.url, RUNAWAY)));
  const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ type: string }>));
  const codes = bodies.map(({ type }) => type.slice(type.lastIndexOf('/') + 1));
  expect(codes).toContain('sparql-busy');
  expect(codes).toContain('query-timeout');
  for (const answer of answers) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a process that does not start in time is 503, and the next one is tried', async () => {
  const hub = await start({ publicGraphs: fixedGraphs(TINY), timing: { queryStartMs: 1 } });
  const refused = await ask(hub.url, GOOD);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await refused.json()) as { type: string }).toMatchObject({
    type: expect.stringContaining('sparql-busy') as string,
  });
  await expect.poll(() => hub.app.queries.load, PATIENTLY).toEqual({ inside: 0, waiting: 0, processes: 0 });
  expect((await ask(hub.url, GOOD)).status).toBe(503);
});

test('a query ends when its client is gone', async () => {
  const hub = await start({ config: { sparqlTimeoutMs: 60_000 } });
  const gone = new AbortController();
  const asked = ask(hub.url, RUNAWAY, undefined, gone.signal);
  await expect.poll(() => hub.app.queries.ran, PATIENTLY).toBe(1);
  const [running] = queryProcesses();
  gone.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(() => isRunning(running!), PATIENTLY).toBe(false);
  await expect.poll(() => hub.app.queries.load.inside, PATIENTLY).toBe(0);
});

test('a process that is killed from outside costs its own query alone', async () => {
  const hub = await start({ config: { sparqlTimeoutMs: 60_000 } });
  const asked = ask(hub.url, RUNAWAY);
  await expect.poll(() => hub.app.queries.ran, PATIENTLY).toBe(1);
  process.kill(queryProcesses()[0]!, 'SIGKILL');
  expect(await (await asked).json()).toMatchObject({
    status: 400,
    type: expect.stringContaining('query-too-complex') as string,
  });
  expect(await (await ask(hub.url, GOOD)).json()).toEqual(TRUE);
});

test('when the graphs change, the next query is about the new ones', async () => {
  let graphs = fixedGraphs(TINY);
  const hub = await start({
    publicGraphs: { dataset: () => graphs.dataset(), findGraph: async () => null },
  });
  const subjects = async (): Promise<string> =>
    (await fetch(`${hub.url}/sparql?format=csv&query=${encodeURIComponent('SELECT ?s { ?s ?p ?o }')}`)).text();
  expect(await subjects()).toBe('s\r\nurn:a\r\n');
  const newer = fixedGraphs({ 'urn:graph': '<urn:new> <urn:b> <urn:c> .\n' }).dataset();
  graphs = { dataset: () => ({ ...newer, version: 'newer' }), findGraph: async () => null };
  // Its tag is another one, and its process too.
  expect(await subjects()).toBe('s\r\nurn:new\r\n');
});

describe('a graph that not all queries have', () => {
  test('is read when a query names it, and seen by no other', async () => {
    const base = fixedGraphs(TINY);
    const old = fixedGraphs({ 'urn:v:1': '<urn:old> <urn:b> <urn:c> .\n' }).dataset().graphs;
    const hub = await start({
      publicGraphs: {
        dataset: () => ({ ...base.dataset(), furtherGraphs: 'urn:v:' }),
        findGraph: async (iri) => (old.has(iri) ? graphPieces(old.get(iri)!) : null),
      },
    });
    const subjects = async (query: string): Promise<string> =>
      (await fetch(`${hub.url}/sparql?format=csv&query=${encodeURIComponent(query)}`)).text();
    expect(await subjects('SELECT ?s { GRAPH <urn:v:1> { ?s ?p ?o } }')).toBe('s\r\nurn:old\r\n');
    expect(await subjects('SELECT ?s FROM <urn:v:1> { ?s ?p ?o }')).toBe('s\r\nurn:old\r\n');
    expect(await subjects('SELECT ?s FROM NAMED <urn:v:1> { GRAPH ?g { ?s ?p ?o } }')).toBe('s\r\nurn:old\r\n');
    expect(await subjects('SELECT ?s { GRAPH ?g { ?s ?p ?o } }')).toBe('s\r\nurn:a\r\n');
    expect(await subjects('SELECT ?s { GRAPH <urn:v:2> { ?s ?p ?o } }')).toBe('s\r\n');
    expect(await subjects('SELECT ?s FROM <urn:v:1> FROM <urn:v:2> FROM <urn:v:3> FROM <urn:v:4> {}')).toContain(
      '3 versions',
    );
  });

  test('is no part of the time that the query has, however long it takes to be read', async () => {
    const base = fixedGraphs(MANY);
    const hub = await start({
      config: { sparqlTimeoutMs: 600 },
      publicGraphs: {
        dataset: () => ({ ...base.dataset(), furtherGraphs: 'urn:v:' }),
        async findGraph() {
          await wait(1_500);
          return [new TextEncoder().encode('<urn:old> <urn:b> <urn:c> .\n')];
        },
      },
    });
    const answer = await ask(hub.url, 'ASK { GRAPH <urn:v:1> { ?s ?p ?o } }');
    expect([answer.status, await answer.json()]).toEqual([200, TRUE]);
    const late = await ask(hub.url, RUNAWAY.replace('{', 'FROM <urn:v:2> FROM <urn:graph> {'));
    expect([late.status, await late.text()]).toEqual([503, expect.stringContaining('longer than 0.6 s')]);
  });
});

test('processes do not outlive a hub that is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hub-killed-'));
  const program = startMain({ HUB_DATA: folder, HUB_SPARQL_TIMEOUT: '60' });
  const hub = program.child;
  try {
    const url = `http://127.0.0.1:${await portOf(program)}`;
    const asked = ask(url, RUNAWAY).catch(() => null);
    await expect.poll(() => queryProcesses(hub.pid).length, PATIENTLY).toBeGreaterThan(1);
    const running = queryProcesses(hub.pid);
    hub.kill('SIGKILL');
    await program.exit;
    await asked;
    await expect.poll(() => running.filter(isRunning), PATIENTLY).toEqual([]);
  } finally {
    hub.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
