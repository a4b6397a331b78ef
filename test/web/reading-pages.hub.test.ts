import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLink } from '../../src/web/playground/link-state.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub?.stop());

const read = async (path: string, headers: Record<string, string> = {}, { url }: TestApp = hub) => {
  const response = await fetch(url + path, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

describe('/sources', () => {
  test('lists every source of /api/sources with its coverage, and leads to its page', async () => {
    const { data } = (await (await fetch(`${hub.url}/api/sources`)).json()) as {
      data: ReadonlyArray<{ source: string; keys: number; described: number }>;
    };
    const { html } = await read('/sources');
    for (const { source, keys, described } of data) {
      expect(html).toContain(`href="./sources/${source}"`);
      expect(html).toContain(keys === 0 ? 'those of its parts' : `${described} of ${keys}`);
    }
  });

  test('the parts of a source stand with it, and its title leads to its page', async () => {
    const { html } = await read('/sources');
    expect(html).toMatch(
      /<th scope="row"><a href="\.\/sources\/smard">SMARD[^<]*<\/a><details><summary>\d+ parts<\/summary>/,
    );
    expect(html).not.toMatch(/<th scope="row"><a href="\.\/sources\/smard-410">/);
  });

  test('a source shows its keys with links to their terms', async () => {
    const { status, html } = await read('/sources/fronius');
    expect(status).toBe(200);
    expect(html).toMatch(/<code>[^<]*PAC[^<]*<\/code><\/td><td><a href="[^"]+\/vocabulary\/[^"]+"><code>/);
  });

  test('each source shows a document of it, which opens in the playground; parts of a source may show none', async () => {
    const shown = new Set<string>();
    for (const name of readdirSync(new URL('../../seeds/sources/', import.meta.url))) {
      const source = name.replace('.yaml', '');
      const { status, html } = await read(`/sources/${source}`);
      if (status === 404) continue;
      const [, fragment] = /href="\.\.\/playground#([^"]+)"/.exec(html)!;
      const { text } = await readLink(fragment!);
      expect(JSON.parse(text!), source).toBeTypeOf('object');
      shown.add(text!);
    }
    expect(shown.size).toBeGreaterThan(30);
    expect((await read('/sources/smard-410')).html).toContain('Open in the playground');
    expect((await read('/sources/smard-1225')).html).not.toContain('Open in the playground');
  });

  test('a source that there is not is 404', async () => {
    expect((await read('/sources/no%3Cb%3E')).status).toBe(404);
  });
});

describe('/versions and /changes', () => {
  // To compare versions of the whole vocabulary takes seconds.
  let small: TestApp;
  beforeAll(async () => {
    small = await createTestApp({ terms: ['timestamp', 'active_power-kW'] });
  });
  afterAll(() => small?.stop());

  test('the version in use stands first', async () => {
    const { data } = (await (await fetch(`${small.url}/api/versions`)).json()) as {
      data: ReadonlyArray<{ version: string; iri: string }>;
    };
    const { html } = await read('/versions', {}, small);
    for (const { iri } of data) expect(html).toContain(`href="${iri}"`);
    expect(html.indexOf(data[0]!.iri)).toBeLessThan(html.indexOf('in use</span>'));
  });

  test('a difference has its terms with what was said before and after', async () => {
    const { status, html } = await read('/changes', {}, small);
    expect(status).toBe(200);
    expect(html).toMatch(
      /<h2>Added <span class="chip">\d+<\/span><\/h2><ul class="term-rows"><li><a href="[^"]+"><code>/,
    );
    expect(html).toMatch(/<a href="\.\/api\/changes\?(?:from=\w{64}&amp;)?to=\w{64}">JSON<\/a>/);
  });

  test('counts are written in groups of three digits', async () => {
    const [, count] = /<h2>Added <span class="chip">([^<]+)<\/span>/.exec((await read('/changes')).html)!;
    expect(count).toMatch(/^\d,\d{3}$/);
  });

  test('a version does not differ from itself', async () => {
    const [, version] = /vocabulary\/v\/(\w{64})\//.exec((await read('/versions', {}, small)).html)!;
    expect((await read(`/changes?from=${version}&to=${version}`, {}, small)).html).toContain(
      'The two versions say the same.',
    );
  });

  test('what names no version is refused', async () => {
    expect((await read('/changes?from=yesterday', {}, small)).status).toBe(400);
  });
});

