import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readTables } from '../../src/mapping/lexicon/lexicon-tables.ts';
import { convert, readLexicon } from '../../src/mapping/library.ts';
import { readSource } from '../../src/mapping/sources/library.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { describedFetch as fetch } from '../support/described-interface.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

interface Listing {
  success: boolean;
  count: number;
  data: Record<string, string>[];
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(hub.url + path, { headers });
const listing = async (path: string) => (await (await get(path)).json()) as Listing;
const rows = async (...names: string[]) =>
  (await (
    await get(`/api/semantics?${names.map((name) => `parameter=${encodeURIComponent(name)}`).join('&')}`)
  ).json()) as {
    parameter: string;
    subject: string;
    predicate: string;
    object: string;
  }[];

/** The bytes as they came; fetch would decompress them. */
function getRaw(
  path: string,
  headers: Record<string, string>,
): Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(hub.url + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });
}

describe('a part of a list', () => {
  test('comes in pages that lead to each other, and together are the whole', async () => {
    const whole = await listing('/api/parameters?whole=true');
    expect(whole).not.toHaveProperty('total');
    const pages: (Listing & { total?: number })[] = [];
    // All names come behind it.
    for (let path: string | null = '/api/parameters?after=0'; path !== null;) {
      const response: Response = await get(path);
      pages.push((await response.json()) as Listing);
      const next = /<http:\/\/localhost:4000([^>]+)>; rel="next"/.exec(response.headers.get('link')!);
      path = next?.[1] ?? null;
    }
    expect(pages.flatMap(({ data }) => data)).toEqual(whole.data);
    expect(pages.map(({ count, total }) => [count, total])).toEqual([
      [1000, whole.count],
      [whole.count - 1000, whole.count],
    ]);
  });

  test('goes on behind a name that is not there, and keeps the other options', async () => {
    const { data } = await listing('/api/parameters?whole=true');
    const after = await listing('/api/parameters?after=voltage-%00&whole=true');
    expect(after.data).toEqual(data.filter(({ parameter }) => parameter! > 'voltage-\0'));
    const facet = await get('/api/parameters?facet=stage/measured&after=b');
    expect(((await facet.json()) as Listing).data.every(({ parameter }) => parameter! > 'b')).toBe(true);
    expect((await get('/api/parameters?whole=maybe')).status).toBe(400);
    expect((await get('/api/versions?after=1')).status).toBe(400);
    expect((await get(`/api/versions?after=${'0'.repeat(64)}`)).status).toBe(404);
  });
});

