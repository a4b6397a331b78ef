import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHubProcess, startProgram, type HubProcess } from '../support/hub-process.ts';
import { sendLoad, type LoadRequest } from '../support/load.ts';
import { NGINX_MISSING, startNginx, type NginxServer } from '../support/nginx-server.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { createRedisServer, REDIS_MISSING, type RedisServer } from '../support/redis-server.ts';
import { isMissing, type SparqlServer } from '../support/sparql-server.ts';

// What docker-compose.yml starts, as processes: nginx, two hubs, Oxigraph's server, Redis.

const EMAIL = 'admin@hub.example';
const PASSWORD = 'a long enough phrase for an administrator';

const oxigraph = await findOxigraphServer();
const missing = [NGINX_MISSING, REDIS_MISSING].filter((words) => words !== null);
for (const words of missing) process.stderr.write(`Skipped: ${words}\n`);

let store: SparqlServer;
let redis: RedisServer;
let nginx: NginxServer;
let hubs: HubProcess[];

const DOCUMENT: LoadRequest = { method: 'POST', path: '/api/json-to-rdf', body: '{"active_power-kW":12.5}' };
const LISTING: LoadRequest = { method: 'GET', path: '/api/categories' };
const QUESTION: LoadRequest = {
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query: '{ term(name: "active_power-kW") { unit } }' }),
};

function startHub(keysFolder: string, settings: Readonly<Record<string, string>> = {}): Promise<HubProcess> {
  return startHubProcess({
    HUB_LOG_LEVEL: 'warn',
    HUB_RATE_LIMIT: '900000',
    HUB_TRUSTED_PROXIES: '1',
    HUB_REDIS_URL: redis.url,
    HUB_STORE_QUERY_URL: store.queryUrl,
    HUB_STORE_UPDATE_URL: store.updateUrl,
    HUB_STORE_GRAPHS_URL: store.graphsUrl,
    HUB_KEYS: keysFolder,
    HUB_SPARQL_WORKERS: '1',
    ...settings,
  });
}

async function ask<T>(query: string, variables: object, authorization?: string): Promise<T> {
  const response = await fetch(`${nginx.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

/** A token of an administrator who was made through one hub and signs in at any. */
async function signIn(): Promise<string> {
  const hub = hubs[0]!;
  const args = ['admin', 'create', EMAIL, '--password-file', '-'];
  const { child, written, exit } = startProgram('cli/main.js', hub.settings, { args });
  child.stdin!.end(`${PASSWORD}\n`);
  expect([await exit, written.err]).toEqual([0, '']);
  const response = await fetch(`${nginx.url}/api/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
  });
  expect(response.status).toBe(200);
  return `Bearer ${((await response.json()) as { access: string }).access}`;
}

/** A hub's own answer, with the header that a proxy before it would add. */
function askDirectly(hub: HubProcess, path: string): Promise<Response> {
  return fetch(hub.url + path, { headers: { 'X-Forwarded-For': '192.0.2.1' } });
}

async function termsOf(hub: HubProcess): Promise<string> {
  return (await askDirectly(hub, '/api/parameters')).text();
}

