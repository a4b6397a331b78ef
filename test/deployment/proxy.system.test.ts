import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app.ts';
import { EMPTY_LEXICON } from '../support/empty-lexicon.ts';
import { NGINX_MISSING, startNginx, type NginxServer } from '../support/nginx-server.ts';
import { freePort } from '../support/sparql-server.ts';

const hubs: TestApp[] = [];
let nginx: NginxServer | null = null;

beforeEach((context) => {
  if (NGINX_MISSING !== null) context.skip(NGINX_MISSING);
});

afterEach(async () => {
  await nginx?.stop();
  nginx = null;
  await Promise.all(hubs.splice(0).map((hub) => hub.stop()));
});

async function startHub(config: TestAppOptions['config'] = {}): Promise<TestApp> {
  const hub = await createTestApp({ lexicon: EMPTY_LEXICON, config: { trustedProxies: 1, ...config } });
  hubs.push(hub);
  return hub;
}

/** nginx before one hub. */
async function startBehindNginx(config: TestAppOptions['config'] = {}): Promise<{ url: string; hub: TestApp }> {
  const hub = await startHub(config);
  nginx = await startNginx([hub.port]);
  return { url: nginx.url, hub };
}

/** A document of so many numbers, which converts to some 350 bytes of N-Triples for each. */
function described(numbers: number): string {
  const block = {
    '@prefix': { qudt: 'http://qudt.org/schema/qudt/', unit: 'http://qudt.org/vocab/unit/' },
    '@context': { v: { a: 'qudt:QuantityValue', 'qudt:numericValue': '$v', 'qudt:hasUnit': 'unit:V' } },
  };
  const values = Array.from({ length: numbers }, (_, at) => at).join(',');
  return `{"@semantic":${JSON.stringify(block)},"v":[${values}]}`;
}

function post(url: string, body: string, headers: Record<string, string> = {}, localAddress?: string) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...headers },
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    sent.on('response', resolve).on('error', reject).end(body);
  });
}

async function read(answer: IncomingMessage): Promise<string> {
  let text = '';
  answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await once(answer, 'end');
  return text;
}

