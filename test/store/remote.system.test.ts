import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { XSD_DATE_TIME } from '../../src/rdf/namespaces.ts';
import { asIri } from '../../src/rdf/rows.ts';
import { iri, sparql } from '../../src/rdf/sparql.ts';
import type { Quad } from '../../src/rdf/triple.ts';
import { RemoteStore } from '../../src/store/remote.ts';
import { StoreError } from '../../src/store/store.ts';
import { ALL_FAULTS, startFaultyProxy, type FaultyProxy } from '../support/faulty-proxy.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { isMissing, type SparqlServer } from '../support/sparql-server.ts';

const BASE = 'https://hub.example';
const CHANGES = `${BASE}/graph/changes`;
const PATIENCE_MS = 5_000;
const oxigraph = await findOxigraphServer();

let graphs = 0;
function newGraph(): string {
  return `${BASE}/graph/test-${++graphs}`;
}

function quad(graph: string, name: string): Quad {
  return { graph, s: { type: 'uri', value: `${BASE}/${name}` }, p: `${BASE}/p`, o: { type: 'literal', value: name } };
}

async function failureOf(doing: Promise<unknown>): Promise<StoreError> {
  const startedAt = performance.now();
  const error = await doing.then(
    () => null,
    (error: unknown) => error,
  );
  expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
  expect(error).toBeInstanceOf(StoreError);
  return error as StoreError;
}

