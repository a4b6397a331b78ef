import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { suggestTerm } from '../support/suggest.ts';
import { readMetrics, type Sample } from './read-metrics.ts';

const TOKEN = 'a-token-of-a-test';
const WITH_TOKEN = { Authorization: `Bearer ${TOKEN}` };
const DOCUMENT = '{"active_power-kW":12.5}';
const TEXT = { 'Content-Type': 'application/json' };

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp({ config: { metrics: { address: null, token: TOKEN }, rateLimit: 1_000_000 } });
});
afterAll(() => hub.stop());

async function post(path: string, body: string, headers: Readonly<Record<string, string>> = TEXT): Promise<number> {
  const response = await fetch(hub.url + path, { method: 'POST', headers, body });
  await response.text();
  return response.status;
}

async function scrape(): Promise<Sample[]> {
  const response = await fetch(`${hub.url}/metrics`, { headers: WITH_TOKEN });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  return readMetrics(await response.text());
}

/** What a metric is more by behind `run` than before, by its labels. */
async function growthOf(name: string, run: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await scrape();
  await run();
  const grown = (await scrape())
    .filter((sample) => sample.name === name)
    .map((sample) => {
      const same = before.find(({ key }) => key === sample.key);
      return [Object.values(sample.labels).join(' '), sample.value - (same?.value ?? 0)] as const;
    });
  return Object.fromEntries(grown.filter(([, value]) => value !== 0));
}

describe('documents are counted once', () => {
  const large = `{"active_power-kW":[${Array.from({ length: 3_000 }, (_, at) => at).join()}],"timestamp":[${Array.from(
    { length: 3_000 },
    (_, at) => `"2026-01-01T00:00:00.${String(at).padStart(4, '0')}Z"`,
  ).join()}]}`;
  const graphql = JSON.stringify({
    query:
      'query ($document: String!) { convertDocument(document: $document, format: N_TRIPLES, semantics: REGISTRY) { rdf } }',
    variables: { document: DOCUMENT },
  });

  test.each([
    ['a small one', () => post('/api/json-to-rdf', DOCUMENT), { 'convert ttl ok': 1 }],
    ['a small one in another format', () => post('/api/json-to-rdf?format=nt', DOCUMENT), { 'convert nt ok': 1 }],
    ['one for a worker', () => post('/api/json-to-rdf', large), { 'convert ttl ok': 1 }],
    ['one that is refused', () => post('/api/json-to-rdf', '{"nothing":1}'), { 'convert ttl not-all-terms': 1 }],
    ['one that is no JSON', () => post('/api/rdf', '{'), { 'convert ttl malformed-json': 1 }],
    ['one that is described', () => post('/api/semantic', DOCUMENT), { 'embed  ok': 1 }],
    ['one that is checked', () => post('/api/validate', DOCUMENT), { 'check  ok': 1 }],
    ['one by GraphQL', () => post('/graphql', graphql), { 'convert nt ok': 1 }],
    [
      'a graph on its way back',
      () => post('/api/json', 'no graph', { 'Content-Type': 'application/n-triples' }),
      { 'restore  malformed-rdf': 1 },
    ],
  ])('%s', async (_words, send, counts) => {
    expect(await growthOf('hub_documents_total', send)).toEqual(counts);
  });

  test('with their bytes, triples and time', async () => {
    const run = () => post('/api/json-to-rdf?format=nt', DOCUMENT);
    expect(await growthOf('hub_document_bytes_total', run)).toEqual({ convert: DOCUMENT.length });
    expect(await growthOf('hub_triples_total', run)).toEqual({ '': 13 });
    expect(await growthOf('hub_document_duration_seconds_count', run)).toEqual({ convert: 1 });
  });
});

describe('requests are counted by route', () => {
  const get = (path: string) => async (): Promise<unknown> => (await fetch(hub.url + path)).text();

  test.each([
    ['by the fast path', () => post('/api/json-to-rdf', DOCUMENT), 'POST /api/json-to-rdf 200'],
    ['refused', () => post('/api/json-to-rdf', '{"nothing":1}'), 'POST /api/json-to-rdf 422'],
    ['of a term', get('/vocabulary/active_power-kW'), 'GET /vocabulary/:path 200'],
    ['for no route', get('/nothing/of/the/kind'), 'GET  404'],
    ['by a method that there is not', () => fetch(`${hub.url}/api/terms`, { method: 'PROPFIND' }), '_OTHER  405'],
  ])('%s', async (_words, send, labels) => {
    const grown = await growthOf('http_server_request_duration_seconds_count', send);
    // The scrape before is counted, too.
    const { 'GET /metrics 200': scrapes, ...others } = grown;
    expect(scrapes).toBe(1);
    expect(others).toEqual({ [labels]: 1 });
  });
});

test('a version is counted by its route, whichever it is', async () => {
  const version = await versionInUse();
  const grown = await growthOf('http_server_request_duration_seconds_count', () =>
    fetch(`${hub.url}/vocabulary/v/${version}/`, { headers: { Accept: 'text/html' } }),
  );
  expect(grown).toMatchObject({ 'GET /vocabulary/v/:version 200': 1 });
});