describe('GET /api/parameters', () => {
  test('lists every term once, sorted by name, and nothing but what is documented', async () => {
    const { success, count, data } = await listing('/api/parameters');
    expect(success).toBe(true);
    expect(count).toBe(data.length);
    const names = data.map(({ parameter }) => parameter!);
    expect(names).toEqual([...new Set(names)].toSorted());
    expect(data.find(({ parameter }) => parameter === 'active_power-kW')).toEqual({
      parameter: 'active_power-kW',
      description: expect.stringContaining('power') as string,
      datatype: 'xsd:double',
    });
    for (const term of data) expect(Object.keys(term)).toEqual(['parameter', 'description', 'datatype']);
  });

  test('lists the terms of one category, and all of them are in one', async () => {
    const [{ data: categories }, { count }] = await Promise.all([
      listing('/api/categories'),
      listing('/api/parameters'),
    ]);
    const counts = await Promise.all(
      categories.map(async ({ category }) => (await listing(`/api/parameters?category=${category}`)).count),
    );
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(count);
  });

  test.each(['no-such-category', '', 'POWER', '"'])('lists none for the category %j', async (category) => {
    expect(await listing(`/api/parameters?category=${encodeURIComponent(category)}`)).toEqual({
      success: true,
      count: 0,
      data: [],
    });
  });

  test('lists the terms that have all of the facets, and with none all', async () => {
    const found = await listing('/api/parameters?facet=direction/export&facet=aggregation/register');
    expect(found.data.map(({ parameter }) => parameter)).toContain('active_energy_export-kWh');
    expect(found.count).toBe(found.data.length);
    const category = await listing('/api/parameters?category=energy&facet=direction/export&facet=aggregation/register');
    const { data: energy } = await listing('/api/parameters?category=energy');
    const names = new Set(energy.map(({ parameter }) => parameter));
    expect(category.data).toEqual(found.data.filter(({ parameter }) => names.has(parameter)));
    expect(category.count).toBeGreaterThan(0);
  });

  test.each(['none', 'direction/none', '', '%22'])('lists none for the facet %j', async (facet) => {
    expect(await listing(`/api/parameters?facet=${facet}`)).toEqual({ success: true, count: 0, data: [] });
  });

  test('refuses more facets than twenty', async () => {
    const response = await get(`/api/parameters?${'facet=side/AC&'.repeat(21)}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('20') as string, key: 'facet' });
  });

  test('refuses two categories', async () => {
    const response = await get('/api/parameters?category=power&category=wind');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('category') as string, status: 400 });
  });
});

test('GET /api/categories lists the categories, sorted by name', async () => {
  const { success, count, data } = await listing('/api/categories');
  expect(success).toBe(true);
  expect(count).toBe(data.length);
  expect(data).toContainEqual({ category: 'power' });
  const names = data.map(({ category }) => category!);
  expect(names).toEqual(names.toSorted());
});

test('GET /api/ontologies lists the registered prefixes, sorted', async () => {
  const prefixes = (await (await get('/api/ontologies')).json()) as { prefix: string }[];
  expect(prefixes).toContainEqual({ prefix: 'qudt', ontology: 'http://qudt.org/schema/qudt/' });
  const names = prefixes.map(({ prefix }) => prefix);
  expect(names).toEqual(names.toSorted());
});

describe('GET /api/semantics', () => {
  test('gives the rows of a term and of the nodes that it introduces', async () => {
    const all = await rows('active_power-kW');
    expect(all.every(({ parameter }) => parameter === 'active_power-kW')).toBe(true);
    expect(all[0]).toEqual({
      parameter: 'active_power-kW',
      subject: 'active_power-kW',
      predicate: 'rdf:type',
      object: 'sosa:Observation',
    });
    expect(all.filter(({ subject }) => subject.startsWith('?'))).toContainEqual(
      expect.objectContaining({ predicate: 'qudt:numericValue', object: '$active_power-kW' }),
    );
  });

  test('goes by the order of the request, tells each term once, and leaves out what is no term', async () => {
    const all = await rows('voltage-V', 'nothing', 'active_power-kW', 'voltage-V');
    expect(all).toEqual([...(await rows('voltage-V')), ...(await rows('active_power-kW'))]);
    expect(await rows('nothing')).toEqual([]);
  });

  test('takes 500 names and no more', async () => {
    const names = Array.from({ length: 500 }, (_, i) => `some_rather_long_name_of_a_term-kW${i}`);
    expect(await rows('voltage-V', ...names.slice(1))).toEqual(await rows('voltage-V'));
    const query = [...names, 'voltage-V'].map((name) => `parameter=${name}`).join('&');
    const response = await get(`/api/semantics?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('500') as string });
  });

  test.each(['', '?parameter=', '?parameters=voltage-V'])('refuses %j, which names no term', async (query) => {
    const response = await get(`/api/semantics${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('No term') as string });
  });
});

const READS = [
  '/api/parameters',
  '/api/parameters?category=power',
  '/api/categories',
  '/api/ontologies',
  '/api/semantics?parameter=active_power-kW&parameter=voltage-V',
];

test.each(['/api/versions', '/api/changes?from=VERSION&to=VERSION', '/api/openapi.json'])(
  'GET %s is 304 to who has it, by its date too',
  async (template) => {
    const { data } = (await (await get('/api/versions')).json()) as { data: [{ version: string }] };
    const path = template.replaceAll('VERSION', data[0].version);
    // The list of versions has none in the second in which the hub started.
    const modified = await vi.waitFor(
      async () => {
        const { headers } = await get(path);
        expect(headers.get('last-modified')).not.toBeNull();
        return headers.get('last-modified')!;
      },
      { timeout: 2_000 },
    );
    expect(Date.parse(modified)).toBeLessThanOrEqual(Date.now());
    expect((await get(path, { 'If-Modified-Since': modified })).status).toBe(304);
    expect((await get(path, { 'If-Modified-Since': 'Sat, 01 Jan 2000 00:00:00 GMT' })).status).toBe(200);
  },
);

describe.each(READS)('GET %s', (path) => {
  test('carries a strong ETag and answers 304 to who has it', async () => {
    const first = await get(path);
    await first.text();
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const condition of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const second = await get(path, { 'If-None-Match': condition });
      expect(second.status, condition).toBe(304);
      expect(await second.text()).toBe('');
      for (const name of ['etag', 'cache-control', 'vary', 'link', 'last-modified']) {
        expect(second.headers.get(name), name).toBe(first.headers.get(name));
      }
    }
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
    const modified = first.headers.get('last-modified')!;
    expect((await get(path, { 'If-Modified-Since': modified })).status).toBe(304);
    expect((await get(path, { 'If-Modified-Since': 'Sat, 01 Jan 2000 00:00:00 GMT' })).status).toBe(200);
    for (const none of ['2099', 'tomorrow 2099', '2099-01-01T00:00:00Z'])
      expect((await get(path, { 'If-Modified-Since': none })).status, none).toBe(200);
  });

  test('compresses what is over 1 KB, with other tags for other bytes', async () => {
    const plain = await getRaw(path, {});
    const br = await getRaw(path, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await getRaw(path, { 'accept-encoding': 'br;q=0.5, gzip' });
    const none = await getRaw(path, { 'accept-encoding': 'zstd' });
    expect(none.body).toEqual(plain.body);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['vary']).toContain('Accept-Encoding');
    if (plain.body.length < 1024) {
      expect([br.body, gzip.body]).toEqual([plain.body, plain.body]);
      return;
    }
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(new Set([plain, br, gzip].map(({ headers }) => headers['etag'])).size).toBe(3);
    for (const { headers, body } of [plain, br, gzip]) expect(headers['content-length']).toBe(String(body.length));
  });

  test('answers HEAD as GET without the body', async () => {
    const [got, head] = await Promise.all([get(path), fetch(hub.url + path, { method: 'HEAD' })]);
    await got.text();
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['etag', 'content-type', 'content-length', 'content-encoding', 'link', 'vary']) {
      expect(head.headers.get(name), name).toBe(got.headers.get(name));
    }
  });

  test('takes no other methods, and says which it takes', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await fetch(hub.url + path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect(await response.json()).toMatchObject({ error: expect.any(String) as string, status: 405 });
    }
    const options = await fetch(hub.url + path, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });

  test('may be read by pages of any site, links included', async () => {
    const { headers } = await get(path, { Origin: 'https://page.example' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
    expect(headers.get('access-control-expose-headers')).toMatch(/\bETag\b.*\bLink\b/);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
    expect(headers.get('link')).toContain('<http://localhost:4000/vocabulary/>; rel="describedby"');
    expect(headers.get('link')).toContain('<https://creativecommons.org/licenses/by/4.0/>; rel="license"');
  });
});

describe('while the registry is unavailable', () => {
  let dark: TestApp;
  beforeAll(async () => {
    dark = await createTestApp({ lexicon: null });
  });
  afterAll(() => dark?.stop());

  test.each(READS)('GET %s is 500 with an Error', async (path) => {
    const response = await fetch(dark.url + path);
    expect(response.status).toBe(500);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({
      error: 'The vocabulary registry is unavailable.',
      status: 500,
      type: 'http://localhost:4000/problems/registry-unavailable',
    });
  });
});

describe('GET /api/lexicon', () => {
  const reading = '{"timestamp":"2026-03-01T10:15:00Z","device_id":"inverter-7","active_power-kW":812.40}';

  test('is what the mapping library needs to convert as the hub does', async () => {
    const vocabulary = readLexicon(await (await get('/api/lexicon')).json());
    const answer = await fetch(`${hub.url}/api/json-to-rdf`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: reading,
    });
    expect(convert(reading, { vocabulary, now: new Date('2026-01-02') }).text()).toBe(await answer.text());
  });

  test('may be had without the texts that conversions do not need', async () => {
    const short = (await (await get('/api/lexicon?texts=labels')).json()) as { terms: Record<string, unknown>[] };
    const long = (await (await get('/api/lexicon')).json()) as { terms: Record<string, unknown>[] };
    const texts = new Set(['description', 'alternatives']);
    const without = (term: Record<string, unknown>) => Object.entries(term).filter(([name]) => !texts.has(name));
    expect(short.terms.map((term) => Object.entries(term))).toEqual(long.terms.map(without));
    expect((await get('/api/lexicon?texts=some')).status).toBe(400);
  });

  test('may be had in tables, which say the same', async () => {
    const [whole, tables] = await Promise.all(['', '?layout=tables'].map((query) => get(`/api/lexicon${query}`)));
    expect(readTables(await tables!.json())).toEqual(await whole!.json());
    expect((await get('/api/lexicon?layout=columns')).status).toBe(400);
  });

  test('has the version in use, and tells by its ETag when there is another', async () => {
    const answer = await get('/api/lexicon');
    const { version, terms } = (await answer.json()) as { version: string; terms: { name: string }[] };
    const { count } = await listing('/api/parameters?whole=true');
    expect(terms).toHaveLength(count);
    expect(answer.headers.get('link')).toContain(`/vocabulary/v/${version}/`);
    const again = await get('/api/lexicon', { 'If-None-Match': answer.headers.get('etag')! });
    expect(again.status).toBe(304);
  });

  test('is compressed, and pages of any site may read it', async () => {
    const { headers, body } = await getRaw('/api/lexicon', { 'Accept-Encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(JSON.parse(brotliDecompressSync(body).toString())).toMatchObject({ format: 1 });
  });
});

test('GET /api/lexicon/sources has each source of the list as the library reads it', async () => {
  const [{ data: files }, { data: listed }] = await Promise.all([
    listing('/api/lexicon/sources'),
    listing('/api/sources'),
  ]);
  expect(files.map((file) => readSource(file).file.name)).toEqual(listed.map(({ source }) => source));
});
