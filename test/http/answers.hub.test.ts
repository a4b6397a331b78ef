import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/errors.ts';
import { NO_TRIPLES, createTestApp, type TestApp } from '../support/create-test-app.ts';
import { EMPTY_LEXICON } from '../support/empty-lexicon.ts';
import { nodesOf } from '../support/nodes-of.ts';
import { stubWorker } from '../support/thread-modules.ts';

const STUB = await stubWorker();
const JSON_TYPE = { 'Content-Type': 'application/json' };

async function withHub<T>(options: Parameters<typeof createTestApp>[0], use: (hub: TestApp) => Promise<T>): Promise<T> {
  const hub = await createTestApp({ lexicon: EMPTY_LEXICON, ...options });
  try {
    return await use(hub);
  } finally {
    await hub.stop();
  }
}

const post = (hub: TestApp, body: string, headers: Record<string, string> = {}, path = '/api/rdf') =>
  fetch(hub.url + path, { method: 'POST', body, headers: { ...JSON_TYPE, ...headers } });

describe('a running hub', () => {
  let hub: TestApp;
  beforeAll(async () => {
    hub = await createTestApp({ lexicon: EMPTY_LEXICON });
  });
  afterAll(async () => {
    await hub?.stop();
  });

  test('answers 404 in the form of every error', async () => {
    for (const path of [
      '/nothing',
      '/apis',
      '/api/rdf/more',
      '/API/RDF',
      '/problems/no-such-error',
      '/%ff',
      '/..%2f..%2fetc/passwd',
    ]) {
      const response = await fetch(hub.url + path);
      expect(response.status, path).toBe(404);
      expect(await response.json()).toMatchObject({
        status: 404,
        type: 'http://localhost:4000/problems/not-found',
        error: expect.any(String) as string,
      });
    }
  });

  test.each([
    ['/api/semantic', 'POST, OPTIONS'],
    ['/api/rdf', 'POST, OPTIONS'],
    ['/api/json-to-rdf', 'POST, OPTIONS'],
    ['/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['/healthz', 'GET, HEAD, OPTIONS'],
    ['/problems/internal', 'GET, HEAD, OPTIONS'],
  ])('answers 405 with Allow at %s, and OPTIONS with 204', async (path, allow) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
      if (allow.includes(method)) continue;
      const response = await fetch(hub.url + path, { method });
      expect(response.status, method).toBe(405);
      expect(response.headers.get('allow')).toBe(allow);
      const text = await response.text();
      if (method === 'HEAD') expect(text).toBe('');
      else expect(JSON.parse(text)).toMatchObject({ error: expect.any(String) as string, status: 405 });
    }
    const options = await fetch(hub.url + path, { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(options.headers.get('allow')).toBe(allow);
  });

  test.each(['/api/semantic', '/graphql', '/healthz', '/problems', '/problems/internal'])(
    'answers at %s and at the same with a slash behind it',
    async (path) => {
      const [bare, slashed] = await Promise.all([
        fetch(hub.url + path, { method: 'OPTIONS' }),
        fetch(`${hub.url}${path}/`, { method: 'OPTIONS' }),
      ]);
      expect([bare.status, slashed.status]).toEqual([204, 204]);
      expect(slashed.headers.get('allow')).toBe(bare.headers.get('allow'));
    },
  );

  test.each([
    ['/%68ealth%7A', 200],
    ['/problems%2Finternal', 404],
    ['/%2568ealthz', 404],
    ['/healthz?%68=1', 200],
  ])('answers at %s as at the same with its letters as they are', async (path, status) => {
    expect((await fetch(hub.url + path)).status).toBe(status);
  });

  test('answers OPTIONS * with what it takes', async () => {
    const asked = request(hub.url, { method: 'OPTIONS', path: '*' }).end();
    const [{ statusCode, headers }] = (await once(asked, 'response')) as [IncomingMessage];
    expect([statusCode, headers.allow]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  });

  test('answers 404 to every method where there is nothing', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      expect((await fetch(`${hub.url}/problems/no-such-error`, { method })).status).toBe(404);
    }
  });

  test.each(['/', '/healthz', '/readyz', '/problems/', '/problems/internal'])(
    'answers HEAD at %s as GET without the body',
    async (path) => {
      const [get, head] = await Promise.all([fetch(hub.url + path), fetch(hub.url + path, { method: 'HEAD' })]);
      expect(get.status).toBe(200);
      expect(head.status).toBe(200);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      expect((await get.text()).length).toBeGreaterThan(10);
      expect(await head.text()).toBe('');
    },
  );

  test('answers HEAD with the length and the coding that GET has', async () => {
    const headers = { 'Accept-Encoding': 'gzip, identity;q=0' };
    for (const path of ['/', '/problems/internal', '/problems/', '/api']) {
      const tellOf = async (method: string) => {
        const response = await fetch(hub.url + path, { method, headers });
        await response.arrayBuffer();
        return [response.status, response.headers.get('content-encoding'), response.headers.get('content-length')];
      };
      const told = await tellOf('GET');
      expect(told.slice(0, 2), path).toEqual([200, 'gzip']);
      expect(await tellOf('HEAD'), path).toEqual(told);
    }
  });

  test('explains every error code on a page', async () => {
    for (const code of ERROR_CODES) {
      const response = await fetch(`${hub.url}/problems/${code}`);
      expect(response.status, code).toBe(200);
      const html = await response.text();
      expect(html).toMatch(/<html lang="en"[^>]*>[^]*<title>.+<\/title>[^]*<main [^>]*>[^]*<h1>.+<\/h1>[^]*What to do/);
    }
  });

  test('lets pages of any site call it, without credentials, and remembers preflights for a day', async () => {
    const preflight = await fetch(`${hub.url}/api/rdf`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://page.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    expect(preflight.headers.get('access-control-max-age')).toBe('86400');
    const refused = await post(hub, '[', { Origin: 'https://page.example' });
    expect(refused.status).toBe(400);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.has('access-control-allow-credentials')).toBe(false);
    const exposed = refused.headers.get('access-control-expose-headers')!.split(',');
    for (const name of [
      'X-Semantic-Triples',
      'X-Semantic-Warnings',
      'X-Semantic-Warning-Codes',
      'X-Semantic-Unmapped',
      'X-Semantic-Unmapped-Truncated',
      'X-Semantic-Described',
      'X-Semantic-Undescribed',
      'X-Semantic-Undescribed-Truncated',
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
      'ETag',
      'Link',
      'Accept-Ranges',
      'Content-Range',
      'WWW-Authenticate',
    ]) {
      expect(exposed).toContain(name);
    }
  });

  test('says that it lives and that it is ready', async () => {
    expect(await (await fetch(`${hub.url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${hub.url}/readyz`)).json()).toMatchObject({
      status: 'ready',
      registry: { stale: false },
    });
  });

  test('keeps the query out of its log', async () => {
    await fetch(`${hub.url}/healthz?token=secret`);
    await expect.poll(() => hub.logged.some((line) => line['path'] === '/healthz')).toBe(true);
    expect(JSON.stringify(hub.logged)).not.toContain('secret');
  });

  test('takes a request head of 60 KB', async () => {
    expect((await fetch(`${hub.url}/healthz?${'a'.repeat(60_000)}`)).status).toBe(200);
  });
});

