import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { request } from 'node:http';
import { Parser } from 'n3';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSample } from '../support/fixtures.ts';
import { describedFetch as fetch } from '../support/described-interface.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

const DOCUMENT = '{"timestamp":"2026-01-01T00:00:00Z","active_power-kW":12.50}';
const WITH_OTHER_KEYS = '{"timestamp":"2026-01-01T00:00:00Z","zebra":1,"ähre, reif":true,"active_power-kW":12.50}';

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

function post(
  path: string,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(hub.url + path, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });
}

async function problem(answer: Promise<Response>): Promise<Record<string, unknown> & { status: number }> {
  const response = await answer;
  const body = (await response.json()) as Record<string, unknown>;
  expect(body['status']).toBe(response.status);
  expect(body['error']).toBeTypeOf('string');
  expect(body['detail']).toBe(body['error']);
  expect(body['title']).toBeTypeOf('string');
  const page = await fetch(hub.url + new URL(body['type'] as string).pathname);
  expect(page.status).toBe(200);
  return { ...body, status: response.status };
}

async function embedded(body = WITH_OTHER_KEYS): Promise<string> {
  return (await post('/api/semantic', body)).text();
}

describe('POST /api/semantic', () => {
  test('puts the block first and leaves every other byte as it was', async () => {
    const response = await post('/api/semantic', WITH_OTHER_KEYS, { 'Accept-Encoding': 'identity' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(/^\{"@semantic":\{/);
    expect(text.endsWith(WITH_OTHER_KEYS.slice(1))).toBe(true);
    expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(text));
    const block = (JSON.parse(text) as { '@semantic': { '@annotations': Record<string, string> } })['@semantic'];
    expect(Object.values(block['@annotations'])).toContain('2026-01-02');
  });

  test('counts the described keys and lists the others, percent-encoded', async () => {
    const { headers } = await post('/api/semantic', WITH_OTHER_KEYS);
    expect(headers.get('x-semantic-described')).toBe('2');
    expect(headers.get('x-semantic-undescribed')).toBe('zebra,%C3%A4hre%2C%20reif');
    expect(headers.has('x-semantic-undescribed-truncated')).toBe(false);
  });

  test('with report=true gives the same document and the report', async () => {
    const response = await post('/api/semantic?report=true', WITH_OTHER_KEYS, { 'Accept-Encoding': 'identity' });
    const text = await response.text();
    expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(text));
    expect(text.startsWith(`{"document":${await embedded()},"report":{`)).toBe(true);
    expect((JSON.parse(text) as { report: unknown }).report).toEqual({
      described: ['timestamp', 'active_power-kW'],
      undescribed: ['zebra', 'ähre, reif'],
      notTerms: ['zebra', 'ähre, reif'],
      termsWithoutSemantics: [],
      undeclaredPrefixes: [],
    });
  });

  test('lists whole keys up to 4,096 bytes, and says that there are more', async () => {
    const keys = Array.from({ length: 1000 }, (_, i) => `other key ${i}`);
    const { headers } = await post('/api/semantic', JSON.stringify(Object.fromEntries(keys.map((key) => [key, 1]))));
    const list = headers.get('x-semantic-undescribed')!;
    expect(list.length).toBeLessThanOrEqual(4096);
    expect(list.length).toBeGreaterThan(4000);
    const listed = list.split(',').map(decodeURIComponent);
    expect(listed).toEqual(keys.slice(0, listed.length));
    expect(headers.get('x-semantic-undescribed-truncated')).toBe('true');
  });

  test('writes the base that was given', async () => {
    const text = await (await post('/api/semantic?base=https://example.org/site%23', DOCUMENT)).text();
    expect(
      (JSON.parse(text) as { '@semantic': { '@prefix': Record<string, string> } })['@semantic']['@prefix']['@base'],
    ).toBe('https://example.org/site#');
  });

  test('ignores the options of other endpoints', async () => {
    expect((await post('/api/semantic?format=pdf&align=maybe&colour=red', DOCUMENT)).status).toBe(200);
  });
});

describe.each(['/api/rdf', '/api/json-to-rdf'])('POST %s', (path) => {
  const document = async () => (path === '/api/rdf' ? embedded(DOCUMENT) : DOCUMENT);

  test.each([
    ['', {}, 'text/turtle; charset=utf-8'],
    ['', { Accept: '*/*' }, 'text/turtle; charset=utf-8'],
    ['', { Accept: 'application/pdf' }, 'text/turtle; charset=utf-8'],
    ['', { Accept: 'application/n-triples, text/turtle;q=0.5' }, 'application/n-triples'],
    ['', { Accept: 'application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"' }, 'application/ld+json'],
    ['?format=rdf', { Accept: 'text/turtle' }, 'application/rdf+xml'],
    ['?format=ttl', {}, 'text/turtle; charset=utf-8'],
    ['?format=nt', {}, 'application/n-triples'],
    ['?format=jsonld', {}, 'application/ld+json'],
  ])('with %j and %o answers as %s', async (query, headers, contentType) => {
    const response = await post(path + query, await document(), headers as Record<string, string>);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(/\bAccept\b(?!-)/.test(response.headers.get('vary') ?? '')).toBe(query === '');
    expect((await response.text()).length).toBeGreaterThan(100);
  });

  test('counts triples as a parser does', async () => {
    const response = await post(`${path}?format=nt`, await document());
    const triples = new Parser({ format: 'N-Triples' }).parse(await response.text());
    expect(response.headers.get('x-semantic-triples')).toBe(String(triples.length));
    expect(response.headers.get('x-semantic-warnings')).toBe('0');
    expect(response.headers.has('x-semantic-warning-codes')).toBe(false);
    expect(response.headers.get('x-semantic-unmapped')).toBe('');
    expect(response.headers.get('x-semantic-described')).toBe(path === '/api/rdf' ? null : '2');
  });

  test('counts warnings and names their codes', async () => {
    const wrong = '{"timestamp":["2026-01-01T00:00:00Z","2026-01-01T01:00:00Z"],"active_power-kW":["much","more",3]}';
    const { headers } = await post(path, path === '/api/rdf' ? await embedded(wrong) : wrong);
    expect(headers.get('x-semantic-warnings')).toBe('3');
    expect(headers.get('x-semantic-warning-codes')!.split(',').toSorted()).toEqual([
      'axis-length-mismatch=1',
      'datatype-mismatch=2',
    ]);
  });

  test('takes skolemize, align, maxArrayItems and base', async () => {
    const series = '{"timestamp":["2026-01-01T00:00:00Z","2026-01-01T01:00:00Z"],"active_power-kW":[1,2]}';
    const body = path === '/api/rdf' ? await embedded(series) : series;
    const read = async (query: string) => (await post(`${path}?format=nt&${query}`, body)).text();
    expect(await read('')).toContain('_:');
    expect(await read('skolemize=true&base=https://example.org/a/')).not.toContain('_:');
    expect(await read('skolemize=true&base=https://example.org/a/')).toContain(
      '<https://example.org/.well-known/genid/',
    );
    expect(await read('align=true')).toContain('time#hasTime>');
    expect(await read('align=false')).not.toContain('time#hasTime>');
    expect(await read('maxArrayItems=1')).not.toContain('T01:00:00Z');
    expect(await read('maxArrayItems=0')).toBe(await read('maxArrayItems=99999999999999999999'));
  });

  test.each([
    'skolemize=1',
    'skolemize=TRUE',
    'align=',
    'align=yes',
    'maxArrayItems=-1',
    'maxArrayItems=1.5',
    'maxArrayItems=',
    'maxArrayItems=1e3',
    'format=turtle',
    'format=',
    'format=TTL',
    'format=ttl&format=ttl',
    'align=true&align=true',
    'base=',
    'base=example.org/',
    'base=ftp://example.org/',
    'base=http://example.org',
    'base=http:///',
    'base=http://example.org/a%20b/',
    'base=http://example.org/%3Ca%3E/',
    'base=http://example.org/%23%23',
    'base=urn:a/',
    'base=http://a/&base=http://b/',
  ])('refuses %s and names the option', async (query) => {
    const { status, key, type } = await problem(post(`${path}?${query}`, await document()));
    expect({ status, key, type }).toEqual({
      status: 400,
      key: query.split('=')[0],
      type: 'http://localhost:4000/problems/invalid-option',
    });
  });

  test('reads a body that is gzip or br, or has no type, or a +json type', async () => {
    const body = await document();
    const plain = await (await post(path, body)).text();
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(body)],
      ['br', brotliCompressSync(body)],
      ['identity', Buffer.from(body)],
    ] as const) {
      const response = await post(path, new Uint8Array(bytes), { 'Content-Encoding': encoding });
      expect(await response.text()).toBe(plain);
    }
    for (const type of ['application/ld+json', 'Application/JSON; charset=utf-8', 'application/vnd.api+json']) {
      expect((await post(path, body, { 'Content-Type': type })).status).toBe(200);
    }
    const untyped = await fetch(hub.url + path, { method: 'POST', body: new TextEncoder().encode(body) });
    expect(untyped.status).toBe(200);
  });

  test('skips a byte order mark', async () => {
    const body = await document();
    expect(await (await post(path, `\ufeff${body}`)).text()).toBe(await (await post(path, body)).text());
  });
});

