import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Piscina } from 'piscina';
import { beforeAll, expect, test, vi } from 'vitest';
import { describedFetch as fetch } from '../support/described-interface.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';

/** Their dump is longer than what a compressor awaits before it hands over any of it. */
const TERMS = ['voltage-V', 'active_power-kW', 'air_temperature-degC', 'state_of_charge-percent'];

let hub: TestApp;
let whole: Buffer;
let etag: string;
beforeAll(async () => {
  hub = await createTestApp({ terms: TERMS });
  const response = await get();
  whole = Buffer.from(await response.arrayBuffer());
  etag = response.headers.get('etag')!;
  return () => hub.stop();
});

const get = (headers: Record<string, string> = {}, method = 'GET', format = 'nt'): Promise<Response> =>
  fetch(`${hub.url}/vocabulary/?format=${format}`, { method, headers: { 'Accept-Encoding': 'identity', ...headers } });

test.each([
  ['bytes=0-99', 0, 99],
  ['bytes=100-', 100, Infinity],
  ['bytes=-50', -50, Infinity],
  ['bytes=10-999999999', 10, Infinity],
])('%s is that part of the dump', async (range, first, last) => {
  const response = await get({ Range: range });
  const from = first < 0 ? whole.length + first : first;
  const to = Math.min(last, whole.length - 1);
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to}/${whole.length}`);
  expect(response.headers.get('etag')).toBe(etag);
  expect(Buffer.from(await response.arrayBuffer()).equals(whole.subarray(from, to + 1))).toBe(true);
});

test('a range behind the end is 416 and names the size', async () => {
  const response = await get({ Range: `bytes=${whole.length}-` });
  expect(response.status).toBe(416);
  expect(response.headers.get('content-range')).toBe(`bytes */${whole.length}`);
  expect(await response.json()).toMatchObject({ size: whole.length });
});

test.each(['bytes=0-1,5-9', 'bytes=9-1', 'lines=1-2', 'bytes=-'])('%s is answered with the whole', async (range) => {
  const response = await get({ Range: range });
  expect(response.status).toBe(200);
  expect((await response.arrayBuffer()).byteLength).toBe(whole.length);
});

test('a part is given to who has the rest of the same bytes alone', async () => {
  const statusIf = async (condition: string): Promise<number> => {
    const response = await get({ Range: 'bytes=0-9', 'If-Range': condition });
    await response.arrayBuffer();
    return response.status;
  };
  expect(await statusIf(etag)).toBe(206);
  expect(await statusIf('"other"')).toBe(200);
  expect(await statusIf(`W/${etag}`)).toBe(200);
});

test('a range of what is compressed is a part of the compressed bytes', async () => {
  const compressed = await get({ 'Accept-Encoding': 'gzip', Range: 'bytes=0-1' });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  expect(compressed.headers.get('etag')).toBe(etag.replace(/"$/, '-gzip"'));
  await compressed.body?.cancel();
});

test('HEAD says the size, and 304 comes with the tag', async () => {
  const head = await get({}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
    200,
    String(whole.length),
    'bytes',
  ]);
  expect((await get({ 'If-None-Match': etag })).status).toBe(304);
});

test('a range of what nobody asked for before is that part of it', async () => {
  const response = await get({ Range: 'bytes=100-199' }, 'GET', 'ttl');
  expect(response.status).toBe(206);
  const part = Buffer.from(await response.arrayBuffer());
  const all = Buffer.from(await (await get({}, 'GET', 'ttl')).arrayBuffer());
  expect(part.equals(all.subarray(100, 200))).toBe(true);
});

test('HEAD of what nobody asked for before says what GET says from then on', async () => {
  const head = await get({}, 'HEAD', 'rdf');
  const response = await get({}, 'GET', 'rdf');
  expect((await response.arrayBuffer()).byteLength).toBe(Number(head.headers.get('content-length')));
  const said = (of: Response): unknown[] =>
    ['etag', 'content-type', 'cache-control'].map((name) => of.headers.get(name));
  expect(said(head)).toEqual(said(response));
});

test('who asks first, and while it is made, gets the tag and the bytes that everybody gets from then on', async () => {
  const asked = [{}, { 'Accept-Encoding': 'br' }] as const;
  // Each has the beginning before the thread has written the rest.
  const { thread, goOn } = holdThread();
  // Of these no whole body is awaited before they are answers.
  const ask = (headers: Record<string, string>): Promise<Response> =>
    globalThis.fetch(`${hub.url}/vocabulary/?format=jsonld`, {
      headers: { 'Accept-Encoding': 'identity', ...headers },
    });
  const answers = await Promise.all(asked.map(ask));
  expect(answers.map(({ headers }) => headers.get('content-length'))).toEqual([null, null]);
  goOn();
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  thread.mockRestore();
  for (const headers of asked) {
    const later = await get(headers, 'GET', 'jsonld');
    expect(later.headers.get('content-length')).not.toBeNull();
    answers.push(later);
    texts.push(await later.text());
  }
  expect(new Set(texts).size).toBe(1);
  const saidOf = (name: string): unknown[] => answers.map(({ headers }) => headers.get(name));
  const tag = saidOf('etag')[0] as string;
  const compressed = tag.replace(/"$/, '-br"');
  expect(saidOf('etag')).toEqual([tag, compressed, tag, compressed]);
  expect(saidOf('content-encoding')).toEqual([null, 'br', null, 'br']);
  expect(new Set(saidOf('cache-control')).size).toBe(1);
});

/** Has the thread of dumps write all of a text but its end, and that when it may. */
function holdThread() {
  const { run } = Piscina.prototype;
  let goOn = (): void => {};
  const allowed = new Promise<void>((resolve) => (goOn = resolve));
  const thread = vi.spyOn(Piscina.prototype, 'run').mockImplementation(async function (this: Piscina, task, options) {
    const { path } = task as { readonly path: string };
    const outcome: unknown = await run.call(this, { ...task, path: `${path}.whole` }, options);
    const text = await readFile(`${path}.whole`);
    await rm(`${path}.whole`);
    await writeFile(path, text.subarray(0, -100));
    await allowed;
    await appendFile(path, text.subarray(-100));
    return outcome;
  });
  return { thread, goOn };
}

test('a client of HTTP/1.0, which knows no end of what breaks off, gets it when it is whole', async () => {
  const fresh = await createTestApp({ terms: TERMS });
  const socket = connect(fresh.port, '127.0.0.1');
  socket.write('GET /vocabulary/?format=nt HTTP/1.0\r\nHost: hub\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*\r\nContent-Length: \d+\r\n/);
  await fresh.stop();
});

test('who has it is told so before it is made', async () => {
  const tag = (await get({}, 'HEAD')).headers.get('etag')!;
  const fresh = await createTestApp({ terms: TERMS, config: { baseUrl: hub.config.baseUrl } });
  const run = vi.spyOn(Piscina.prototype, 'run');
  const headers = { 'Accept-Encoding': 'identity', 'If-None-Match': tag };
  expect((await fetch(`${fresh.url}/vocabulary/?format=nt`, { headers })).status).toBe(304);
  expect(run).not.toHaveBeenCalled();
  run.mockRestore();
  await fresh.stop();
});
