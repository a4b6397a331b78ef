import { beforeAll, expect, test } from 'vitest';
import { describedFetch as fetch } from '../support/described-interface.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';

let hub: TestApp;
let whole: Buffer;
let etag: string;
beforeAll(async () => {
  hub = await createTestApp({ terms: ['voltage-V'] });
  const response = await get();
  whole = Buffer.from(await response.arrayBuffer());
  etag = response.headers.get('etag')!;
  return () => hub.stop();
});

const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(`${hub.url}/vocabulary/?format=nt`, { method, headers: { 'Accept-Encoding': 'identity', ...headers } });

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
