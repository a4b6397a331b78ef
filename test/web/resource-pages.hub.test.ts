import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { smallStore } from '../vocabulary/small-vocabulary.ts';

const HOSTILE = `"<script>alert(1)</script> & \\"quotes\\""`;
const EXTRA = `
  <start> skos:altLabel "Beginn"@de, ${HOSTILE} ; skos:hiddenLabel ${HOSTILE} ; skos:scopeNote ${HOSTILE}@en ; skos:example ${HOSTILE} ;
    skos:closeMatch <javascript:alert(5)> ; <javascript:alert(2)> <javascript:alert(3)> ;
    <https://ex.example/p> <https://ex.example/"onmouseover=alert(4)> .
  <thing> a <https://ex.example/Thing> ; skos:prefLabel ${HOSTILE}@en .
  <lonely> a hub:Term ; skos:prefLabel "Lonely"@en ; skos:example ${HOSTILE} ; skos:definition "No template."@en ; skos:notation "lonely" ;
    skos:broader <category/time> ; hub:datatype xsd:string .
  <facet/side> a skos:ConceptScheme, hub:Facet ; skos:prefLabel "Side"@en ; skos:notation "side" .
  <facet/side/AC> a skos:Concept, hub:FacetValue ; skos:prefLabel "Alternating"@en ; skos:notation "AC" ; skos:inScheme <facet/side> .
  <quantity/power> a skos:Concept, hub:Quantity ; skos:prefLabel "Power <P>"@en ; skos:notation "power" .
  <power-W> a hub:Term ; skos:prefLabel "Power (W)"@en ; skos:definition "Power."@en ; skos:notation "power-W" ;
    skos:broader <category/time> ; hub:datatype xsd:double ; hub:quantity <quantity/power> ; hub:facet <facet/side/AC> .
  <power-kW> a hub:Term ; skos:prefLabel "Power (kW)"@en ; skos:definition "Power."@en ; skos:notation "power-kW" ;
    skos:broader <category/time> ; hub:datatype xsd:double ; hub:quantity <quantity/power> ; <http://www.w3.org/2002/07/owl#deprecated> true .
`.replace('<https://ex.example/"onmouseover=alert(4)>', '<https://ex.example/&onmouseover=alert(4)>');

let hub: TestApp;
const pages: Record<string, string> = {};
const PATHS = ['', 'start', 'lonely', 'category/time', 'node/interval', 'prefix/time', 'thing', 'power-W'].map(
  (name) => `/vocabulary/${name}`,
);
beforeAll(async () => {
  const vocabulary = await readVocabulary(await smallStore(EXTRA), HUB);
  hub = await createTestApp({
    config: { baseUrl: HUB.baseUrl },
    registry: {
      current: () => vocabulary,
      state: () => ({ readAt: new Date(0), stale: false, lastError: null }),
      start: async () => {},
      stop: () => {},
    },
  });
  for (const path of [...PATHS, '/ontology']) {
    const response = await fetch(hub.url + path, { headers: { Accept: 'text/html' } });
    expect(response.status, path).toBe(200);
    pages[path] = await response.text();
  }
});
afterAll(() => hub?.stop());

/** The elements of a page that are open at its end or closed out of turn. */
function unbalanced(html: string): string[] {
  const open: string[] = [];
  const mistakes: string[] = [];
  for (const [element, slash, name] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    if (element.endsWith('/>')) continue;
    if (slash === '') open.push(name!);
    else if (open.pop() !== name) mistakes.push(name!);
  }
  return [...mistakes, ...open];
}

