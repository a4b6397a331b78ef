import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PlatformClient, type PlatformClientOptions } from '../../src/client/library.ts';
import { ADA, answering, answeringJson, failureOf, TestPlatform } from './test-platform.ts';

const TOKEN = '/api/v1/token';
const ECHO = '/api/v1/echo';
const ADDRESSES = { playground: 'https://playground.example', production: 'https://platform.example/sub' };

let platform: TestPlatform;
let other: Server;
/** What came to a server that is not the platform. */
let elsewhere: { method: string; path: string; headers: IncomingHttpHeaders }[];
let otherUrl: string;
beforeEach(async () => {
  platform = await new TestPlatform().start();
  elsewhere = [];
  other = createServer(({ method = '', url = '', headers }, response) => {
    elsewhere.push({ method, path: url, headers });
    if (url === '/back') response.writeHead(302, { location: `${platform.url}${ECHO}` }).end();
    else response.end('elsewhere');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});
afterEach(async () => {
  other.closeAllConnections();
  other.close();
  await platform.stop();
});

function create(options: Partial<PlatformClientOptions>): PlatformClient {
  return new PlatformClient({ environment: 'playground', addresses: ADDRESSES, credentials: ADA, ...options });
}

describe('addresses', () => {
  test('count with and without a slash at their end, with and without a path', () => {
    const of = (address: string): string => create({ addresses: { playground: address } }).address;
    expect(of('https://a.example')).toBe('https://a.example');
    expect(of('https://a.example/')).toBe('https://a.example');
    expect(of(' https://a.example/platform// ')).toBe('https://a.example/platform');
  });

  test('are those of the environment alone', () => {
    expect(create({}).address).toBe('https://playground.example');
    expect(create({ environment: 'production' }).address).toBe('https://platform.example/sub');
    for (const options of [
      { environment: 'staging' },
      { environment: undefined },
      { environment: 'production', addresses: { playground: 'https://a.example' } },
      { addresses: { playground: 'https://a.example', production: 'https://A.example:443/' } },
      { addresses: { playground: 'https://a.example/', production: 'https://a.example/production' } },
      { addresses: {} },
      { addresses: undefined },
    ] as object[])
      expect(() => create(options)).toThrow(expect.objectContaining({ code: 'invalid-option' }));
  });

  test.each([
    'a.example',
    '/path',
    '',
    'ftp://a.example',
    'file:///etc/passwd',
    'https://ada:hunter2@a.example',
    'https://a.example/?token=hunter2',
    'https://a.example/#hunter2',
    'http://a.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://10.0.0.1',
  ])('such as %j are refused', (address) => {
    const make = (): PlatformClient => create({ addresses: { playground: address } });
    expect(make).toThrow(expect.objectContaining({ code: 'invalid-option' }));
    expect(make).not.toThrow(/hunter2/);
  });

  test('without TLS are those of this machine, or permitted ones', () => {
    for (const address of ['http://localhost:4000', 'http://127.0.0.1', 'http://[::1]:80/a', 'http://hub.localhost'])
      expect(() => create({ addresses: { playground: address } })).not.toThrow();
    expect(create({ addresses: { playground: 'http://10.0.0.1/' }, allowHttp: true }).address).toBe('http://10.0.0.1');
  });
});

describe('the token', () => {
  test.each([
    'https://evil.example/api',
    'HTTPS://evil.example',
    'http://playground.example/api',
    'https://playground.example:444/api',
    'https://playground.example.evil.example/',
    'https://playground.example@evil.example/',
    'https://ada:x@playground.example/',
    'javascript:alert(1)',
    'data:,x',
  ])('does not go to %s', async (url) => {
    let sent = 0;
    const client = create({ fetch: async () => (sent++, new Response('{}')) });
    expect(await failureOf(client.fetch(url))).toMatchObject({ code: 'foreign-address' });
    expect(await failureOf(client.fetch(new URL(url)))).toMatchObject({ code: 'foreign-address' });
    expect(sent).toBe(0);
  });

  test.each([
    '//evil.example/api',
    '\\\\evil.example/api',
    ' https://evil.example',
    '/../../x',
    '@evil.example',
    '?a',
    '',
  ])('goes to no other host for the path %j', async (path) => {
    const hosts: string[] = [];
    const client = create({
      fetch: async (url) => {
        hosts.push(new URL(url as string).host);
        return Response.json({ access: 'a.b.c', refresh: 'a.b.c' });
      },
    });
    await client.fetch(path);
    expect(new Set(hosts)).toEqual(new Set(['playground.example']));
  });

  test('does not leave the path that the address has', async () => {
    const client = create({ environment: 'production' });
    for (const path of [
      '../other',
      '/../other',
      'https://platform.example/',
      'https://platform.example/subway',
      '%2e%2e/other',
    ])
      expect(await failureOf(client.fetch(path))).toMatchObject({ code: 'foreign-address' });
  });

  test('is the one of the client, whatever header the caller gives', async () => {
    await platform.client().fetch(ECHO, { headers: { Authorization: 'Bearer other', 'X-Own': '1' } });
    const { headers } = platform.seen.at(-1)!;
    expect(platform.takes(headers.authorization!.slice(7), 'access')).toBe(true);
    expect(headers['x-own']).toBe('1');
  });
});

describe('a redirect', () => {
  const redirecting = (status: number, location: string) => answering(status, { location });

  test('within the platform is followed with the token', async () => {
    platform.misbehave('/old', redirecting(301, `${ECHO}?b=2`));
    const response = await platform.client().fetch('/old', { headers: { accept: 'application/json' } });
    expect(await response.json()).toEqual({ method: 'GET', path: `${ECHO}?b=2`, body: '' });
  });

  test('to another origin is followed without the token and the headers of the caller', async () => {
    platform.misbehave('/file', redirecting(302, `${otherUrl}/download`));
    const response = await platform
      .client()
      .fetch('/file', { headers: { accept: 'text/csv', cookie: 'a=1', 'x-api-key': 'k' } });
    expect(await response.text()).toBe('elsewhere');
    expect(elsewhere).toHaveLength(1);
    expect(elsewhere[0]).toMatchObject({ method: 'GET', path: '/download', headers: { accept: 'text/csv' } });
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(elsewhere[0]!.headers[name]).toBeUndefined();
  });

  test('away and back does not bring the token back', async () => {
    platform.misbehave('/file', redirecting(302, `${otherUrl}/back`));
    await platform.client({ patience: { attempts: 1 } }).fetch('/file');
    const last = platform.seen.find(({ path, headers }) => path === ECHO && headers.authorization === undefined);
    expect(last).toBeDefined();
    expect(elsewhere[0]!.headers.authorization).toBeUndefined();
  });

  test('of a POST is a GET after 301, 302 and 303, and the same POST after 307 and 308', async () => {
    const client = platform.client();
    const methodAfter = async (status: number): Promise<unknown> => {
      platform.misbehave('/old', redirecting(status, ECHO));
      return (await client.fetch('/old', { method: 'POST', body: 'order' })).json();
    };
    for (const status of [301, 302, 303]) expect(await methodAfter(status)).toMatchObject({ method: 'GET', body: '' });
    for (const status of [307, 308]) expect(await methodAfter(status)).toMatchObject({ method: 'POST', body: 'order' });
  });

  test.each([
    ['of a POST to another origin', 307, (): string => `${otherUrl}/x`],
    ['to what is no address', 302, (): string => 'http://'],
    ['to a file', 302, (): string => 'file:///etc/passwd'],
    ['with a password', 302, (): string => otherUrl.replace('//', '//ada:x@')],
  ])('%s is refused', async (_name, status, location) => {
    platform.misbehave('/old', redirecting(status, location()));
    const method = status === 307 ? { method: 'POST', body: 'order' } : {};
    expect(await failureOf(platform.client().fetch('/old', method))).toMatchObject({ code: 'redirect-refused' });
    expect(elsewhere).toEqual([]);
  });

  test('without end is refused', async () => {
    platform.misbehave('/old', ...Array.from({ length: 20 }, () => redirecting(302, '/old')));
    expect(await failureOf(platform.client().fetch('/old'))).toMatchObject({ code: 'redirect-refused' });
    expect(platform.count('/old')).toBe(11);
  });

  test('is left to the caller who asks for it', async () => {
    platform.misbehave('/old', redirecting(302, otherUrl), redirecting(302, otherUrl));
    const client = platform.client();
    const response = await client.fetch('/old', { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, otherUrl]);
    expect(await failureOf(client.fetch('/old', { redirect: 'error', method: 'POST' }))).toMatchObject({
      code: 'connection-failed',
    });
    expect(elsewhere).toEqual([]);
  });

  test.each([301, 302, 303, 307, 308])(
    'with %i takes no credentials and no refresh token elsewhere',
    async (status) => {
      platform.misbehave(TOKEN, redirecting(status, `${otherUrl}/token`));
      expect(await failureOf(platform.client().signIn())).toMatchObject({ code: 'unexpected-answer' });
      let offMs = 0;
      const client = platform.client({ now: () => Date.now() + offMs });
      await client.signIn();
      offMs = 3_600_000;
      platform.misbehave('/api/v1/token/refresh', redirecting(status, `${otherUrl}/token`));
      await client.fetch(ECHO);
      expect(elsewhere).toEqual([]);
    },
  );
});

describe('a body', () => {
  const unauthorized = answeringJson(401, { detail: 'expired', code: 'token_not_valid' });
  const streamOf = (text: string): ReadableStream<Uint8Array> => new Blob([text]).stream();

  test.each<[string, () => RequestInit['body']]>([
    ['text', () => 'order'],
    ['bytes', () => Buffer.from('order')],
    ['a blob', () => new Blob(['order'])],
    ['a form', () => new URLSearchParams({ order: '1' })],
  ])('of %s is sent again with a new token', async (_name, body) => {
    const client = platform.client();
    platform.misbehave(ECHO, unauthorized);
    const response = await client.fetch(ECHO, { method: 'POST', body: body()! });
    expect(((await response.json()) as { body: string }).body).toMatch(/^order(=1)?$/);
    expect(platform.seen.filter(({ path }) => path === ECHO).map(({ body: sent }) => sent.slice(0, 5))).toEqual([
      'order',
      'order',
    ]);
  });

  test('of several parts keeps its type', async () => {
    const form = new FormData();
    form.set('file', new Blob(['order']), 'order.txt');
    await platform.client().fetch(ECHO, { method: 'POST', body: form });
    const { headers, body } = platform.seen.at(-1)!;
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain('filename="order.txt"');
  });

  test('that is a stream is sent as it comes', async () => {
    const response = await platform.client().fetch(ECHO, { method: 'POST', body: streamOf('order') });
    expect(await response.json()).toMatchObject({ method: 'POST', body: 'order' });
  });

  test.each([
    ['a stream', (): RequestInit['body'] => streamOf('order')],
    [
      'an iterable',
      (): RequestInit['body'] =>
        (async function* () {
          yield Buffer.from('order');
        })(),
    ],
  ])('that is %s is not sent again, and the caller is told', async (_name, body) => {
    const client = platform.client();
    platform.misbehave(ECHO, unauthorized);
    const failure = await failureOf(client.fetch(ECHO, { method: 'POST', body: body()! }));
    expect(failure).toMatchObject({ code: 'body-not-repeatable', status: 401 });
    expect(platform.count(ECHO)).toBe(1);
    expect((await client.fetch(ECHO, { method: 'POST', body: body()! })).status).toBe(200);
    expect(platform.count('/api/v1/token/refresh')).toBe(1);
  });

  test('that is a stream is not sent again after 429, 503 and redirects either', async () => {
    const client = platform.client();
    platform.misbehave(ECHO, answering(429), answering(503));
    for (const status of [429, 503])
      expect((await client.fetch(ECHO, { method: 'PUT', body: streamOf('x') })).status).toBe(status);
    platform.misbehave('/old', answering(307, { location: ECHO }));
    expect(await failureOf(client.fetch('/old', { method: 'PUT', body: streamOf('x') }))).toMatchObject({
      code: 'redirect-refused',
    });
  });

  test('of a Request is sent again, when it is not too long', async () => {
    const client = platform.client();
    platform.misbehave(ECHO, unauthorized);
    const request = (body: string): Request =>
      new Request(platform.url + ECHO, { method: 'POST', body, headers: { 'x-own': '1' } });
    expect(await (await client.fetch(request('order'))).json()).toMatchObject({ method: 'POST', body: 'order' });
    expect(platform.seen.at(-1)!.headers).toMatchObject({ 'x-own': '1', 'content-type': 'text/plain;charset=UTF-8' });
    const long = 'x'.repeat(3 * 1024 * 1024);
    await client.fetch(request(long));
    expect(platform.seen.at(-1)!.body).toBe(long);
  });

  test('of a Request that does not come is not waited for when the caller gives up', async () => {
    const body = new ReadableStream({});
    const signal = AbortSignal.timeout(30);
    const request = new Request(platform.url + ECHO, { method: 'POST', body, duplex: 'half', signal });
    expect(await failureOf(platform.client().fetch(request))).toMatchObject({ name: 'TimeoutError' });
  });

  test('of a long Request stays a stream', async () => {
    const client = platform.client();
    await client.signIn();
    platform.misbehave(ECHO, unauthorized);
    const body = 'x'.repeat(3 * 1024 * 1024);
    const request = new Request(platform.url + ECHO, { method: 'POST', body });
    expect(await failureOf(client.fetch(request))).toMatchObject({ code: 'body-not-repeatable' });
    expect(platform.seen.at(-1)!.path).toBe('/api/v1/token/refresh');
    expect(platform.seen.findLast(({ path }) => path === ECHO)!.body).toBe(body);
  });

  test('where none may be is a mistake that is told before anything is sent', async () => {
    expect(await failureOf(platform.client().fetch(ECHO, { body: 'x' }))).toBeInstanceOf(TypeError);
    expect(platform.seen).toEqual([]);
  });
});