describe.skipIf(isMissing(oxigraph))('a store on a server', () => {
  let folder: string;
  let server: SparqlServer;
  let proxy: FaultyProxy;
  let store: RemoteStore;
  beforeAll(async () => {
    if (oxigraph.missing !== null) return;
    folder = await mkdtemp(join(tmpdir(), 'hub-remote-'));
    server = await oxigraph.start({ folder });
    proxy = await startFaultyProxy(server);
    store = storeAt(proxy.url);
  });
  afterEach(() => {
    server.resume();
    proxy.fault = null;
    proxy.affects = () => true;
  });
  afterAll(async () => {
    await store?.close();
    await proxy?.stop();
    await server?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  function storeAt(url: string, storeMs = DEFAULT_TIMING.storeMs): RemoteStore {
    return new RemoteStore({
      queryUrl: `${url}/query`,
      updateUrl: `${url}/update`,
      graphsUrl: `${url}/store`,
      authorization: undefined,
      changesGraph: CHANGES,
      timing: { ...DEFAULT_TIMING, storeMs },
    });
  }

  async function subjects(graph: string): Promise<string[]> {
    const query = sparql`SELECT DISTINCT ?s WHERE { GRAPH ${iri(graph)} { ?s ?p ?o } } ORDER BY ?s`;
    return (await store.select(query, { s: asIri })).map(({ s }) => s);
  }

  async function dump(graph: string, from = store): Promise<number> {
    let triples = 0;
    for await (const triple of from.dump(graph)) triples += triple.p === '' ? 0 : 1;
    return triples;
  }

  /** Adds a claim as another hub does that then dies. */
  async function claimOfDeadHub(agedMs: number, turnMs = DEFAULT_TIMING.turnMs): Promise<void> {
    const at = new Date(Date.now() - agedMs).toISOString();
    const update = `INSERT DATA { GRAPH <${CHANGES}> { <${CHANGES}#0-dead>
      <${CHANGES}#claimedAt> "${at}"^^<http://www.w3.org/2001/XMLSchema#dateTime> ; <${CHANGES}#turnMs> ${turnMs} ; <${CHANGES}#begun> true } }`;
    const response = await fetch(server.updateUrl, { method: 'POST', body: new URLSearchParams({ update }) });
    expect(response.ok).toBe(true);
  }

  test('waits for the turn of another hub, and not for long when that has died', async () => {
    const graph = newGraph();
    const endsAt = Date.now() + 700;
    await claimOfDeadHub(300, 1_000);
    expect(await store.change({ add: [quad(graph, 'a')] }, { timeoutMs: 10_000 })).toBe(true);
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt);
    expect(await subjects(graph)).toHaveLength(1);
  });

  test('a change that does not get its turn in time is not made', async () => {
    const graph = newGraph();
    await claimOfDeadHub(0, 1_500);
    const error = await failureOf(store.change({ add: [quad(graph, 'a')] }, { timeoutMs: 300 }));
    expect(error.outcome).toBeNull();
    // The other's turn is over then.
    await wait(1_800);
    expect(await subjects(graph)).toEqual([]);
    expect(await store.change({ add: [quad(graph, 'b')] })).toBe(true);
  });

  test('a large change that a condition forbids is not sent, and holds nobody up', async () => {
    const graph = newGraph();
    await store.change({ add: [quad(graph, 'a')] });
    let sent = 0;
    proxy.affects = (request, body) => {
      sent += request.url === '/update' && body.includes(graph) ? 1 : 0;
      return false;
    };
    proxy.fault = 'answers 500';
    const add = Array.from({ length: 1_001 }, (_, at) => quad(graph, `item-${at}`));
    const unless = sparql`GRAPH ${iri(graph)} { ?s ?p ?o }`;
    expect(await store.change({ unless, add }, { timeoutMs: 30_000 })).toBe(false);
    expect(sent).toBe(0);
    const another = storeAt(proxy.url, 1_000);
    expect(await another.change({ clear: [graph] })).toBe(true);
    await another.close();
    expect(await store.change({ unless, add }, { timeoutMs: 30_000 })).toBe(true);
    expect(sent).toBe(2);
  });

  test('a graph that is filled with more than a request may have is filled beside, and replaced in one change', async () => {
    const graph = newGraph();
    const left = `${CHANGES}/left`;
    const dayAgo = { ...quad(CHANGES, ''), s: { type: 'uri', value: left }, p: `${CHANGES}#filledAt` } as const;
    const time = { type: 'literal', value: '2026-01-01T00:00:00Z', datatype: XSD_DATE_TIME } as const;
    await store.change({ add: [quad(graph, 'before'), quad(left, 'a'), { ...dayAgo, o: time }] });
    const size = 25_000;
    // Most of them come again and again.
    const triples = Array.from({ length: 250_001 }, (_, at) => quad(graph, `item-${at % size}`));
    let longest = 0;
    let stage: string | undefined;
    proxy.affects = (request, body) => {
      if (request.url === '/update') longest = Math.max(longest, body.length);
      stage ??= /<([^>]*)> <[^>]*#filledAt>/.exec(body)?.[1];
      return false;
    };
    proxy.fault = 'answers 500';
    const heard: string[][] = [];
    const end = store.onChange((touched) => heard.push([...touched]));
    const change = { clear: [graph], fill: { graph, triples } };
    const unless = sparql`GRAPH ${iri(graph)} { ${iri(`${BASE}/item-0`)} ?p ?o }`;
    expect(await store.change({ ...change, unless }, { isLarge: true })).toBe(true);
    end();
    expect(heard.flat()).toEqual(expect.arrayContaining([graph]));
    expect(longest).toBeLessThan(4_000_000);
    expect(await dump(graph)).toBe(size);
    expect(stage).toBeDefined();
    expect([await dump(stage!), await dump(left)]).toEqual([0, 0]);
    expect((await subjects(CHANGES)).filter((subject) => [stage, left].includes(subject))).toEqual([]);
    // One that is forbidden leaves nothing, and neither does one that the server refuses.
    expect(await store.change({ ...change, unless }, { isLarge: true })).toBe(false);
    proxy.affects = (request, body) => request.url === '/update' && body.includes('item-9999>');
    const refused = await store.change(change, { isLarge: true }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ outcome: null, message: expect.stringContaining('it answered 500') });
    expect(await dump(graph)).toBe(size);
    proxy.fault = null;
    expect((await subjects(CHANGES)).filter((subject) => subject.startsWith(`${CHANGES}/`))).toEqual([]);
  }, 240_000);

  test('a graph that is to hold the same for good is filled first, and stays', async () => {
    const [graph, keptIn, another] = [newGraph(), newGraph(), newGraph()];
    const triples = Array.from({ length: 250_001 }, (_, at) => quad(graph, `item-${at % 12_000}`));
    const change = { clear: [graph], fill: { graph, triples, keptIn } };
    const isNoted = async () => (await subjects(CHANGES)).some((subject) => [keptIn, another].includes(subject));
    // What a refused change leaves is removed, and the graph is free for the next one.
    proxy.affects = (request, body) => request.url === '/update' && body.includes('item-11999>');
    proxy.fault = 'answers 500';
    await store.change(change, { isLarge: true }).catch(() => {});
    proxy.fault = null;
    expect([await dump(keptIn), await isNoted()]).toEqual([0, false]);
    const large: string[] = [];
    proxy.affects = (_, body) => {
      if (body.length > 100_000) large.push(/GRAPH <([^>]*)>/.exec(body)![1]!);
      return false;
    };
    proxy.fault = 'answers 500';
    expect(await store.change(change, { isLarge: true })).toBe(true);
    expect([await dump(graph), await dump(keptIn), await isNoted()]).toEqual([12_000, 12_000, false]);
    expect(new Set(large)).toEqual(new Set([keptIn]));
    // What is there already may be of others: it is not taken for the same.
    await store.change({ add: [quad(another, 'damaged')] });
    expect(await store.change({ ...change, fill: { ...change.fill, keptIn: another } }, { isLarge: true })).toBe(true);
    expect([await dump(graph), await dump(another)]).toEqual([12_000, 1]);
  }, 240_000);

  test('of what dead hubs filled a day ago, that which something names stays', async () => {
    const [graph, named, unnamed] = [newGraph(), newGraph(), newGraph()];
    const time = { type: 'literal', value: '2026-01-01T00:00:00Z', datatype: XSD_DATE_TIME } as const;
    const note = (of: string) =>
      ({ graph: CHANGES, s: { type: 'uri', value: of }, p: `${CHANGES}#filledAt`, o: time }) as const;
    const naming = { ...quad(newGraph(), 'entry'), o: { type: 'uri', value: named } } as const;
    await store.change({ add: [naming, ...[named, unnamed].flatMap((of) => [quad(of, 'a'), note(of)])] });
    const triples = Array.from({ length: 250_001 }, () => quad(graph, 'item'));
    expect(await store.change({ fill: { graph, triples } }, { isLarge: true })).toBe(true);
    expect([await dump(named), await dump(unnamed)]).toEqual([1, 0]);
    expect((await subjects(CHANGES)).filter((subject) => [named, unnamed].includes(subject))).toEqual([]);
  }, 120_000);

  test('a change that may take long may begin late', async () => {
    const graph = newGraph();
    proxy.affects = (request, body) => request.url === '/update' && body.includes(graph);
    proxy.fault = 'answers each time late';
    expect(await store.change({ add: [quad(graph, 'a')] }, { timeoutMs: 20_000 })).toBe(true);
    expect(await subjects(graph)).toEqual([`${BASE}/a`]);
  });

  test('a change that is unordered waits for no turn', async () => {
    const graph = newGraph();
    await claimOfDeadHub(0, 2_000);
    expect(await store.change({ add: [quad(graph, 'a')], isUnordered: true }, { timeoutMs: 1_000 })).toBe(true);
    expect(await subjects(graph)).toHaveLength(1);
  });

  test('takes out what dead hubs left a day ago, and its own traces', async () => {
    await claimOfDeadHub(25 * 3_600_000);
    const another = storeAt(proxy.url);
    expect(await another.change({ add: [] })).toBe(true);
    await another.close();
    await store.close();
    store = storeAt(proxy.url);
    expect(await subjects(CHANGES)).toEqual([]);
  });

  test.each(ALL_FAULTS)('reads, dumps and changes are refused in time while the server %s', async (fault) => {
    const graph = newGraph();
    await store.change({ add: [quad(graph, 'a')] });
    proxy.fault = fault;
    const hasty = storeAt(proxy.url, 300);
    const errors = await Promise.all([
      failureOf(hasty.select(sparql`SELECT ?s WHERE { ?s ?p ?o }`, { s: asIri })),
      failureOf(dump(graph, hasty)),
      failureOf(hasty.change({ clear: [graph] })),
    ]);
    await hasty.close();
    for (const { message } of errors) expect(message).toMatch(/^The store did not /);
    proxy.fault = null;
    expect(await dump(graph)).toBe(1);
    expect(await store.change({ remove: [quad(graph, 'a')], add: [quad(graph, 'b')] })).toBe(true);
    expect(await subjects(graph)).toEqual([`${BASE}/b`]);
  });

  test('a read is tried again when it was cut, a change never', async () => {
    const graph = newGraph();
    let asked = 0;
    proxy.affects = (request) => request.url === '/query' && ++asked <= 2;
    proxy.fault = 'cuts the connection';
    // The connections of before are gone, too.
    await wait(100);
    expect(await subjects(graph)).toEqual([]);
    expect(asked).toBe(3);
    let sent = 0;
    proxy.affects = (request, body) => request.url === '/update' && body.includes(graph) && ++sent > 0;
    proxy.fault = 'answers 503';
    expect((await failureOf(store.change({ add: [quad(graph, 'a')] }))).outcome).toBe('unknown');
    expect(sent).toBe(1);
    proxy.fault = null;
    expect(await subjects(graph)).toEqual([]);
  });

  test('a change whose answer is lost is known when the server is there again in time', async () => {
    const graph = newGraph();
    proxy.affects = (request, body) => request.url === '/update' && body.includes(graph);
    proxy.fault = 'does what it is asked and loses the answer';
    const unless = sparql`GRAPH ${iri(graph)} { ?s ?p ?o }`;
    expect(await store.change({ unless, add: [quad(graph, 'a')] })).toBe(true);
    expect(await store.change({ unless, add: [quad(graph, 'b')] })).toBe(false);
    expect(await subjects(graph)).toEqual([`${BASE}/a`]);
  });

  test('a claim whose answer is lost does not hold its own hub up', async () => {
    const graph = newGraph();
    let lost = 0;
    proxy.affects = (request, body) => request.url === '/update' && body.includes('BIND(NOW()') && ++lost === 1;
    proxy.fault = 'does what it is asked and loses the answer';
    await wait(100);
    const startedAt = performance.now();
    expect(await store.change({ add: [quad(graph, 'a')] })).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(lost).toBeGreaterThan(1);
  });

  test('of a change whose answer is lost with the server nobody knows, and listeners had better look', async () => {
    const graph = newGraph();
    let isGone = false;
    proxy.affects = (request, body) => (isGone ||= request.url === '/update' && body.includes(graph));
    proxy.fault = 'never answers';
    const heard: string[][] = [];
    const hasty = storeAt(proxy.url, 1_500);
    hasty.onChange((touched) => heard.push([...touched]));
    expect((await failureOf(hasty.change({ add: [quad(graph, 'a')] }))).outcome).toBe('unknown');
    expect(heard).toEqual([[graph]]);
    await hasty.close();
  });

  test('a server that is stopped and goes on makes no change late, and none twice', async () => {
    const graph = newGraph();
    await store.change({ add: [quad(graph, 'before')] });
    await server.pause();
    const hasty = storeAt(proxy.url, 500);
    const errors = await Promise.all([
      failureOf(hasty.change({ add: [quad(graph, 'late')] })),
      failureOf(hasty.select(sparql`SELECT ?s WHERE { ?s ?p ?o }`, { s: asIri })),
    ]);
    expect(errors.map(({ outcome }) => outcome)).toEqual([null, null]);
    server.resume();
    const startedAt = performance.now();
    while (!(await store.change({ add: [quad(graph, 'after')] }).catch(() => false)));
    expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
    expect(await subjects(graph)).toEqual([`${BASE}/after`, `${BASE}/before`]);
  });

  test('a dump at a wrong address is refused, not empty', async () => {
    const graph = newGraph();
    await store.change({ add: [quad(graph, 'a')] });
    const lost = new RemoteStore({
      queryUrl: server.queryUrl,
      updateUrl: server.updateUrl,
      graphsUrl: `${proxy.url}/nowhere`,
      authorization: undefined,
      changesGraph: CHANGES,
      timing: DEFAULT_TIMING,
    });
    await expect(async () => {
      for await (const triple of lost.dump(graph)) expect(triple).toBeDefined();
    }).rejects.toThrow(/did not read the graph .*: it answered 404/);
    await lost.close();
  });

  test('whoever reads a dump slowly is not cut', async () => {
    const graph = newGraph();
    await store.change(
      { add: Array.from({ length: 3_000 }, (_, at) => quad(graph, `item-${at}`)) },
      { timeoutMs: 30_000 },
    );
    let triples = 0;
    for await (const triple of store.dump(graph, { timeoutMs: 1_000 })) {
      if (triples % 500 === 0) await wait(200);
      triples += triple.p === '' ? 0 : 1;
    }
    expect(triples).toBe(3_000);
  });

  test('a large change has the more time, the more it adds and removes, and says so', async () => {
    const graph = newGraph();
    const hasty = new RemoteStore({
      queryUrl: `${proxy.url}/query`,
      updateUrl: `${proxy.url}/update`,
      graphsUrl: `${proxy.url}/store`,
      authorization: undefined,
      changesGraph: CHANGES,
      timing: { ...DEFAULT_TIMING, largeChangeMs: 2_500 },
    });
    proxy.affects = (request, body) => request.url === '/update' && body.includes(graph);
    proxy.fault = 'never answers';
    const add = Array.from({ length: 100_001 }, (_, at) => quad(graph, `item-${at}`));
    await expect(hasty.change({ add }, { isLarge: true })).rejects.toThrow(
      'The store did not make the change of 100001 quads, which may take 5 s: nobody knows whether it was made: no answer within',
    );
    await hasty.close();
  });

  test('blank nodes are refused, for nobody could name them again', async () => {
    const blank = { ...quad(newGraph(), 'a'), o: { type: 'bnode', value: 'b' } } as const;
    await expect(store.change({ add: [blank] })).rejects.toThrow(/blank node/);
  });
});