describe.each([...PATHS, '/ontology'])('the page %s', (path) => {
  test('is whole: one heading, landmarks, a language, no script', () => {
    const html = pages[path]!;
    expect(unbalanced(html)).toEqual([]);
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(html).toMatch(/<html lang="en" data-root="(?:\.\.\/)+">|<html lang="en" data-root="\.\/">/);
    expect(html).toMatch(/<title>[^<]+ \| Vocabulary Hub<\/title>/);
    expect(html).toMatch(/<nav aria-label="[^"]+">[^]*aria-current="page"[^]*<\/nav>\s*<main id="main"/);
    expect(html).toContain('name="viewport" content="width=device-width, initial-scale=1"');
    // Markup alone: scripts and styles are files, but for the script of the colours, and addresses lead to the web.
    const others = html.replace(/<script>[^<]*hub-scheme[^<]*<\/script>(?=<link rel="stylesheet")/, '');
    expect(others).not.toMatch(/<script(?![^>]* src="(?:\.{1,2}\/)+assets\/)|<style|<[^>]+ (?:style|on\w+)="/);
    expect(html).not.toMatch(/ (?:href|src|action)="(?!https?:|#|\?|\.{1,2}\/)/);
  });

  test('has headings in order, and no id twice', () => {
    const html = pages[path]!;
    const levels = [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    levels.forEach((level, at) => expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1));
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('leads to its other forms', () => {
    for (const type of ['text/turtle', 'application/n-triples', 'application/rdf+xml', 'application/ld+json'])
      expect(pages[path]).toContain(`<link rel="alternate" type="${type}"`);
  });
});

describe('the page of a term', () => {
  test('tells name, definition, category and template, tokens linked', () => {
    const html = pages['/vocabulary/start']!;
    expect(html).toContain('<h1 lang="en">Start <code>start</code></h1>');
    expect(html).toContain('<p class="lead" lang="en">Beginning.</p>');
    expect(html).toContain(`<a href="${HUB.vocabulary}category/time">Time</a>`);
    expect(html).toMatch(/<tr id="row-1"><td><code>start<\/code><\/td>.*time:hasTime.*\?interval.*<\/tr>/);
    expect(html).toContain(`<a href="${HUB.vocabulary}node/interval"><code>?interval</code></a>`);
    expect(html).toContain('<li id="value">');
  });

  test('marks the language of each text', () => {
    expect(pages['/vocabulary/start']).toContain('<span lang="de">Beginn</span>');
  });

  test('shows hostile texts as texts, and links to nothing but web addresses', () => {
    const html = pages['/vocabulary/start']!;
    expect(html).toContain('&lt;script>alert(1)&lt;/script> &amp; &quot;quotes&quot;');
    expect(html).not.toMatch(/href="javascript:/);
    expect(html).toContain('href="https://ex.example/&amp;onmouseover=alert(4)"');
    expect(pages['/vocabulary/thing']).toContain('<title>&lt;script>');
  });

  test('shows them as texts in its example and in its picture, too', async () => {
    const html = pages['/vocabulary/lonely']!;
    expect(html + pages['/vocabulary/start']!).not.toContain('<script>alert');
    expect(html).toMatch(/data-copy-label="the document"[^>]*>\{[^<]*&lt;script>alert\(1\)&lt;\/script>/);
    expect(html).toMatch(/data-copy-label="the Turtle"[^>]*>[^<]*&lt;script>alert\(1\)&lt;\/script>/);
    for (const path of ['start', 'thing']) {
      const response = await fetch(`${hub.url}/vocabulary/${path}?format=svg`);
      expect(response.headers.get('content-type')).toBe('image/svg+xml');
      const svg = await response.text();
      expect(unbalanced(svg)).toEqual([]);
      expect(svg).not.toMatch(/<script|href="javascript:/);
    }
  });

  test('says that there is no template where there is none', () => {
    expect(pages['/vocabulary/lonely']).toContain('no template yet');
  });
});

test('the page of a category lists its terms, that of the vocabulary all', () => {
  for (const path of ['/vocabulary/category/time', '/vocabulary/']) {
    for (const name of ['start', 'end', 'lonely']) expect(pages[path]).toContain(`href="${HUB.vocabulary}${name}"`);
  }
});

test('terms of one quantity stand together, and lead to each other', () => {
  const link = (name: string) => `<a href="${HUB.vocabulary}${name}"><code>${name}</code></a>`;
  const quantity = `<a href="${HUB.vocabulary}quantity/power" lang="en">Power &lt;P></a>`;
  const deprecated = ' <span class="chip warn">deprecated</span>';
  expect(pages['/vocabulary/category/time']).toMatch(
    new RegExp(
      `<th scope="rowgroup" rowspan="2">${quantity}</th><td>${link('power-W')}</td>.*</tr><tr><td>${link('power-kW')}${deprecated}</td>`,
    ),
  );
  const row = /<tr><th scope="row" lang="en"><h3><a href="[^"]+quantity\/power">.*?<\/tr>/.exec(
    pages['/vocabulary/']!,
  )![0];
  expect(row).toContain(link('power-W'));
  expect(row).toContain(`${link('power-kW')}<span class="chip warn">deprecated</span>`);
  expect(pages['/vocabulary/power-W']).toContain(
    `<dt class="many">In other units</dt><dd>${link('power-kW')}${deprecated}</dd>`,
  );
  expect(pages['/vocabulary/power-W']).toContain(
    `<a class="chip" href="${HUB.vocabulary}facet/side/AC">Side: Alternating</a>`,
  );
  expect(pages['/vocabulary/start']).not.toContain('In other units');
});

test('the page of a node tells its template and who cites it', () => {
  const html = pages['/vocabulary/node/interval']!;
  expect(html).toMatch(/<tr id="row-1">.*time:Interval/);
  expect(html).toMatch(/Used by 2 terms[^]*vocabulary\/end"/);
});

test('browsers ask each time whether a page of the vocabulary still holds, and data is kept for a minute', async () => {
  for (const path of ['/', '/vocabulary/', '/vocabulary/?q=begin', '/vocabulary/start', '/sources']) {
    const page = await fetch(hub.url + path, { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers.get('cache-control')], path).toEqual([200, 'public, max-age=0']);
    const known = { Accept: 'text/html', 'If-None-Match': page.headers.get('etag')! };
    expect((await fetch(hub.url + path, { headers: known })).status, path).toBe(304);
  }
  const { headers } = await fetch(`${hub.url}/vocabulary/start`, { headers: { Accept: 'text/turtle' } });
  expect(headers.get('cache-control')).toBe('public, max-age=60');
});
