import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { readConfig, type StoreServer } from '../../src/config.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { RemoteStore } from '../../src/store/remote.ts';
import { replaceGraph } from '../../src/store/replace-graph.ts';
import { bytesHeld } from '../support/bytes-held.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { ALL_FAULTS, SECRET_WORDS, startFaultyProxy, type FaultyProxy } from '../support/faulty-proxy.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { isMissing, type SparqlServer } from '../support/sparql-server.ts';
import { suggestTerm } from '../support/suggest.ts';
import { REVIEWABLE } from '../vocabulary/shaped-vocabulary.ts';

const PATIENCE_MS = 5_000;
/** What the store has here, and how often the hub looks whether it is back; usually both are more. */
const TIMING = { storeMs: 1_500, pollMs: 200, firstRetryMs: 100, longestServerRetryMs: 500 };
const MEBIBYTE = 1024 * 1024;
const PASSWORD = 'open-sesame';
const oxigraph = await findOxigraphServer();

let names = 0;
const suggest = (hub: TestApp, name = `kiln_temperature_${++names}`): Promise<Response> => suggestTerm(hub, name);

function convert(hub: TestApp): Promise<Response> {
  return fetch(`${hub.url}/api/json-to-rdf`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"voltage-V": 231.5}',
  });
}

/** The status, when there is one in time and nothing of the store in the answer. */
async function statusOf(answer: Promise<Response>, proxy: FaultyProxy): Promise<number> {
  const startedAt = performance.now();
  const response = await answer;
  const text = JSON.stringify([...response.headers]) + (await response.text());
  expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
  const secrets = [
    SECRET_WORDS,
    'inside.example',
    `:${proxy.port}`,
    PASSWORD,
    'sparql-results',
    'ECONN',
    'fetch failed',
  ];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  return response.status;
}

async function readiness(hub: TestApp): Promise<{ status: number; registry: { stale: boolean; note?: string } }> {
  const response = await fetch(`${hub.url}/readyz`);
  return { ...((await response.json()) as { registry: { stale: boolean } }), status: response.status };
}

/** @throws Error when it has not come true in time */
async function within(ms: number, isTrue: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + ms; !(await isTrue()); await wait(50))
    if (performance.now() > deadline) throw new Error(`not within ${ms} ms`);
}

/** Hubs find it and let it be. How long the shipped one takes to be read has nothing to do with what stores do wrong. */
async function keepSmallVocabulary(server: SparqlServer): Promise<void> {
  const { changesGraph, vocabularyGraph, vocabulary } = hubNamespaces('http://localhost:4000');
  const store = new RemoteStore({ ...server, authorization: undefined, changesGraph, timing: DEFAULT_TIMING });
  await replaceGraph(store, vocabularyGraph, [{ name: 'small.ttl', text: REVIEWABLE, baseIri: vocabulary }]);
  await store.close();
}