describe('the allowance of a client', () => {
  test('is told on every answer, and its end is 429 with Retry-After', () =>
    withHub({ config: { rateLimit: 3 } }, async (hub) => {
      const first = await post(hub, '[]');
      expect(first.headers.get('ratelimit-policy')).toBe('"documents";q=3;w=60');
      expect(first.headers.get('ratelimit')).toBe('"documents";r=2;t=60');
      await post(hub, '{}', {}, '/api/semantic');
      expect((await post(hub, '{}', {}, '/api/json-to-rdf')).headers.get('ratelimit')).toMatch(
        /^"documents";r=0;t=\d+$/,
      );
      const refused = await post(hub, '{}');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('ratelimit')).toMatch(/^"documents";r=0;t=\d+$/);
      expect(refused.headers.get('ratelimit-policy')).toBe('"documents";q=3;w=60');
      expect(await refused.json()).toMatchObject({ status: 429, type: 'http://localhost:4000/problems/rate-limited' });
      expect((await fetch(`${hub.url}/healthz`)).status).toBe(200);
      expect((await fetch(`${hub.url}/api/rdf`, { method: 'OPTIONS' })).status).toBe(204);
    }));

  test('is told of a read that counts as a document, too', () =>
    withHub({ config: { rateLimit: 1 } }, async (hub) => {
      const read = () => fetch(`${hub.url}/api/artefacts/json-schema?parameter=timestamp&lenient=true`);
      const first = await read();
      expect(first.status).toBe(200);
      expect(first.headers.get('ratelimit')).toBe('"documents";r=0;t=60');
      const refused = await read();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('ratelimit')).toMatch(/^"documents";r=0;t=\d+$/);
      expect(refused.headers.get('ratelimit-policy')).toBe('"documents";q=1;w=60');
    }));

  test('is not renewed by forged X-Forwarded-For headers', () =>
    withHub({ config: { rateLimit: 2 } }, async (hub) => {
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++)
        statuses.push(
          (
            await post(hub, '[]', {
              'X-Forwarded-For': `203.0.113.${i}`,
              'X-Real-IP': `203.0.113.${i}`,
              Forwarded: `for=203.0.113.${i}`,
            })
          ).status,
        );
      expect(statuses).toEqual([400, 400, 429, 429]);
    }));

  test('goes by what the trusted proxy appended, whatever stands left of it', () =>
    withHub({ config: { rateLimit: 1, trustedProxies: 1 } }, async (hub) => {
      const from = async (forwarded: string) => (await post(hub, '[]', { 'X-Forwarded-For': forwarded })).status;
      expect(await from('198.51.100.1')).toBe(400);
      expect(await from('203.0.113.1, 198.51.100.1')).toBe(429);
      expect(await from('203.0.113.2, 203.0.113.3, 198.51.100.1')).toBe(429);
      expect(await from('198.51.100.1, 198.51.100.2')).toBe(400);
      // No address at all counts as the proxy's own.
      expect(await from('forged')).toBe(400);
      expect(await from('forged again')).toBe(429);
    }));

  test('goes by the address before the second trusted proxy when there are two', () =>
    withHub({ config: { rateLimit: 1, trustedProxies: 2 } }, async (hub) => {
      const from = async (forwarded: string) => (await post(hub, '[]', { 'X-Forwarded-For': forwarded })).status;
      expect(await from('198.51.100.1, 192.0.2.1')).toBe(400);
      expect(await from('203.0.113.9, 198.51.100.1, 192.0.2.1')).toBe(429);
      expect(await from('198.51.100.2, 192.0.2.1')).toBe(400);
    }));
});

