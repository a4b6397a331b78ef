import { request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { EMPTY_LEXICON } from '../support/empty-lexicon.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** `fetch` sends no path as it is given, and headers of its own. */
function ask(hub: TestApp, target: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = send(
      { host: '127.0.0.1', port: hub.port, path: target, headers, method: body === undefined ? 'GET' : 'POST' },
      async (response) =>
        resolve({ status: response.statusCode!, headers: response.headers, body: await text(response) }),
    );
    request.on('error', reject).end(body);
  });
}

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp({ lexicon: EMPTY_LEXICON });
});
afterAll(() => hub.stop());

describe('the path of an address', () => {
  test('may have 8 KB', async () => {
    expect((await ask(hub, `/${'a'.repeat(8 * 1024 - 1)}`)).status).toBe(404);
  });

  test('is 414 with the error form when it is longer', async () => {
    const { status, headers, body } = await ask(hub, `/${'a'.repeat(8 * 1024)}`);
    expect(status).toBe(414);
    expect(JSON.parse(body)).toMatchObject({
      error:
        'The path of the address has 8193 bytes; at most 8 KB are read. What is long belongs behind a question mark, or into a body.',
      type: 'http://localhost:4000/problems/path-too-long',
      status: 414,
    });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['x-request-id']).toEqual(expect.any(String));
  });

  test('ends where the query begins, which may be long', async () => {
    const query = Array.from({ length: 500 }, (_, at) => `parameter=a_name_of_usual_length_${at}`).join('&');
    expect(query.length).toBeGreaterThan(16 * 1024);
    expect((await ask(hub, `/api/semantics?${query}`)).status).toBe(200);
  });
});

describe('a header that the hub reads', () => {
  test.each([
    'accept',
    'accept-encoding',
    'accept-language',
    'if-match',
    'if-none-match',
    'if-range',
    'if-unmodified-since',
    'origin',
    'range',
    'sec-fetch-dest',
    'traceparent',
    'x-forwarded-for',
  ])('%s may have 1 KB, and is 431 when it is longer', async (name) => {
    expect((await ask(hub, '/healthz', { [name]: 'a'.repeat(1024) })).status).toBe(200);
    const { status, body } = await ask(hub, '/healthz', { [name]: 'a'.repeat(1025) });
    expect(status).toBe(431);
    expect(JSON.parse(body)).toMatchObject({
      error: `The header ${name} has 1025 bytes; at most 1 KB are read. Send a shorter one.`,
      key: name,
      type: 'http://localhost:4000/problems/head-too-large',
    });
  });

  test('is refused on the way of small documents, too', async () => {
    const document = (headers: Record<string, string>) =>
      ask(hub, '/api/semantic', { 'content-type': 'application/json', 'content-length': '7', ...headers }, '{"a":1}');
    expect((await document({ accept: '*/*' })).status).toBe(200);
    expect((await document({ accept: 'a'.repeat(1025) })).status).toBe(431);
  });

  test('is not believed in the answer that refuses it', async () => {
    const { headers } = await ask(hub, '/healthz', { accept: `application/problem+json,${'a'.repeat(1024)}` });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('Authorization may have 8 KB', async () => {
    expect((await ask(hub, '/healthz', { authorization: `Bearer ${'a'.repeat(8 * 1024 - 7)}` })).status).toBe(200);
    expect((await ask(hub, '/healthz', { authorization: `Bearer ${'a'.repeat(8 * 1024 - 6)}` })).status).toBe(431);
  });

  test('others may be as long as a head', async () => {
    expect((await ask(hub, '/healthz', { cookie: 'a'.repeat(32 * 1024) })).status).toBe(200);
  });
});

describe('behind two proxies', () => {
  let proxied: TestApp;
  beforeAll(async () => {
    proxied = await createTestApp({ lexicon: EMPTY_LEXICON, config: { trustedProxies: 2 } });
  });
  afterAll(() => proxied.stop());
  const through = (forwarded: string | null, target = '/api/categories') =>
    ask(proxied, target, forwarded === null ? {} : { 'x-forwarded-for': forwarded });

  test.each([null, '', '192.0.2.1'])('a request that came past one of them (%j) is 400', async (forwarded) => {
    const { status, body } = await through(forwarded);
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({
      type: 'http://localhost:4000/problems/malformed-request',
      key: 'x-forwarded-for',
    });
  });

  test.each(['192.0.2.1, 198.51.100.2', '203.0.113.3, 192.0.2.1, 198.51.100.2'])(
    'one that came through both (%s) is answered',
    async (forwarded) => {
      expect((await through(forwarded)).status).toBe(200);
    },
  );

  test('a small document is refused as all else is', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '7' };
    expect((await ask(proxied, '/api/semantic', headers, '{"a":1}')).status).toBe(400);
    const forwarded = { ...headers, 'x-forwarded-for': '192.0.2.1, 198.51.100.2' };
    expect((await ask(proxied, '/api/semantic', forwarded, '{"a":1}')).status).toBe(200);
  });

  test.each(['/healthz', '/readyz', '/healthz/'])('%s is answered to those beside the hub', async (target) => {
    expect((await through(null, target)).status).toBe(200);
  });
});