describe.skipIf(isMissing(oxigraph))('a hub on a SPARQL server', () => {
  let server: SparqlServer;
  let proxy: FaultyProxy;
  let storeServer: StoreServer;
  beforeAll(async () => {
    if (oxigraph.missing !== null) return;
    server = await oxigraph.start();
    await keepSmallVocabulary(server);
    proxy = await startFaultyProxy(server);
    storeServer = readConfig(
      {
        HUB_STORE_QUERY_URL: `${proxy.url}/query`,
        HUB_STORE_UPDATE_URL: `${proxy.url}/update`,
        HUB_STORE_GRAPHS_URL: `${proxy.url}/store`,
        HUB_STORE_USER: 'hub',
        HUB_STORE_PASSWORD: PASSWORD,
      },
      1,
    ).storeServer!;
  });
  /** How many suggestions of a name the server holds. */
  async function countOf(name: string): Promise<number> {
    const query = `SELECT DISTINCT ?s WHERE { GRAPH ?g { ?s ?p "${name}" } }`;
    const response = await fetch(server.queryUrl, {
      method: 'POST',
      headers: { Accept: 'application/sparql-results+json' },
      body: new URLSearchParams({ query }),
    });
    return ((await response.json()) as { results: { bindings: unknown[] } }).results.bindings.length;
  }

  afterAll(async () => {
    await proxy?.stop();
    await server?.stop();
  });

  describe('that has read its vocabulary', () => {
    let hub: TestApp;
    beforeAll(async () => {
      hub = await createTestApp({ config: { storeServer }, timing: TIMING });
      expect((await readiness(hub)).status).toBe(200);
      expect(await statusOf(suggest(hub), proxy)).toBe(200);
    });
    afterAll(() => hub?.stop());

    test.each([...ALL_FAULTS, 'answers each time late'] as const)(
      'goes on with it while the server %s; suggestions are 500, and saved again soon after',
      async (fault) => {
        const heldBefore = bytesHeld();
        proxy.fault = fault;
        const suggestions = [suggest(hub), suggest(hub), suggest(hub)];
        expect(await statusOf(convert(hub), proxy)).toBe(200);
        expect(await statusOf(fetch(`${hub.url}/api/parameters`), proxy)).toBe(200);
        for (const answer of suggestions) expect(await statusOf(answer, proxy)).toBe(500);
        expect((await readiness(hub)).status).toBe(200);
        // Answers that are being read, and one of them as a text.
        expect(bytesHeld() - heldBefore).toBeLessThan(256 * MEBIBYTE);
        proxy.fault = null;
        await within(PATIENCE_MS, async () => (await statusOf(suggest(hub), proxy)) === 200);
      },
    );

    test.each(['answers 500', 'answers with half of the JSON', 'never answers', 'sends elsewhere'] as const)(
      'says that it may be behind while the server %s, and soon not any more',
      async (fault) => {
        proxy.fault = fault;
        await within(2 * PATIENCE_MS, async () => (await readiness(hub)).registry.stale);
        const { status, registry } = await readiness(hub);
        expect(status).toBe(200);
        expect(registry.note).toBe('The store cannot be read or written; the vocabulary read last stays in use.');
        proxy.fault = null;
        await within(PATIENCE_MS, async () => !(await readiness(hub)).registry.stale);
      },
    );

    test('goes on with it while the server is down', async () => {
      await proxy.refuse();
      expect(await statusOf(suggest(hub), proxy)).toBe(500);
      expect(await statusOf(convert(hub), proxy)).toBe(200);
      await within(PATIENCE_MS, async () => (await readiness(hub)).registry.stale);
      await proxy.listen();
      await within(PATIENCE_MS, async () => (await statusOf(suggest(hub), proxy)) === 200);
      await within(PATIENCE_MS, async () => !(await readiness(hub)).registry.stale);
    });

    test.each([
      ['never answers', 500],
      ['cuts the connection', 500],
      ['answers 500', 500],
      ['does what it is asked and loses the answer', 200],
    ] as const)('saves none half and none twice when the server %s, of the change itself', async (fault, status) => {
      proxy.affects = (request, body) => request.url === '/update' && body.includes('kiln_temperature');
      proxy.fault = fault;
      expect(await statusOf(suggest(hub), proxy)).toBe(status);
      const name = `kiln_temperature_${names}`;
      proxy.fault = null;
      proxy.affects = () => true;
      expect(await countOf(name)).toBe(status === 200 ? 1 : 0);
      await within(
        PATIENCE_MS,
        async () => (await statusOf(suggest(hub, name), proxy)) === (status === 200 ? 409 : 200),
      );
      expect(await countOf(name)).toBe(1);
    });

    test('has usually less than five seconds for a store that does not answer', () => {
      expect(DEFAULT_TIMING.storeMs).toBeLessThan(PATIENCE_MS);
    });

    test('asks no address that the server sends it to, and logs no password', () => {
      expect(proxy.insideRequests).toBe(0);
      expect([...proxy.authorizations]).toEqual([storeServer.authorization]);
      const log = JSON.stringify(hub.logged);
      expect(log).not.toContain(PASSWORD);
      expect(log).not.toContain(storeServer.authorization!.slice('Basic '.length));
      expect(log).toContain('The store did not');
    });
  });

  test.each(['answers 500', 'never answers', 'answers endlessly', 'sends elsewhere'] as const)(
    'that has never read a vocabulary because the server %s starts, answers 503 and 500, and is ready soon after',
    async (fault) => {
      proxy.fault = fault;
      const hub = await createTestApp({ config: { storeServer }, timing: TIMING });
      try {
        expect((await readiness(hub)).status).toBe(503);
        expect(await statusOf(convert(hub), proxy)).toBe(503);
        expect(await statusOf(fetch(`${hub.url}/api/parameters`), proxy)).toBe(500);
        expect(await statusOf(suggest(hub), proxy)).toBe(500);
        proxy.fault = null;
        await within(PATIENCE_MS, async () => (await readiness(hub)).status === 200);
        expect(await statusOf(convert(hub), proxy)).toBe(200);
        expect(await statusOf(suggest(hub), proxy)).toBe(200);
      } finally {
        proxy.fault = null;
        await hub.stop();
      }
    },
  );
});
