import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

/** What clients send by mistake and on purpose: each a clear answer, and the next request served. */

const ENDPOINTS = ['/api/semantic', '/api/rdf', '/api/json-to-rdf'];
const DOCUMENT = '{"timestamp":"2026-01-01T00:00:00Z","active_power-kW":[1,2,3]}';

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

function post(path: string, body: Uint8Array | string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(hub.url + path, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

async function problem(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}

/** How often the hub has logged a fault of its own. */
function faults(): number {
  return hub.logged.filter((line) => line['level'] === 50).length;
}

/** All that the hub writes on one connection. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(hub.port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (piece: Buffer) => (answer += piece.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

describe('bytes that are not UTF-8', () => {
  const kinds: ReadonlyArray<readonly [string, readonly number[]]> = [
    ['a byte of none', [0xff]],
    ['a continuation alone', [0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['beyond the last character', [0xf4, 0x90, 0x80, 0x80]],
    ['a sequence cut short', [0xe2, 0x82]],
    ['a form of five', [0xf8, 0x88, 0x80, 0x80, 0x80]],
  ];
  const places: ReadonlyArray<readonly [before: string, after: string]> = [
    ['', '{}'],
    ['{', '}'],
    ['{"', '":1}'],
    ['{"a":"', '"}'],
    ['{"a":1', '}'],
    ['{"@semantic":{"@context":{"a":{"dcterms:title":"', '"}}},"a":1}'],
    ['{}', ''],
  ];

  test.each(ENDPOINTS)('are 400 at %s, wherever they stand, with the offset', async (path) => {
    for (const [kind, bytes] of kinds) {
      for (const [before, after] of places) {
        const response = await post(path, Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]));
        const body = await problem(response);
        const of = `${kind} behind ${before}`;
        expect(response.status, of).toBe(400);
        expect(body, of).toMatchObject({
          type: 'http://localhost:4000/problems/not-utf8',
          error: expect.any(String) as string,
        });
        expect(body['offset'], of).toBeGreaterThanOrEqual(before.length);
        expect(body['offset'], of).toBeLessThan(before.length + bytes.length);
      }
    }
  });

  test('are UTF-16 too, with its mark and without', async () => {
    for (const text of ['\ufeff{"a":1}', '{"a":1}', '\ufeff\ufeff{"a":1}']) {
      expect((await post('/api/semantic', Buffer.from(text, 'utf16le'))).status, JSON.stringify(text)).toBe(400);
    }
    expect((await post('/api/semantic', '\ufeff\ufeff{"a":1}')).status).toBe(400);
    expect((await post('/api/semantic', '\ufeff{"a":1}')).status).toBe(200);
  });
});

describe('a block that is embedded', () => {
  const BLOCK = /"@semantic":\{"@prefix":.*?"dcterms:conformsTo":"[^"]*"\}\}/s;

  test.each([
    ['{}', '{§}'],
    ['{ \n }\n', '{§ \n }\n'],
    [' \t\r\n{"a":1}\n ', ' \t\r\n{§,"a":1}\n '],
    ['{"a": 1.50 , "b":[ ]}', '{§,"a": 1.50 , "b":[ ]}'],
    ['{"a":1,"a":2}', '{§,"a":1,"a":2}'],
    ['{"@semantic":{"x":[1,{"y":"}"}]},"a":1}', '{§,"a":1}'],
    ['{"a":1,"@semantic":5,"b":2}', '{§,"a":1,"b":2}'],
    ['{"a":1,"@semantic":null}', '{§,"a":1}'],
    ['{"@semantic":1,"a":1,"@semantic":2}', '{§,"a":1}'],
    ['{"\\u0040semantic":1,"a":2}', '{§,"a":2}'],
    ['{"@semantic":{}}', '{§}'],
    ['{"a":{"@semantic":{"x":1}}}', '{§,"a":{"@semantic":{"x":1}}}'],
    ['\ufeff{"a":1}', '{§,"a":1}'],
  ])('into %j leaves the other bytes as they were', async (given, expected) => {
    const text = await (await post('/api/semantic', given)).text();
    expect(text.replace(BLOCK, '§')).toBe(expected);
    const report = await (await post('/api/semantic?report=true', given)).text();
    expect(report.startsWith(`{"document":${text},"report":{`)).toBe(true);
    expect(() => JSON.parse(report) as unknown).not.toThrow();
  });
});

describe('a compressed body', () => {
  const whole = gzipSync(DOCUMENT);
  const wrongSum = Buffer.from(whole);
  wrongSum[wrongSum.length - 6]! ^= 1;

  test.each([
    ['gzip in two members', 'gzip', Buffer.concat([gzipSync(DOCUMENT.slice(0, 9)), gzipSync(DOCUMENT.slice(9))]), 200],
    ['gzip in capitals', 'GZip', whole, 200],
    ['br', 'br', brotliCompressSync(DOCUMENT), 200],
    ['gzip within gzip', 'gzip', gzipSync(whole), 400],
    ['gzip announced twice', 'gzip, gzip', gzipSync(whole), 415],
    ['gzip called br', 'br', whole, 400],
    ['br called gzip', 'gzip', brotliCompressSync(DOCUMENT), 400],
    ['gzip not announced', 'identity', whole, 400],
    ['gzip cut off', 'gzip', whole.subarray(0, 20), 400],
    ['gzip without its sum', 'gzip', whole.subarray(0, -8), 400],
    ['gzip with a wrong sum', 'gzip', wrongSum, 400],
    ['br cut off', 'br', brotliCompressSync(DOCUMENT).subarray(0, 10), 400],
    ['nothing called gzip', 'gzip', Buffer.alloc(0), 400],
    ['nothing in gzip', 'gzip', gzipSync(''), 400],
    ['zstd', 'zstd', Buffer.from(DOCUMENT), 415],
  ])('that is %s has its answer', async (_, encoding, body, status) => {
    for (const path of ENDPOINTS.filter((endpoint) => status !== 200 || endpoint !== '/api/rdf')) {
      const response = await post(path, body, { 'Content-Encoding': encoding });
      expect(response.status, path).toBe(status);
      if (status !== 200) expect(await problem(response)).toMatchObject({ status });
      else await response.text();
    }
  });

  test('of 10 MB to the byte is taken, and one more is 413', async () => {
    const documentOf = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    for (const [extra, status] of [
      [0, 200],
      [1, 413],
    ] as const) {
      const response = await post('/api/semantic', gzipSync(documentOf(10 * 1024 * 1024 + extra)), {
        'Content-Encoding': 'gzip',
      });
      expect(response.status).toBe(status);
      await response.arrayBuffer();
    }
  });
});

describe('an answer', () => {
  test.each([
    'identity;q=0',
    '*;q=0',
    'br;q=0, gzip;q=0, *;q=0',
    'compress, *;q=0',
    'deflate, identity;q=0',
    'gzip;q=abc',
    ',,,;;',
    'zstd',
  ])('comes whole to a client with Accept-Encoding %s', async (encoding) => {
    for (const path of ['/api/json-to-rdf', '/api/semantic']) {
      const response = await post(path, DOCUMENT, { 'Accept-Encoding': encoding });
      expect(response.status, path).toBe(200);
      expect((await response.text()).length, path).toBeGreaterThan(1024);
    }
  });

  test('has no header that a key put there', async () => {
    const keys = ['a\r\nX-Evil: 1\r\n\r\n', 'b,c', 'd\u0000', '\ud800', '😀', '%0d%0aX-Evil: 1', ' ', '\u2028'];
    const body = JSON.stringify(Object.fromEntries(keys.map((key) => [key, 1])));
    for (const [path, sent] of [
      ['/api/semantic', body],
      ['/api/rdf', `{"@semantic":{},${body.slice(1)}`],
    ] as const) {
      const answer = await exchange(
        `POST ${path} HTTP/1.1\r\nHost: hub\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(sent)}\r\n\r\n${sent}`,
      );
      const head = answer.slice(0, answer.indexOf('\r\n\r\n'));
      expect(head).toMatch(/^HTTP\/1\.1 200 /);
      expect(head).not.toMatch(/^X-Evil/im);
      const list = /^X-Semantic-Un(?:described|mapped): (.*)$/im.exec(head)![1]!;
      expect(list.split(',').map(decodeURIComponent)).toEqual(keys.map((key) => (key === '\ud800' ? '\ufffd' : key)));
    }
  });

  test.each(RDF_FORMATS)('of more than two million triples is 413 as %s, and leaves nothing', async (format) => {
    const values = Array.from({ length: 300_000 }, (_, at) => at).join(',');
    const response = await post(`/api/json-to-rdf?format=${format}`, `{"active_power-kW":[${values}]}`);
    expect(response.status).toBe(413);
    expect(await problem(response)).toMatchObject({ type: 'http://localhost:4000/problems/too-many-triples' });
    expect(hub.app.spool.takenBytes).toBe(0);
    expect(hub.app.bodyBudget.held).toBe(0);
  });

  test('names all of 100,000 keys that are no terms', async () => {
    const keys = Array.from({ length: 100_000 }, (_, at) => `key ${at}`);
    const response = await post('/api/json-to-rdf', JSON.stringify(Object.fromEntries(keys.map((key) => [key, 1]))));
    expect(response.status).toBe(422);
    const body = await problem(response);
    expect(body['notTerms']).toEqual(keys);
    expect((body['error'] as string).length).toBeLessThan(1000);
  });
});

describe('a refused block', () => {
  test.each([
    '{"@semantic":null,"k":1}',
    '{"@semantic":{"@prefix":[]},"k":1}',
    '{"@semantic":{"@context":"x"},"k":1}',
    '{"@semantic":{"@annotations":null},"k":1}',
    '{"@semantic":{"@annotations":{"zz:title":"x"}},"k":1}',
    '{"@semantic":{"@context":{"k":7}},"k":1}',
    '{"@semantic":{"@context":{"k":{"title":"$k"}}},"k":1}',
    '{"@semantic":{"@context":{"k":{"http://ex.org/p":"$k"}}},"k":1}',
    '{"@semantic":{"@context":{"a/b~c":{"zz:p":"$k"}}},"k":1}',
    '{"@semantic":{"@context":{"k":{"dcterms:title":["$k",5]}}},"k":1}',
    '{"@semantic":{"@context":{"k":{"dcterms:title":"hello"}}},"k":1}',
    '{"@semantic":{"@context":{"?n":7}},"k":1}',
    '{"@semantic":{"@prefix":{"ex":"foo/"}},"k":1}',
    '{"@semantic":{"@prefix":{"ex":"http://ex.org/>"}},"k":1}',
    `{"a":${'['.repeat(129)}${']'.repeat(129)}}`,
    '{"a":01}',
  ])('%s is told by GraphQL as by REST, with the place', async (document) => {
    const rest = await post('/api/rdf', document);
    const told = await problem(rest);
    const { errors } = (await (
      await post(
        '/graphql',
        JSON.stringify({
          query: 'query ($document: String!) { convertDocument(document: $document) { triples } }',
          variables: { document },
        }),
      )
    ).json()) as { errors: Array<{ message: string; extensions: Record<string, unknown> }> };
    expect(errors).toHaveLength(1);
    const { code, ...details } = errors[0]!.extensions;
    expect(errors[0]!.message).toBe(told['error']);
    expect((code as string).toLowerCase().replaceAll('_', '-')).toBe((told['type'] as string).split('/').at(-1));
    const { error, title, status, detail, ...named } = told;
    expect([error, title, status, detail]).not.toContain(undefined);
    expect(details).toEqual(named);
    if (status === 422)
      expect(named).toMatchObject({ key: expect.any(String) as string, pointer: expect.any(String) as string });
    expect(named['line']).toBe(1);
    expect(named['column']).toBe((named['offset'] as number) + 1);
  });
});

test('clients that vanish while their documents convert leave nothing behind', async () => {
  const faultsBefore = faults();
  const body = `{"active_power-kW":[${Array.from({ length: 100_000 }, (_, at) => at).join(',')}]}`;
  await Promise.all(
    Array.from({ length: 12 }, (_, at) => {
      const leaving = AbortSignal.timeout(20 + at * 30);
      return fetch(`${hub.url}/api/json-to-rdf?format=nt`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json' },
        signal: leaving,
      })
        .then((response) => {
          expect(response.status).toBe(200);
          return response.body!.cancel();
        })
        .catch((error: unknown) => expect(error).toMatchObject({ name: 'TimeoutError' }));
    }),
  );
  await expect.poll(() => hub.app.pool.load).toEqual({ inside: 0, waiting: 0 });
  await expect.poll(() => hub.app.spool.takenBytes).toBe(0);
  await expect.poll(() => hub.app.bodyBudget.held).toBe(0);
  expect((await post('/api/json-to-rdf', DOCUMENT)).status).toBe(200);
  expect(faults()).toBe(faultsBefore);
});