describe.skipIf(isMissing(oxigraph) || missing.length > 0)('two hubs behind nginx, on one SPARQL server', () => {
  let keysFolder: string;

  beforeAll(async () => {
    if (oxigraph.missing !== null) return;
    keysFolder = await mkdtemp(join(tmpdir(), 'hub-keys-'));
    store = await oxigraph.start();
    redis = await createRedisServer({ password: 'opensesame' });
    await redis.start();
    // Both find the server empty and bring the vocabulary.
    hubs = await Promise.all([startHub(keysFolder), startHub(keysFolder)]);
    nginx = await startNginx(hubs.map(({ port }) => port));
  }, 120_000);

  afterAll(async () => {
    await nginx?.stop();
    await Promise.all((hubs ?? []).map((hub) => hub.stop()));
    await redis?.kill();
    await store?.stop();
    await rm(keysFolder, { recursive: true, force: true });
  });

  test('have one vocabulary, of one version', async () => {
    const [one, other] = await Promise.all(hubs.map((hub) => askDirectly(hub, '/api/vocabulary')));
    expect(one!.status).toBe(200);
    expect(one!.headers.get('etag')).toBe(other!.headers.get('etag'));
  });

  test('count the requests of a client together', async () => {
    const areConnected = async () => {
      const ready = await Promise.all(hubs.map(async ({ url }) => (await fetch(`${url}/readyz`)).text()));
      return ready.every((facts) => facts.includes('"replicas":{"connected":true}'));
    };
    const countDown = async (): Promise<number[]> => {
      const left: number[] = [];
      for (let at = 0; at < 6; at++) {
        const response = await fetch(nginx.url + DOCUMENT.path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: DOCUMENT.body!,
        });
        expect(response.status).toBe(200);
        await response.text();
        left.push(Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]));
      }
      return left;
    };
    // For a hub, a Redis that others keep from the processor for a tenth of a second is away for a second, in which each counts
    // for itself: what is counted holds where both had it before and have it behind.
    let left: number[] = [];
    const countTogether = async (): Promise<boolean> => {
      if (!(await areConnected())) return false;
      left = await countDown();
      return areConnected();
    };
    await expect.poll(countTogether).toBe(true);
    expect(left).toEqual(Array.from({ length: 6 }, (_, at) => left[0]! - at));
  });

  test('lose no request when one of them is stopped, and share them again when it is back', async () => {
    const load = sendLoad(nginx.url, [DOCUMENT, LISTING, QUESTION], 12);
    await expect.poll(load.answered).toBeGreaterThan(100);
    const [one, other] = hubs as [HubProcess, HubProcess];
    expect(await other.end()).toBe(0);
    const atEnd = load.answered();
    await expect.poll(load.answered).toBeGreaterThan(atEnd + 100);
    const back = await startHub(keysFolder, { PORT: String(other.port) });
    await other.stop();
    hubs = [one, back];
    const atReturn = load.answered();
    await expect.poll(load.answered).toBeGreaterThan(atReturn + 100);
    expect(await load.end(), nginx.complaints()).toEqual([]);
  }, 120_000);

  test('lose none that may be sent again when one of them dies', async () => {
    const load = sendLoad(nginx.url, [DOCUMENT, LISTING], 12);
    await expect.poll(load.answered).toBeGreaterThan(100);
    const [one, other] = hubs as [HubProcess, HubProcess];
    await other.end('SIGKILL');
    const atEnd = load.answered();
    await expect.poll(load.answered).toBeGreaterThan(atEnd + 100);
    expect(await load.end(), nginx.complaints()).toEqual([]);
    hubs = [one, await startHub(keysFolder, { PORT: String(other.port) })];
    await other.stop();
  }, 120_000);

  test('both have an accepted term soon, whichever of them was asked, and while Redis is away', async () => {
    const authorization = await signIn();
    await acceptTerm('digester_temperature-degC', authorization);
    await expectTermEverywhere('digester_temperature-degC');
    redis.hang();
    await acceptTerm('stack_temperature-degC', authorization);
    await expectTermEverywhere('stack_temperature-degC');
    redis.resume();
  }, 240_000);
});

/** Proposed by anybody and accepted by an administrator, at whichever hubs nginx chooses. */
async function acceptTerm(name: string, authorization: string): Promise<void> {
  const { suggestTerm } = await ask<{ suggestTerm: { suggestion: { id: string } } }>(
    'mutation ($input: SuggestTermInput!) { suggestTerm(input: $input) { suggestion { id } problems { message } } }',
    {
      input: {
        name,
        description: `What ${name.replaceAll('_', ' ')} tells, in degrees Celsius, at the instant of the reading.`,
        datatype: 'xsd:double',
        units: 'degrees Celsius',
        email: 'ada@example.org',
      },
    },
  );
  const node = `?${name.replace('-', '_')}_result`;
  const { reviewSuggestion } = await ask<{ reviewSuggestion: { problems: unknown[] } }>(
    'mutation ($input: ReviewSuggestionInput!) { reviewSuggestion(input: $input) { problems { message path } } }',
    {
      input: {
        id: suggestTerm.suggestion.id,
        decision: 'ACCEPT',
        term: {
          category: 'thermal',
          quantityKind: 'quantitykind:CelsiusTemperature',
          example: '38.5',
          template: [
            { predicate: 'rdf:type', object: 'sosa:Observation' },
            { predicate: 'sosa:observedProperty', object: 'quantitykind:CelsiusTemperature' },
            { predicate: 'sosa:hasResult', object: node },
            { subject: node, predicate: 'a', object: 'qudt:QuantityValue' },
            { subject: node, predicate: 'qudt:numericValue', object: `$${name}` },
            { subject: node, predicate: 'qudt:hasUnit', object: 'unit:DEG_C' },
          ],
        },
      },
    },
    authorization,
  );
  expect(reviewSuggestion.problems).toEqual([]);
}

async function expectTermEverywhere(name: string): Promise<void> {
  const haveIt = async () => (await Promise.all(hubs.map(termsOf))).map((terms) => terms.includes(`"${name}"`));
  await expect.poll(haveIt).toEqual([true, true]);
}