test('operations of the store are timed', async () => {
  const grown = await growthOf('hub_store_operation_duration_seconds_count', async () =>
    expect((await suggestTerm(hub, 'kiln_temperature-degC')).status).toBe(200),
  );
  expect(grown['change ok']).toBe(1);
});

test('faults are counted from the first one, also where the answer has the status 200, and what clients do wrong is none', async () => {
  const valuesOf = async (name: string) => (await scrape()).filter((sample) => sample.name === name);
  expect(await valuesOf('hub_log_errors_total')).toMatchObject([{ value: 0 }]);
  expect((await valuesOf('hub_webhook_attempts_total')).map(({ labels, value }) => [labels['outcome'], value])).toEqual(
    ['delivered', 'failed', 'given-up'].map((outcome) => [outcome, 0]),
  );
  const { queries } = hub.app;
  const run = queries.run.bind(queries);
  const call = { name: 'query_vocabulary', arguments: { query: 'ASK {}' } };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
  try {
    queries.run = () => Promise.reject(new Error('a mistake of the hub'));
    const faults = await growthOf('hub_log_errors_total', async () => {
      expect(await post('/mcp', message, { ...TEXT, Accept: 'application/json, text/event-stream' })).toBe(200);
      expect(await post('/api/rdf', '{')).toBe(400);
    });
    expect(faults).toEqual({ '': 1 });
    expect(hub.logged).toContainEqual(expect.objectContaining({ level: 50, msg: 'internal fault' }));
  } finally {
    queries.run = run;
  }
});

async function versionInUse(): Promise<string> {
  const versions = (await (await fetch(`${hub.url}/api/versions`)).json()) as { data: { version: string }[] };
  return versions.data[0]!.version;
}

test('no label has what a client wrote', async () => {
  const marker = 'markedByTheClient';
  await post(`/api/json-to-rdf?base=http://${marker}.example/`, `{"${marker}":1}`);
  await post(`/${marker}?${marker}=1`, marker, { 'Content-Type': `text/${marker}` });
  await fetch(`${hub.url}/vocabulary/${marker}`, { headers: { 'User-Agent': marker, Accept: `text/${marker}` } });
  const samples = await scrape();
  expect(JSON.stringify(samples)).not.toContain(marker);
  // Nor what only the source of the hub can tell.
  expect(samples.map(({ labels }) => labels['http_route']).filter((route) => route?.startsWith('/^'))).toEqual([]);
});

test('tells the vocabulary, the bounds and the process', async () => {
  const samples = new Map((await scrape()).map((sample) => [sample.name, sample]));
  const valueOf = (name: string): number | undefined => samples.get(name)?.value;
  expect(samples.get('hub_vocabulary_info')?.labels['version']).toBe(await versionInUse());
  expect(valueOf('hub_vocabulary_terms')).toBeGreaterThan(1000);
  expect(valueOf('hub_queue_limit_documents')).toBe(256);
  expect(valueOf('hub_workers')).toBe(1);
  expect(valueOf('hub_vocabulary_stale')).toBe(0);
  expect(valueOf('hub_data_free_bytes')).toBeGreaterThan(0);
  expect(valueOf('process_memory_usage_bytes')).toBeGreaterThan(50e6);
  // A hub that is alone has no Redis, which is not one that is away.
  expect(samples.has('hub_redis_connected')).toBe(false);
});

describe('metrics are not public', () => {
  test.each([
    ['no token', {}],
    ['another token', { Authorization: 'Bearer another-token-of-a-test' }],
    ['another scheme', { Authorization: `Basic ${TOKEN}` }],
  ])('with %s they are refused', async (_words, headers) => {
    const response = await fetch(`${hub.url}/metrics`, { headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(await response.text()).toContain('HUB_METRICS_TOKEN');
  });

  test('without a setting there are none', async () => {
    const plain = await createTestApp();
    expect((await fetch(`${plain.url}/metrics`, { headers: WITH_TOKEN })).status).toBe(404);
    await plain.stop();
  });

  test('at a port of their own there is nothing else, and they are not at the public one', async () => {
    const port = await freePort();
    const address = { host: '127.0.0.1', port };
    const own = await createTestApp({
      lexicon: null,
      config: { metrics: { address, token: undefined }, trustedProxies: 1 },
    });
    const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const response = await at('/metrics');
    expect(response.status).toBe(200);
    const names = readMetrics(await response.text()).map(({ name }) => name);
    expect(names).toContain('hub_workers');
    // No vocabulary was read.
    expect(names).not.toContain('hub_vocabulary_info');
    expect(names).not.toContain('hub_vocabulary_terms');
    expect((await at('/api/terms')).status).toBe(404);
    const forwarded = { 'X-Forwarded-For': '192.0.2.1' };
    expect((await fetch(`${own.url}/metrics`, { headers: forwarded })).status).toBe(404);
    // A page that somebody on this machine looks at reads nothing.
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    await own.stop();
    await expect(at('/metrics')).rejects.toThrow();
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