describe('POST /api/json-to-rdf', () => {
  test('converts nothing when a key is no term, and names the keys', async () => {
    const body = await problem(post('/api/json-to-rdf', WITH_OTHER_KEYS));
    expect(body).toMatchObject({
      status: 422,
      notTerms: ['zebra', 'ähre, reif'],
      termsWithoutSemantics: [],
      hint: expect.any(String) as string,
    });
    expect(body['type']).toBe('http://localhost:4000/problems/not-all-terms');
  });

  test('ignores a block in the input', async () => {
    const withBlock = `{"@semantic":{"@context":{"active_power-kW":{}}},${DOCUMENT.slice(1)}`;
    expect(await (await post('/api/json-to-rdf', withBlock)).text()).toBe(
      await (await post('/api/json-to-rdf', DOCUMENT)).text(),
    );
  });
});

describe('a refusal', () => {
  test.each([
    ['/api/semantic', '{"a":', 400, 'malformed-json'],
    ['/api/semantic', '', 400, 'malformed-json'],
    ['/api/semantic', '[1]', 400, 'not-an-object'],
    ['/api/rdf', '[]', 400, 'not-an-object'],
    ['/api/json-to-rdf', '7', 400, 'not-an-object'],
    ['/api/rdf', '{"a":1}', 400, 'missing-semantic'],
    ['/api/rdf', '{"@semantic":[]}', 400, 'missing-semantic'],
    ['/api/rdf', '{"@semantic":{"@context":{"a":7}},"a":1}', 422, 'invalid-semantic'],
    ['/api/semantic', `${'{"a":'.repeat(129)}1${'}'.repeat(129)}`, 400, 'too-deep'],
  ])('of %s for %s is %i %s', async (path, body, status, code) => {
    expect(await problem(post(path, body))).toMatchObject({ status, type: `http://localhost:4000/problems/${code}` });
  });

  test.each(['/api/semantic', '/api/json-to-rdf'])('of %s says what to do about what is almost JSON', async (path) => {
    const large = `{"comment":"${'x'.repeat(200_000)}","a":NaN}`;
    for (const [body, hint] of [
      ['{"a":NaN}', /^JSON has no such number/],
      [large, /^JSON has no such number/],
      ['[{"a":1}]', /^Give each item/],
      ['{"a":1}\n{"a":2}', /^Another document follows/],
      [Buffer.from('\ufeff{}', 'utf16le'), /^It begins as UTF-16 does/],
    ] as const)
      expect(await problem(post(path, body))).toMatchObject({
        status: 400,
        hint: expect.stringMatching(hint) as unknown,
      });
  });

  test('names line, column and offset of what is no JSON', async () => {
    expect(await problem(post('/api/semantic', '{\n "a": 01}'))).toMatchObject({
      status: 400,
      line: 2,
      offset: expect.any(Number) as number,
    });
  });

  test('of bytes that are not UTF-8 is 400', async () => {
    expect(
      await problem(post('/api/semantic', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))),
    ).toMatchObject({
      status: 400,
      type: 'http://localhost:4000/problems/not-utf8',
    });
  });

  test('of another media type is 415 and says which is taken', async () => {
    const response = await post('/api/semantic', 'a=1', { 'Content-Type': 'application/x-www-form-urlencoded' });
    expect(response.status).toBe(415);
    expect(response.headers.get('accept-post')).toBe('application/json');
  });

  test('of another content encoding is 415 and says which are taken', async () => {
    const response = await post('/api/semantic', '{}', { 'Content-Encoding': 'deflate' });
    expect(response.status).toBe(415);
    expect(response.headers.get('accept-encoding')).toBe('gzip, br');
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])(
    'of a body that is not the %s it is said to be is 400, says so, and leaves the log alone',
    async (encoding, pack) => {
      const whole = pack(DOCUMENT);
      const before = hub.logged.length;
      for (const [body, code] of [
        [DOCUMENT, 'malformed-encoding'],
        [Buffer.concat([whole, Buffer.from('more')]), 'malformed-encoding'],
        [whole.subarray(0, -12), 'incomplete-body'],
        ['', 'incomplete-body'],
      ] as const) {
        const refusal = await problem(
          post('/api/semantic', new Uint8Array(Buffer.from(body)), { 'Content-Encoding': encoding }),
        );
        expect(refusal).toMatchObject({ status: 400, type: `http://localhost:4000/problems/${code}` });
        if (code === 'malformed-encoding') {
          expect(refusal).toMatchObject({ error: expect.stringContaining(encoding) as string, piece: encoding });
          expect(refusal['hint']).toBeTypeOf('string');
        }
      }
      expect(hub.logged.slice(before).filter((line) => Number(line['level']) >= 40)).toEqual([]);
    },
  );

  test('is problem+json only for those who ask for it', async () => {
    expect((await post('/api/rdf', '[]')).headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect((await post('/api/rdf', '[]', { Accept: 'text/turtle' })).headers.get('content-type')).toBe(
      'application/json; charset=utf-8',
    );
    const asked = await post('/api/rdf', '[]', { Accept: 'text/turtle, application/problem+json' });
    expect(asked.headers.get('content-type')).toBe('application/problem+json');
  });

  test('carries the request id that the log has', async () => {
    const requestId = (await post('/api/rdf', '[]')).headers.get('x-request-id')!;
    await expect
      .poll(() => hub.logged.find((line) => line['requestId'] === requestId && line['msg'] === 'request'))
      .toMatchObject({
        method: 'POST',
        path: '/api/rdf',
        status: 400,
        ms: expect.any(Number) as number,
        bytes: expect.any(Number) as number,
      });
    expect(requestId).not.toBe(
      (await post('/api/rdf', '[]', { 'X-Request-Id': requestId })).headers.get('x-request-id'),
    );
  });
});

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** A document of so many bytes. */
function documentOf(bytes: number): string {
  return `{"a":"${'x'.repeat(bytes - 8)}"}`;
}