test('/status tells what /readyz does', async () => {
  const { html, headers } = await read('/status');
  expect(html).toContain('The hub is ready.');
  expect(html).toMatch(/<h2>Conversions<\/h2>/);
  expect(headers.get('cache-control')).toBe('no-store');
});

describe('an error', () => {
  const VISIT = { 'Sec-Fetch-Dest': 'document', Accept: 'text/html' };

  test('is a page for a person who opens the address in a browser', async () => {
    const { status, headers, html } = await read('/vocabulary/no-such-term', VISIT);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('vary')).toContain('Sec-Fetch-Dest');
    expect(html).toContain('href="../problems/not-found"');
  });

  test('leads on to what may have been meant', async () => {
    const { html } = await read('/vocabulary/no_such-term', VISIT);
    expect(html).toContain('href="../vocabulary/?q=no+such+term"');
    expect((await read('/vocabulary/%E0%A4%A', VISIT)).status).toBeLessThan(500);
    expect((await read('/nowhere', VISIT)).html).not.toContain('?q=');
  });

  test('is JSON for everybody else, also for a browser that fetches', async () => {
    for (const other of [{}, { Accept: 'text/html' }, { 'Sec-Fetch-Dest': 'empty' }] as Record<string, string>[]) {
      const { headers } = await read('/vocabulary/no-such-term', other);
      expect(headers.get('content-type')).toContain('json');
    }
  });

  test('shows what was asked for as text', async () => {
    const { html } = await read('/changes?from=%3Cscript%3Ealert(1)%3C/script%3E', VISIT);
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&lt;script>alert(1)');
  });
});

describe('/history', () => {
  test('tells in which version a term came, and what changed since', async () => {
    const { status, html } = await read('/history?term=active_power-kW');
    expect(status).toBe(200);
    expect(html).toContain('Versions of Active power (kW)');
    expect(html).toMatch(/<time datetime="\d{4}-/i);
    expect(html).toContain('/vocabulary/v/');
    const term = await read('/vocabulary/active_power-kW', { Accept: 'text/html' });
    expect(term.html).toContain('<a href="../history?term=active_power-kW">');
  });

  test('has nothing of what is no term', async () => {
    expect((await read('/history?term=nothing')).status).toBe(404);
    expect((await read('/history')).status).toBe(404);
  });
});

test('the ontology says what it defines by kind, each at its own place', async () => {
  const { html } = await read('/ontology', { Accept: 'text/html' });
  const [classes, properties, individuals] = ['classes', 'properties', 'individuals'].map((id) =>
    html.indexOf(`<h2 id="${id}">`),
  );
  const category = html.indexOf('<section id="Category"><h3>');
  expect(classes).toBeGreaterThan(0);
  expect(category).toBeGreaterThan(classes!);
  expect(category).toBeLessThan(properties!);
  expect(html.indexOf('<section id="quantity">')).toBeGreaterThan(properties!);
  expect(html.indexOf('<section id="Accepted">')).toBeGreaterThan(individuals!);
  expect(html).toContain('A heading that terms are filed under');
});

test('a prefix says what it stands for, and a facet has values', async () => {
  const { html } = await read('/vocabulary/prefix/time', { Accept: 'text/html' });
  expect(html).toMatch(/<code>time:<\/code> stands for <a href="http:\/\/www\.w3\.org\/2006\/time#">/);
  const facet = await read('/vocabulary/facet/direction', { Accept: 'text/html' });
  expect(facet.html).toContain('<h2 id="others">Values</h2>');
  // Nothing has another name: there is no column of them.
  expect(facet.html).not.toContain('Also called');
});

test('a list of terms names their categories in its language', async () => {
  const { html } = await read('/vocabulary/?language=de&category=power');
  expect(html).toContain('<td lang="de">Leistung</td>');
  expect(html).not.toContain('<td lang="de">power</td>');
});
