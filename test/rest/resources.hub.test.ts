import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Parser } from 'n3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { describedFetch as fetch } from '../support/described-interface.ts';
import { differences, readGraph, RDF_FORMS, type RdfForm } from '../support/read-graph.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

const BASE = 'http://localhost:4000';
const HUB = hubNamespaces(BASE);
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let hub: SharedHub;
/** The vocabulary in each form. */
const dumps = new Map<RdfForm, string>();
/** Its N-Triples, line by line. */
let lines: string[];
beforeAll(async () => {
  hub = await sharedHub();
  for (const form of RDF_FORMS) dumps.set(form, await textOf(`/api/vocabulary?format=${form}`));
  lines = dumps.get('nt')!.trimEnd().split('\n');
});

/** Not compressed: it is read thousands of times here, and how answers are compressed is tested elsewhere. */
function get(path: string, accept?: string): Promise<Response> {
  const headers = { 'Accept-Encoding': 'identity', ...(accept === undefined ? {} : { Accept: accept }) };
  return fetch(hub.url + path, { redirect: 'manual', headers });
}

async function textOf(path: string, accept?: string): Promise<string> {
  const response = await get(path, accept);
  expect(response.status, path).toBe(200);
  return response.text();
}

const MEDIA_TYPES: Readonly<Record<RdfForm, string>> = {
  ttl: 'text/turtle',
  nt: 'application/n-triples',
  rdf: 'application/rdf+xml',
  jsonld: 'application/ld+json',
};