/** The memory of nginx, its workers included, in bytes; from /proc. */
function residentBytesOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const sizes = [String(pid), ...children].map((process) =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${process}/status`, 'utf8'))![1]),
  );
  return sizes.reduce((sum, kilobytes) => sum + kilobytes * 1024, 0);
}

describe('a client behind nginx', () => {
  test('is told by its own address, whatever it writes into X-Forwarded-For', async () => {
    const { url } = await startBehindNginx({ rateLimit: 2 });
    const statuses: Array<number | undefined> = [];
    for (let at = 0; at < 3; at++) {
      const forged = { 'X-Forwarded-For': `203.0.113.${at}`, 'X-Real-IP': `203.0.113.${at}` };
      statuses.push((await post(`${url}/api/semantic`, '{"a":1}', forged)).statusCode);
    }
    expect(statuses).toEqual([200, 200, 429]);
    expect((await post(`${url}/api/semantic`, '{"a":1}', {}, '127.0.0.2')).statusCode).toBe(200);
  });

  test('behind another proxy, too, is told by what that proxy wrote', async () => {
    const { url } = await startBehindNginx({ rateLimit: 1, trustedProxies: 2 });
    const from = async (forwarded: string) =>
      (await post(`${url}/api/semantic`, '{"a":1}', { 'X-Forwarded-For': forwarded })).statusCode;
    expect(await from('198.51.100.1')).toBe(200);
    expect(await from('203.0.113.1, 198.51.100.1')).toBe(429);
    expect(await from('198.51.100.2')).toBe(200);
  });

  test('gets the answers of the hub, of its refusals too', async () => {
    const { url, hub } = await startBehindNginx();
    for (const [path, body] of [
      ['/api/semantic', '{"a":1.50}'],
      ['/api/semantic', '{'],
      ['/no/such/path', ''],
    ] as const) {
      const [there, behind] = [
        await post(hub.url + path, body, { 'X-Forwarded-For': '192.0.2.1' }),
        await post(url + path, body),
      ];
      expect(behind.statusCode).toBe(there.statusCode);
      expect(await read(behind)).toBe(await read(there));
      for (const name of ['content-type', 'vary', 'ratelimit-policy', 'access-control-allow-origin'])
        expect(behind.headers[name]).toBe(there.headers[name]);
    }
  });

  test('may send a head of 60 KB; a larger one is refused in the form of the hub', async () => {
    const { url } = await startBehindNginx();
    expect((await fetch(`${url}/healthz?${'a'.repeat(60_000)}`)).status).toBe(200);
    for (const refused of [
      await fetch(`${url}/healthz?${'a'.repeat(70_000)}`),
      await fetch(`${url}/healthz`, { headers: { 'X-Long': 'a'.repeat(70_000) } }),
      await fetch(`${url}/healthz`, { headers: { 'X-Long': 'a'.repeat(40_000), 'X-Longer': 'a'.repeat(40_000) } }),
    ]) {
      expect(refused.status).toBe(431);
      expect(await refused.json()).toMatchObject({ error: expect.stringContaining('64 KB') });
    }
    const socket = connect(nginx!.port, '127.0.0.1');
    socket.end('SPEAK FRIEND\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 [^]*\{"error":".+"\}\s*$/);
  });
});

test('below a path, with the lines of docs/operating.md, links and redirections stay there and documents are taken', async () => {
  const operating = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const [, ofServer] = /```nginx\n([^`]+)```/.exec(operating)!;
  const port = await freePort();
  const root = `http://127.0.0.1:${port}/hub/`;
  const hub = await createTestApp({ terms: ['voltage-V'], config: { trustedProxies: 1, baseUrl: root.slice(0, -1) } });
  hubs.push(hub);
  nginx = await startNginx([hub.port], { port, ofServer: ofServer! });

  const start = await fetch(root.slice(0, -1));
  expect(start.url).toBe(root);
  const links = [...(await start.text()).matchAll(/ (?:href|src|action)="([^"#]+)"/g)]
    .map(([, link]) => new URL(link!.replaceAll('&amp;', '&'), start.url))
    .filter(({ port: linked }) => linked === String(port));
  expect(links.length).toBeGreaterThan(10);
  expect(links.map(({ href }) => href).filter((href) => !href.startsWith(root))).toEqual([]);
  for (const link of new Set(links.map(({ href }) => href)))
    expect([link, (await fetch(link, { headers: { Accept: 'text/html,*/*' } })).status]).toEqual([link, 200]);
  const redirected = await fetch(`${root}vocabulary`, { headers: { Accept: 'text/turtle' } });
  expect([redirected.status, redirected.url]).toEqual([200, `${root}vocabulary/`]);

  for (const values of [1, 30_000]) {
    const body = `{"voltage-V":[${Array.from({ length: values }, () => '231.40').join(',')}]}`;
    const answer = await post(`${root}api/json-to-rdf`, body, { Accept: 'text/turtle' });
    expect(answer.statusCode).toBe(200);
    expect(await read(answer)).toContain(`@prefix vocab: <${root}vocabulary/>`);
  }
});

describe('a large document', () => {
  test('of 10 MB goes through; of 11 MB it is refused by the hub, with its limit', async () => {
    const { url } = await startBehindNginx();
    const ofMegabytes = (megabytes: number) => `{"a":"${'x'.repeat(megabytes * 1024 * 1024 - 8)}"}`;
    const embedded = await post(`${url}/api/semantic`, ofMegabytes(10));
    expect(embedded.statusCode).toBe(200);
    expect((await read(embedded)).length).toBeGreaterThan(10 * 1024 * 1024);
    const refused = await post(`${url}/api/semantic`, ofMegabytes(11));
    expect(refused.statusCode).toBe(413);
    expect(await read(refused)).toContain('10 MB');
    // In pieces, without a word on how large it is.
    const pieces = await fetch(`${url}/api/semantic`, {
      method: 'POST',
      duplex: 'half',
      headers: { 'Content-Type': 'application/json' },
      body: new Blob([ofMegabytes(1)]).stream(),
    } as RequestInit & { duplex: 'half' });
    expect(pieces.status).toBe(200);
    await pieces.text();
  });

  test.skipIf(process.platform !== 'linux')(
    'with an answer of 100 MB fills no memory of nginx while its client does not read (needs /proc of Linux)',
    async () => {
      const { url } = await startBehindNginx();
      const answer = await post(`${url}/api/rdf?format=nt`, described(300_000));
      expect(answer.statusCode).toBe(200);
      const bytes = Number(answer.headers['content-length']);
      expect(bytes).toBeGreaterThan(100_000_000);
      answer.pause();
      await delay(1_000);
      expect(residentBytesOf(nginx!.pid)).toBeLessThan(64 * 1024 * 1024);
      let received = 0;
      for await (const piece of answer) received += (piece as Buffer).length;
      expect(received).toBe(bytes);
      expect(residentBytesOf(nginx!.pid)).toBeLessThan(64 * 1024 * 1024);
    },
    60_000,
  );
});

test('without any hub the answer is 503 with Retry-After, in the form of the hub', async () => {
  nginx = await startNginx([await freePort(), await freePort()]);
  for (const [path, body] of [
    ['/api/semantic', '{"a":1}'],
    ['/graphql', '{}'],
    ['/api/semantic', `{"a":"${'x'.repeat(200_000)}"}`],
  ] as const) {
    const answer = await post(nginx.url + path, body);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(JSON.parse(await read(answer))).toMatchObject({ error: expect.stringContaining('No hub') });
  }
});

test('requests go to the hubs in turn, and to one when the other is gone', async () => {
  const [one, other] = [await startHub(), await startHub()];
  nginx = await startNginx([one.port, other.port]);
  const ask = async () => (await post(`${nginx!.url}/api/semantic`, '{"a":1}')).statusCode;
  for (let at = 0; at < 10; at++) expect(await ask()).toBe(200);
  const answered = (hub: TestApp) => hub.logged.filter(({ path }) => path === '/api/semantic').length;
  expect([answered(one), answered(other)]).toEqual([5, 5]);
  await other.app.stop();
  for (let at = 0; at < 10; at++) expect(await ask()).toBe(200);
  expect(answered(one)).toBe(15);
});