describe('a hub in trouble', () => {
  test('answers 503 with Retry-After while the registry cannot be read, and says that it is not ready', () =>
    withHub({ lexicon: null }, async (hub) => {
      for (const path of ['/api/semantic', '/api/json-to-rdf']) {
        const response = await post(hub, '{}', {}, path);
        expect(response.status).toBe(503);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await response.json()).toMatchObject({ type: 'http://localhost:4000/problems/registry-unavailable' });
      }
      expect((await fetch(`${hub.url}/readyz`)).status).toBe(503);
      expect((await fetch(`${hub.url}/healthz`)).status).toBe(200);
    }));

  test('says in /readyz that it goes on with what it read last', () =>
    withHub(
      {
        registry: {
          current: () => ({
            version: '1',
            versionIri: '',
            terms: new Map(),
            categories: [],
            prefixes: [],
            nodes: nodesOf({}),
            lexicon: EMPTY_LEXICON,
            triples: NO_TRIPLES,
            ontology: NO_TRIPLES,
          }),
          state: () => ({ readAt: new Date(0), stale: true, lastError: 'connect ECONNREFUSED 10.0.0.7' }),
          start: async () => {},
          stop: () => {},
        },
      },
      async (hub) => {
        const response = await fetch(`${hub.url}/readyz`);
        expect(response.status).toBe(200);
        const text = await response.text();
        expect(JSON.parse(text)).toMatchObject({
          status: 'ready',
          registry: { stale: true, readAt: '1970-01-01T00:00:00.000Z', note: expect.any(String) as string },
        });
        expect(text).not.toContain('10.0.0.7');
      },
    ));

  test('answers 503 with Retry-After when all workers are busy and the queue is full, and serves the rest', () =>
    withHub({ workerModule: STUB, config: { queue: 0 } }, async (hub) => {
      const slow = post(hub, '{"order":"sleep","value":800}');
      await expect.poll(() => hub.app.pool.load.inside).toBe(1);
      const refused = await post(hub, '{"order":"echo"}');
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({
        type: 'http://localhost:4000/problems/converter-busy',
        error: expect.any(String) as string,
      });
      expect((await fetch(`${hub.url}/healthz`)).status).toBe(200);
      expect((await slow).status).toBe(200);
      expect((await post(hub, '{"order":"echo"}')).status).toBe(200);
    }));

  test('answers 503 for a conversion that takes too long, and serves the next', () =>
    withHub({ workerModule: STUB, config: { conversionTimeoutMs: 700 } }, async (hub) => {
      const refused = await post(hub, '{"order":"spin"}');
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('30');
      expect(await refused.json()).toMatchObject({ type: 'http://localhost:4000/problems/conversion-timeout' });
      // A document that meets a worker still on its way up has to come again.
      await expect.poll(async () => (await post(hub, '{"order":"echo"}')).status).toBe(200);
    }));

  test('answers 503 for a document that takes its worker down, logs why, and serves the next', () =>
    withHub({ workerModule: STUB }, async (hub) => {
      const refused = await post(hub, '{"order":"exit"}');
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject({ type: 'http://localhost:4000/problems/conversion-failed' });
      expect(hub.logged).toContainEqual(
        expect.objectContaining({ code: 'conversion-failed', requestId: refused.headers.get('x-request-id') }),
      );
      expect((await post(hub, '{"order":"echo"}')).status).toBe(200);
    }));

  test('tells nothing of its inside when it makes a mistake, but where its log tells of it', () =>
    withHub({ workerModule: STUB }, async (hub) => {
      const response = await post(hub, '{"order":"fault"}');
      expect(response.status).toBe(500);
      const text = await response.text();
      expect(text).not.toMatch(/inside of the hub|TypeError|stub-worker/);
      const { reference, type } = JSON.parse(text) as { reference: string; type: string };
      expect(type).toBe('http://localhost:4000/problems/internal');
      const faults = hub.logged.filter((line) => line['msg'] === 'internal fault');
      expect(faults).toHaveLength(1);
      expect(faults[0]).toMatchObject({
        requestId: reference,
        err: { message: 'the inside of the hub', stack: expect.stringContaining('stub-worker') as string },
      });
    }));

  test('turns bodies away when it holds as many bytes as it may, until they are done', () =>
    withHub({ workerModule: STUB, config: { bodyMemoryBytes: 100_000, queue: 8 } }, async (hub) => {
      const padding = 'x'.repeat(60_000);
      const slow = post(hub, `{"order":"sleep","value":500,"padding":"${padding}"}`);
      await expect.poll(() => hub.app.pool.load.inside).toBe(1);
      const refused = await post(hub, `{"order":"echo","padding":"${padding}"}`);
      expect(refused.status).toBe(503);
      expect(refused.headers.has('retry-after')).toBe(true);
      expect((await slow).status).toBe(200);
      expect(hub.app.bodyBudget.held).toBe(0);
      expect((await post(hub, `{"order":"echo","padding":"${padding}"}`)).status).toBe(200);
    }));
});

