import RssParser from 'rss-parser';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_TERMS_OF_A_VERSION } from '../../src/web/pages/feed.ts';
import { startChangingHub, type ChangingHub } from '../support/changing-hub.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';

const CHANGED = SMALL.replace('"Beginning."', '"When it begins."');

function termOf(name: string, label: string): string {
  return `<${name}> a hub:Term ; skos:prefLabel ${JSON.stringify(label)}@en ; skos:definition "Something."@en ; skos:notation "${name}" ;
    skos:broader <category/time> ; hub:datatype xsd:dateTimeStamp .\n`;
}

let hub: ChangingHub;
let first: string;
beforeEach(async () => {
  hub = await startChangingHub();
  first = hub.registry.current().version;
});
afterEach(() => hub.stop());

const use = async (text: string): Promise<string> => (await hub.use(text)).version;

/** What a reader of feeds finds, which shares no code with the hub. */
async function read(path: string) {
  const response = await fetch(hub.url + path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const parser = new RssParser<object, { id: string; summary: string }>({ customFields: { item: ['id', 'summary'] } });
  return parser.parseString(await response.text());
}

describe('/versions.atom', () => {
  test('has the versions, the current one first, and what became of terms in each', async () => {
    const second = await use(CHANGED + termOf('stop', 'Stop'));
    const third = await use(CHANGED);
    const feed = await read('/versions.atom');
    expect(feed.title).toBe('Versions of the vocabulary');
    expect(feed.feedUrl).toBe(`${HUB.baseUrl}/versions.atom`);
    const found = feed.items.map(({ title, link, summary }) => [title, link, summary]);
    expect(found).toEqual([
      [
        `Version ${third.slice(0, 12)}: 1 term removed`,
        `${HUB.baseUrl}/changes?from=${second}&to=${third}`,
        'Removed: stop.',
      ],
      [
        `Version ${second.slice(0, 12)}: 1 term added, 1 term changed`,
        `${HUB.baseUrl}/changes?from=${first}&to=${second}`,
        'Added: stop. Changed: start.',
      ],
    ]);
    const { data } = (await (await fetch(`${hub.url}/api/versions`)).json()) as { data: { since: string }[] };
    expect(feed.items.map(({ isoDate }) => isoDate)).toEqual(data.slice(0, 2).map(({ since }) => since));
  });

  test('a version that comes back is another entry', async () => {
    await use(CHANGED);
    await use(SMALL);
    await use(CHANGED);
    const ids = (await read('/versions.atom')).items.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
  });

  test('of one version there is nothing to tell yet', async () => {
    expect((await read('/versions.atom')).items).toEqual([]);
  });
});

describe('/terms.atom', () => {
  test('has the terms that came, changed and went', async () => {
    const second = await use(CHANGED + termOf('stop', 'Stop'));
    const third = await use(CHANGED);
    const { items } = await read('/terms.atom');
    expect(items.map(({ title, link, summary }) => [title, link, summary])).toEqual([
      ['stop: removed', `${HUB.baseUrl}/changes?from=${second}&to=${third}`, 'stop was removed.'],
      [
        'start: changed',
        `${HUB.vocabulary}start`,
        'Start was changed: http://www.w3.org/2004/02/skos/core#definition.',
      ],
      ['stop: added', `${HUB.baseUrl}/changes?from=${first}&to=${second}`, 'stop was added.'],
    ]);
    expect(new Set(items.map((item) => item.id)).size).toBe(3);
  });

  test('texts are texts, whatever is in them', async () => {
    const label = 'A]]>&amp;<b title="x">\'é';
    await use(SMALL + termOf('stop', label));
    const [item] = (await read('/terms.atom')).items;
    expect(item!.summary).toBe(`${label} was added.`);
    await use(SMALL + termOf('stop', 'A\u0001B\u000B\uFFFE'));
    const [changed] = (await read('/terms.atom')).items;
    expect(changed!.summary).toMatch(/^A\uFFFDB\uFFFD{2} was changed/);
    expect(await (await fetch(`${hub.url}/terms.atom`)).text()).not.toMatch(/[\u0001\u000B\uFFFE]/);
  });

  test('of a version with very many terms one entry tells their number', async () => {
    const count = MAX_TERMS_OF_A_VERSION + 1;
    await use(SMALL + Array.from({ length: count }, (_, at) => termOf(`stop${at}`, `Stop ${at}`)).join(''));
    const { items } = await read('/terms.atom');
    expect(items.map(({ title }) => title)).toEqual([expect.stringMatching(new RegExp(`: ${count} terms added$`))]);
    const [version] = (await read('/versions.atom')).items;
    expect(version!.summary).toMatch(/^Added: (stop\d+, ){9}stop\d+ and 91 more\.$/);
  });
});

test.each(['/versions.atom', '/terms.atom'])('%s is not sent again while nothing has changed', async (path) => {
  await use(CHANGED);
  const etag = (await fetch(hub.url + path)).headers.get('etag')!;
  expect((await fetch(hub.url + path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  await use(SMALL);
  expect((await fetch(hub.url + path, { headers: { 'If-None-Match': etag } })).status).toBe(200);
});

test('every page leads readers to both', async () => {
  const html = await (await fetch(`${hub.url}/versions`, { headers: { Accept: 'text/html' } })).text();
  const links = [...html.matchAll(/<link rel="alternate" type="application\/atom\+xml" href="([^"]+)"/g)];
  expect(links.map(([, href]) => href)).toEqual(['./versions.atom', './terms.atom']);
});
