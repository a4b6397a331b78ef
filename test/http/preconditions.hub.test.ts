/** The conditions of reads, RFC 9110 §13. */
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { describedFetch } from '../support/described-interface.ts';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp({ terms: ['voltage-V'] });
  return () => hub.stop();
});

const ASK = '/sparql?query=ASK%7B%7D';
const SELECT_NOW = `/sparql?query=${encodeURIComponent('SELECT (NOW() AS ?now) {}')}`;
/** One address of each way in which reads are answered. */
const DESCRIBED_READS = [
  '/api/categories',
  '/api/openapi.json',
  '/api/versions',
  '/api/terms?format=csv',
  '/api/vocabulary?format=nt',
  '/api/artefacts/json-schema?parameter=voltage-V',
  '/vocabulary/voltage-V?format=ttl',
  '/sparql',
  ASK,
];
const READS = [...DESCRIBED_READS, '/vocabulary/', '/versions.atom', '/ldes', '/playground'];

async function ask(path: string, headers: Record<string, string>, method = 'GET') {
  const send = DESCRIBED_READS.includes(path) ? describedFetch : fetch;
  const response = await send(`${hub.url}${path}`, { method, headers: { 'Accept-Encoding': 'identity', ...headers } });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const tagOf = async (path: string): Promise<string> => (await ask(path, {})).headers.get('etag')!;

describe.each(READS)('%s', (path) => {
  test('is given to who wants just these bytes, or any', async () => {
    const tag = await tagOf(path);
    for (const wanted of [tag, `"other", ${tag}`, '*']) {
      expect((await ask(path, { 'If-Match': wanted })).status, wanted).toBe(200);
      expect((await ask(path, { 'If-Match': wanted, 'If-None-Match': tag })).status, wanted).toBe(304);
    }
  });

  test('is 412 for who wants other bytes, whatever else the request says', async () => {
    const tag = await tagOf(path);
    for (const wanted of ['"other"', `W/${tag}`, '"*"', tag.replace(/"$/, '-br"')]) {
      const { status, headers, text } = await ask(path, { 'If-Match': wanted, 'If-None-Match': tag });
      expect(status, wanted).toBe(412);
      expect(JSON.parse(text)).toMatchObject({
        error: `If-Match has not the ETag of what is here: it is ${tag} now. Without If-Match the request is answered.`,
        key: 'if-match',
        piece: wanted,
        type: expect.stringMatching(/\/problems\/precondition-failed$/),
      });
      expect([headers.get('etag'), headers.get('last-modified'), headers.get('cache-control')]).toEqual([
        null,
        null,
        'no-store',
      ]);
      expect((await ask(path, { 'If-Match': wanted }, 'HEAD')).status).toBe(412);
    }
  });

  test('is 412 when it was modified after the date that the client has, where that is known', async () => {
    const modified = (await ask(path, {})).headers.get('last-modified');
    const before = 'Mon, 01 Jan 2001 00:00:00 GMT';
    const { status, text } = await ask(path, { 'If-Unmodified-Since': before });
    expect(status).toBe(modified === null ? 200 : 412);
    if (modified !== null) expect(JSON.parse(text)).toMatchObject({ key: 'if-unmodified-since', piece: before });
    // The list of versions is made once more when the first one is in the archive.
    const statusOfOwnDate = async (): Promise<number> => {
      const since = (await ask(path, {})).headers.get('last-modified') ?? before;
      return (await ask(path, { 'If-Unmodified-Since': since })).status;
    };
    await expect.poll(statusOfOwnDate).toBe(200);
    expect((await ask(path, { 'If-Unmodified-Since': before, 'If-Match': '*' })).status).toBe(200);
    expect((await ask(path, { 'If-Unmodified-Since': 'yesterday' })).status).toBe(200);
  });

  test('is known to who has any of it', async () => {
    expect((await ask(path, { 'If-None-Match': '*' })).status).toBe(304);
  });
});

test('a part is not given to who wants a part of other bytes', async () => {
  const path = '/api/vocabulary?format=nt';
  const tag = await tagOf(path);
  expect((await ask(path, { Range: 'bytes=0-9', 'If-Match': tag })).status).toBe(206);
  expect((await ask(path, { Range: 'bytes=0-9', 'If-Match': '"other"' })).status).toBe(412);
});

test.each(['/api/vocabulary?format=nt', '/sparql?query=SELECT%20*%20%7B%3Fs%20%3Fp%20%3Fo%7D'])(
  'a compressed answer of %s has a tag of its own, which is the one that counts',
  async (path) => {
    const plain = await tagOf(path);
    const coded = plain.replace(/"$/, '-br"');
    const br = { 'Accept-Encoding': 'br' };
    expect((await ask(path, br)).headers.get('etag')).toBe(coded);
    expect((await ask(path, { ...br, 'If-Match': coded })).status).toBe(200);
    expect((await ask(path, { ...br, 'If-Match': plain })).status).toBe(412);
    expect((await ask(path, { 'If-Match': plain, 'If-None-Match': coded })).status).toBe(200);
    expect((await ask(path, { 'If-Match': coded, 'If-None-Match': coded })).status).toBe(412);
  },
);

test('an answer that is another one each time has no tag that a client could want', async () => {
  const { status, text } = await ask(SELECT_NOW, { 'If-Match': '"other"' });
  expect(status).toBe(412);
  expect(JSON.parse(text)).toMatchObject({
    error: 'If-Match has not the ETag of what is here: this answer has none. Without If-Match the request is answered.',
  });
  expect((await ask(SELECT_NOW, { 'If-Match': '*' })).status).toBe(200);
});

test('what is refused for another reason is refused for that', async () => {
  expect((await ask('/api/semantics', { 'If-Match': '"other"' })).status).toBe(400);
  expect((await ask('/vocabulary/nothing', { 'If-Match': '*' })).status).toBe(404);
});