describe('stopping', () => {
  test('ends requests under way and takes no new ones', async () => {
    const hub = await createTestApp({ lexicon: EMPTY_LEXICON, workerModule: STUB });
    const slow = post(hub, '{"order":"sleep","value":500}');
    await expect.poll(() => hub.app.pool.load.inside).toBe(1);
    const stopped = hub.stop();
    const ask = () =>
      fetch(`${hub.url}/healthz`).then(
        () => 'taken',
        () => 'refused',
      );
    await expect.poll(ask, { interval: 5 }).toBe('refused');
    const response = await slow;
    expect(response.status).toBe(200);
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.text()).toBe('head;');
    await stopped;
  });

  test('waits no longer than it may', async () => {
    const hub = await createTestApp({ lexicon: EMPTY_LEXICON, workerModule: STUB, timing: { stopMs: 200 } });
    const slow = post(hub, '{"order":"spin"}');
    await expect.poll(() => hub.app.pool.load.inside).toBe(1);
    const cut = expect(slow).rejects.toThrow();
    await hub.stop();
    await cut;
  });

  test('does not wait for connections that are only kept alive', async () => {
    const hub = await createTestApp({ lexicon: EMPTY_LEXICON, timing: { stopMs: 20_000 } });
    await new Promise((resolve, reject) => {
      request(`${hub.url}/healthz`, { headers: { Connection: 'keep-alive' } }, (response) =>
        response.resume().on('end', resolve),
      )
        .on('error', reject)
        .end();
    });
    await hub.stop();
    expect(hub.app.server.listening).toBe(false);
  });

  test('answers all who had connected, though it had accepted none of them', async () => {
    const hub = await createTestApp({ lexicon: EMPTY_LEXICON });
    const sockets = Array.from({ length: 64 }, () => connect(hub.port, '127.0.0.1'));
    const answers = sockets.map((socket) => text(socket));
    for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHost: hub\r\n\r\n');
    await once(sockets.at(-1)!, 'connect');
    await hub.stop();
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*"ok"/);
  });

  test('takes those who connect a moment later, as their last request another hub may have answered', async () => {
    const hub = await createTestApp({ lexicon: EMPTY_LEXICON });
    const stopped = hub.stop();
    await delay(3);
    const socket = connect(hub.port, '127.0.0.1');
    socket.write('GET /healthz HTTP/1.1\r\nHost: hub\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*"ok"/);
    await stopped;
  });

  test('answers what comes a moment later on a connection that was open before', async () => {
    const hub = await createTestApp({ lexicon: EMPTY_LEXICON, timing: { lingerMs: 10_000, stopMs: 20_000 } });
    const socket = connect(hub.port, '127.0.0.1');
    const answer = text(socket);
    await once(socket, 'connect');
    await (await fetch(`${hub.url}/healthz`, { headers: { Connection: 'close' } })).text();
    const stopped = hub.stop();
    await expect.poll(() => hub.app.server.listening).toBe(false);
    socket.write('GET /healthz HTTP/1.1\r\nHost: hub\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1\.1 200 [^]*Connection: close\r\n[^]*"ok"/i);
    await stopped;
  });
});