describe('the size limit', () => {
  test.each([
    ['/api/semantic', 10],
    ['/api/rdf', 5],
    ['/api/json-to-rdf', 5],
  ])('of %s is %i MB to the byte', async (path, megabytes) => {
    const limit = megabytes * MEBIBYTE;
    expect((await post(path, documentOf(limit))).status).not.toBe(413);
    const refused = await problem(post(path, documentOf(limit + 1)));
    expect(refused).toMatchObject({ status: 413, type: 'http://localhost:4000/problems/body-too-large' });
    expect(refused['error']).toContain(`${megabytes} MB`);
    // Sent in chunks, without a length.
    const chunked = await fetch(hub.url + path, {
      method: 'POST',
      body: new Blob([documentOf(limit + 1)]).stream(),
      duplex: 'half',
      headers: { 'Content-Type': 'application/json' },
    } as RequestInit);
    expect(chunked.status).toBe(413);
  });

  test('counts what a compressed body becomes', async () => {
    expect(
      (await post('/api/rdf', new Uint8Array(gzipSync(documentOf(5 * MEBIBYTE))), { 'Content-Encoding': 'gzip' }))
        .status,
    ).toBe(400);
    expect(
      (await post('/api/rdf', new Uint8Array(gzipSync(documentOf(5 * MEBIBYTE + 1))), { 'Content-Encoding': 'gzip' }))
        .status,
    ).toBe(413);
  });
});