describe('GET /api/vocabulary', () => {
  test.each(RDF_FORMS)('is the same graph in %s, for parsers that are not the writers', async (form) => {
    expect(differences(await readGraph(form, dumps.get(form)!), lines)).toEqual({ missing: [], added: [] });
  });

  test.each(['gzip', 'br'])('comes compressed to who asks for %s, and is the same', async (coding) => {
    const response = await fetch(`${hub.url}/api/vocabulary`, { headers: { 'Accept-Encoding': coding } });
    expect(response.headers.get('content-encoding')).toBe(coding);
    expect((await response.text()) === dumps.get('ttl')).toBe(true);
  });

  test('goes by format, then by Accept, then it is Turtle', async () => {
    const typeOf = async (path: string, accept?: string) => {
      const response = await get(path, accept);
      await response.arrayBuffer();
      return [response.status, response.headers.get('content-type'), response.headers.get('vary')?.includes('Accept,')];
    };
    expect((await typeOf('/api/vocabulary?format=nt', 'application/rdf+xml')).slice(0, 2)).toEqual([
      200,
      'application/n-triples',
    ]);
    expect((await typeOf('/api/vocabulary', 'application/rdf+xml, text/turtle;q=0.5'))[1]).toBe('application/rdf+xml');
    for (const accept of [undefined, '*/*', BROWSER, 'application/pdf']) {
      expect((await typeOf('/api/vocabulary', accept)).slice(0, 2)).toEqual([200, 'text/turtle; charset=utf-8']);
    }
    expect((await get('/api/vocabulary')).headers.get('vary')).toMatch(/\bAccept(?!-)/);
    expect((await get('/api/vocabulary?format=ttl')).headers.get('vary')).not.toMatch(/\bAccept(?!-)/);
  });

  test.each(['pdf', 'TTL', '', 'ttl&format=nt'])('refuses format=%s', async (format) => {
    const response = await get(`/api/vocabulary?format=${format}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('format') as string });
  });

  test('is served at /vocabulary/ to who prefers RDF, to the byte', async () => {
    for (const form of RDF_FORMS) {
      expect((await textOf('/vocabulary/', MEDIA_TYPES[form])) === dumps.get(form), form).toBe(true);
    }
    expect(await textOf('/vocabulary/', 'text/html;q=0.5, text/turtle')).toMatch(/^@base/);
    expect(await textOf('/vocabulary/', 'text/html, text/turtle;q=0.5')).toMatch(/^<!doctype html>/);
  });

  test('is Turtle that people can read: prefixes, and a term as a block', async () => {
    const turtle = dumps.get('ttl')!;
    expect(turtle).toContain('@prefix qudt: <http://qudt.org/schema/qudt/>.');
    expect(turtle).toMatch(/\n\n<voltage-V> a hub:Term, rdf:Property, skos:Concept;\n {4}skos:prefLabel /);
    const row = turtle.indexOf('<active_power-kW#row-9>');
    expect(row).toBeGreaterThan(turtle.indexOf('<active_power-kW#row-2>'));
  });
});

/** Addresses below which the vocabulary mints, without fragments. */
function mintedAddresses(): string[] {
  const iris = lines.flatMap((line) => line.match(/<[^>]*>/g)!.map((iri) => iri.slice(1, -1)));
  const own = iris.filter((iri) => iri.startsWith(`${BASE}/`)).map((iri) => iri.split('#', 1)[0]!);
  // Downloads and the stream of changes are addresses of the interface.
  return [...new Set(own)].filter((iri) => !iri.startsWith(`${BASE}/api/`) && iri !== `${BASE}/ldes`).toSorted();
}

/** Lines by the address of their subject. */
function byAddress(all: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const line of all) {
    const address = line.slice(1, line.indexOf('>')).split('#', 1)[0]!;
    found.set(address, [...(found.get(address) ?? []), line]);
  }
  return found;
}

describe('every IRI that the vocabulary mints', () => {
  let addresses: string[];
  const descriptions = new Map<string, string[]>();
  const pages = new Map<string, string>();
  beforeAll(async () => {
    addresses = mintedAddresses();
    for (const [at, address] of addresses.entries()) {
      const path = address.slice(BASE.length);
      descriptions.set(address, (await textOf(path, MEDIA_TYPES.nt)).trimEnd().split('\n'));
      // A page takes ten times as long as a description.
      if (at % 10 === 0) pages.set(address, await textOf(path, BROWSER));
    }
  }, 300_000);

  test('answers at its own address with its description', async () => {
    expect(addresses).toContain(`${HUB.vocabulary}active_power-kW`);
    expect(addresses).toContain(`${HUB.vocabulary}node/active_power_kW_result`);
    const ontology = (await textOf('/ontology?format=nt')).trimEnd().split('\n');
    const whole = new Set([...lines, ...ontology]);
    const about = byAddress([...whole]);
    for (const [address, described] of descriptions) {
      const own = about.get(address) ?? [];
      expect(differences(described, own).missing, address).toEqual([]);
      expect(
        described.filter((line) => !whole.has(line)),
        address,
      ).toEqual([]);
      expect(new Set(described).size).toBe(described.length);
      // Of a namespace only its members are described.
      if (!address.endsWith('/')) expect(own.length, address).toBeGreaterThan(0);
      expect(described.length, address).toBeGreaterThan(0);
    }
  });

  test('answers browsers with a page', () => {
    for (const [address, page] of pages) expect(page.startsWith('<!doctype html>'), address).toBe(true);
  });

  test('leads, with its fragment, to a place on its page', () => {
    const iris = new Set(lines.map((line) => line.slice(1, line.indexOf('>'))));
    const fragments = [...iris].filter((iri) => iri.startsWith(HUB.vocabulary) && iri.includes('#'));
    const shown = fragments.filter((iri) => pages.has(iri.split('#', 1)[0]!));
    expect(shown.length).toBeGreaterThan(pages.size);
    for (const iri of shown) {
      const [address, fragment] = iri.split('#') as [string, string];
      expect(pages.get(address)!.includes(` id="${fragment}"`), iri).toBe(true);
    }
  });

  test('is described alike in all forms', async () => {
    const some = addresses.filter((_, at) => at % 29 === 0);
    for (const address of [...some, `${BASE}/ontology`, `${HUB.vocabulary}category/power`]) {
      const path = address.slice(BASE.length);
      const described = (await textOf(path, MEDIA_TYPES.nt)).trimEnd().split('\n');
      for (const form of RDF_FORMS) {
        const graph = await readGraph(form, await textOf(path, MEDIA_TYPES[form]));
        expect(differences(graph, described), `${address} ${form}`).toEqual({ missing: [], added: [] });
      }
    }
  });

  test('comes as the version that is in use, too', async () => {
    const { headers } = await get('/vocabulary/');
    const version = /<([^>]+)>; rel="http:\/\/www\.w3\.org\/2002\/07\/owl#versionIRI"/.exec(headers.get('link')!)![1]!;
    const path = version.slice(BASE.length);
    expect(path).toMatch(/^\/vocabulary\/v\/[0-9a-f]{64}\/$/);
    expect((await textOf(path, 'text/turtle')) === dumps.get('ttl')).toBe(true);
    expect(await textOf(path, BROWSER)).toContain('<h1>Version ');
    expect((await get(path)).headers.get('link')).toContain(`<${HUB.vocabulary}>; rel="latest-version"`);
    expect((await get(`/vocabulary/v/${'0'.repeat(64)}/`)).status).toBe(404);
  });
});

describe('the description of a term', () => {
  test('has its template rows, the nodes they introduce, and the tokens they cite', async () => {
    const quads = new Parser().parse(await textOf('/vocabulary/active_power-kW', 'text/turtle'));
    const subjects = new Set(quads.map(({ subject }) => subject.value.slice(HUB.vocabulary.length)));
    for (const name of ['', '#row-1', '#value'].map((rest) => `active_power-kW${rest}`))
      expect(subjects).toContain(name);
    expect(subjects).toContain('node/active_power_kW_result#row-2');
    expect(subjects).toContain('device_id#entity');
    expect(subjects).not.toContain('device_id');
  });

  test.each([
    [undefined, 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
    [BROWSER, 'text/html; charset=utf-8'],
    ['image/png', 'text/html; charset=utf-8'],
    ['application/xhtml+xml', 'text/html; charset=utf-8'],
    ['text/html;q=0, */*', 'text/turtle; charset=utf-8'],
    ['application/*', 'application/n-triples'],
    ['application/ld+json;q=0, application/json', 'application/ld+json'],
    ['application/ld+json, */*;q=0.1', 'application/ld+json'],
    ['application/json', 'application/ld+json'],
    ['text/turtle;q=0.3, application/n-triples;q=0.4', 'application/n-triples'],
    ['image/svg+xml', 'image/svg+xml'],
    ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'image/svg+xml'],
  ])('comes for Accept: %s as %s', async (accept, mediaType) => {
    const response = await get('/vocabulary/active_power-kW', accept);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(mediaType);
    expect(response.headers.get('vary')).toMatch(/\bAccept(?!-)/);
  });

  test('names its other forms, its licence and its version in Link', async () => {
    const { headers } = await get('/vocabulary/active_power-kW');
    const links = headers.get('link')!.split(', ');
    const iri = `${HUB.vocabulary}active_power-kW`;
    expect(links).toContain(`<${iri}>; rel="canonical"`);
    expect(links).toContain(`<${iri}?format=jsonld>; rel="alternate"; type="application/ld+json"`);
    expect(links).toContain('<https://creativecommons.org/licenses/by/4.0/>; rel="license"');
    expect(await textOf('/vocabulary/active_power-kW?format=jsonld')).toBe(
      await textOf('/vocabulary/active_power-kW', 'application/ld+json'),
    );
  });

  test('is a picture of its template, too', async () => {
    const { headers } = await get('/vocabulary/active_power-kW');
    expect(headers.get('link')).toContain(
      `<${HUB.vocabulary}active_power-kW?format=svg>; rel="alternate"; type="image/svg+xml"`,
    );
    const svg = await textOf('/vocabulary/active_power-kW?format=svg');
    expect(svg).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<svg /);
    for (const text of ['sosa:Observation', 'qudt:QuantityValue', '$active_power-kW', '@device_id'])
      expect(svg).toMatch(new RegExp(`>${text.replace('$', '\\$')}</text>`));
    expect(svg).toContain(`<a href="${HUB.vocabulary}device_id#entity">`);
    expect(await textOf('/vocabulary/node/active_power_kW_result', 'image/svg+xml')).toContain('unit:KiloW');
    expect(await textOf('/vocabulary/category/power?format=svg')).toContain('hub:Category');
    expect(await textOf('/vocabulary/?format=svg')).toContain('void:Dataset');
    for (const path of ['/api/vocabulary', `/vocabulary/v/${'0'.repeat(64)}/`])
      expect((await get(`${path}?format=svg`)).status).toBeGreaterThanOrEqual(400);
  });

  test('is known by an ETag that differs by form', async () => {
    const [page, turtle] = await Promise.all([
      get('/vocabulary/active_power-kW'),
      get('/vocabulary/active_power-kW', 'text/turtle'),
    ]);
    expect(page.headers.get('etag')).not.toBe(turtle.headers.get('etag'));
    const again = await fetch(`${hub.url}/vocabulary/active_power-kW`, {
      headers: { 'Accept-Encoding': 'identity', Accept: 'text/turtle', 'If-None-Match': turtle.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get('vary')).toMatch(/\bAccept(?!-)/);
  });
});

describe('an address of the vocabulary', () => {
  test.each([
    ['/vocabulary', '/vocabulary/'],
    ['/vocabulary//', '/vocabulary/'],
    ['/vocabulary/active_power-kW/', '/vocabulary/active_power-kW'],
    ['/vocabulary/Active_Power-kW', '/vocabulary/active_power-kW'],
    ['/vocabulary/active%5Fpower%2DkW?format=ttl', '/vocabulary/active_power-kW?format=ttl'],
    ['/vocabulary/category/POWER/', '/vocabulary/category/power'],
    ['/ontology/', '/ontology'],
  ])('%s has moved to %s', async (old, today) => {
    const response = await get(old);
    expect(response.status).toBe(301);
    const { pathname, search } = new URL(response.headers.get('location')!, hub.url + old);
    expect(pathname + search).toBe(today);
    expect((await get(pathname + search)).status).toBe(200);
  });

  test.each(['/%76ocabulary/voltage%2DV', 'http://hub.example/vocabulary/voltage%2DV'])(
    'that is asked for as %s has one spelling, too',
    async (path) => {
      const sent = request(hub.url, { path }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect([response.statusCode, response.headers.location]).toEqual([301, expect.stringMatching(/\/voltage-V$/)]);
      response.resume();
    },
  );

  test.each([
    '/vocabulary/no_such_term',
    '/vocabulary/category/no_such_category',
    '/vocabulary/category',
    '/vocabulary/active_power-kW/value',
    '/vocabulary/%',
    '/vocabulary/%2e%2e/apis',
    '/vocabulary/v/1/',
    '/vocabulary/__proto__',
    '/ontology/Term',
  ])('%s is 404 with an Error, whatever the method', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const response = await fetch(hub.url + path, { method });
      expect(response.status, method).toBe(404);
      expect(await response.json()).toMatchObject({ error: expect.any(String) as string, status: 404 });
    }
  });

  test('takes GET, HEAD and OPTIONS', async () => {
    const post = await fetch(`${hub.url}/vocabulary/active_power-kW`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const options = await fetch(`${hub.url}/vocabulary/active_power-kW`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const head = await fetch(`${hub.url}/vocabulary/active_power-kW`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

describe('while the registry is unavailable', () => {
  let dark: TestApp;
  beforeAll(async () => {
    dark = await createTestApp({ lexicon: null });
  });
  afterAll(() => dark?.stop());

  test.each(['/api/vocabulary', '/vocabulary/', '/vocabulary/active_power-kW'])('GET %s is 500', async (path) => {
    const response = await fetch(dark.url + path);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: 'The vocabulary registry is unavailable.' });
  });
});