describe('an answer', () => {
  const OVER_ONE_FLIGHT = documentOf(14 * KIBIBYTE);
  const LONG = documentOf(600 * KIBIBYTE);

  const raw = (acceptEncoding: string, document = OVER_ONE_FLIGHT) =>
    new Promise<{ encoding: string | undefined; vary: string; body: Buffer }>((resolve, reject) => {
      const sent = request(
        `${hub.url}/api/semantic`,
        { method: 'POST', headers: { 'Content-Type': 'application/json', 'Accept-Encoding': acceptEncoding } },
        (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('end', () =>
            resolve({
              encoding: response.headers['content-encoding'],
              vary: String(response.headers.vary),
              body: Buffer.concat(pieces),
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(document);
    });

  test.each([
    ['over 14 KB', OVER_ONE_FLIGHT],
    ['of 600 KB', LONG],
  ])('%s is compressed when asked for, and is the same', async (_, document) => {
    const plain = await raw('identity', document);
    expect(plain.encoding).toBeUndefined();
    const gzip = await raw('gzip', document);
    expect(gzip.encoding).toBe('gzip');
    expect(gzip.vary).toContain('Accept-Encoding');
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    const br = await raw('gzip, deflate, br', document);
    expect(br.encoding).toBe('br');
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
  });

  test.each(['gzip', 'gzip, deflate, br, zstd', '*', 'br;q=0.1'])(
    'of one flight is not worth compressing for who asks for %j',
    async (acceptEncoding) => {
      const { encoding, vary } = await raw(acceptEncoding, DOCUMENT);
      expect([encoding, vary]).toEqual([undefined, 'Origin, Accept-Encoding']);
    },
  );

  test('of one flight is compressed for who does not take it as it is', async () => {
    const { encoding, body } = await raw('gzip, identity;q=0', DOCUMENT);
    expect([encoding, gunzipSync(body).toString()]).toEqual(['gzip', (await raw('', DOCUMENT)).body.toString()]);
  });

  test.each([
    '',
    'zstd',
    'deflate',
    'gzip;q=0',
    'gzip;q=0, zstd',
    'identity;q=0',
    '*;q=0',
    'br;q=0, gzip;q=0, *;q=0',
    ';;,=',
    'q=1',
  ])('over 14 KB comes as it is to who asks for %j', async (acceptEncoding) => {
    const { encoding, vary, body } = await raw(acceptEncoding);
    expect([encoding, vary.includes('Accept-Encoding')]).toEqual([undefined, true]);
    expect(body.toString()).toMatch(/^\{"@semantic":/);
  });

  test.each([
    ['*', 'gzip'],
    ['identity;q=0, *', 'br'],
    ['br;q=0.1, gzip', 'gzip'],
    ['GZIP', 'gzip'],
  ])('over 14 KB comes to who asks for %j as %s', async (acceptEncoding, encoding) => {
    expect((await raw(acceptEncoding)).encoding).toBe(encoding);
  });
});

test('a sample document converts over the wire as it does in one step', async () => {
  const sample = readSample('01_entsoe_actual_load.json');
  const response = await post('/api/rdf?format=nt', await embedded(sample));
  expect(response.status).toBe(200);
  expect(new Parser({ format: 'N-Triples' }).parse(await response.text())).toHaveLength(
    Number(response.headers.get('x-semantic-triples')),
  );
});
