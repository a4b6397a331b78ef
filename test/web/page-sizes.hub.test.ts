import { beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/errors.ts';
import { startChangingHub } from '../support/changing-hub.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';

const MAX_BYTES = 200_000;

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

async function read(path: string, url = hub.url): Promise<string> {
  const response = await fetch(new URL(path, url), { headers: { Accept: 'text/html' } });
  expect(response.status, path).toBe(200);
  return response.text();
}

/** The address of the page after this one, as its head says it; null on the last. */
function nextOf(html: string): string | null {
  const next = /<a class="button" rel="next" href="([^"]+)"/.exec(html)?.[1];
  return next === undefined ? null : next.replaceAll('&amp;', '&');
}

/** All pages of a list, the first one first. */
async function readPages(path: string): Promise<string[]> {
  const pages: string[] = [];
  for (let at: string | null = path; at !== null;) {
    const html: string = await read(at);
    pages.push(html);
    const next = nextOf(html);
    at =
      next === null
        ? null
        : new URL(next, new URL(at, 'http://localhost:4000')).href.slice('http://localhost:4000'.length);
  }
  return pages;
}

const expectSmall = (html: string, path: string): void => expect(Buffer.byteLength(html), path).toBeLessThan(MAX_BYTES);

describe('every page is smaller than 200 KB', () => {
  test.each([
    '/',
    '/api',
    '/api/schemas',
    '/graphql',
    '/graphql/schema',
    '/graphql/schema/objects',
    '/graphql/schema/inputs',
    '/sparql',
    '/playground',
    '/sources',
    '/status',
    '/history?term=active_power-kW',
    '/accessibility',
    '/suggest',
    '/suggest/source',
    '/suggest/change?term=active_power-kW',
    '/suggest/status',
    '/problems/',
    `/problems/${ERROR_CODES[0]}`,
    '/account',
    '/account/register',
    '/vocabulary/',
    '/vocabulary/?q=power',
    '/vocabulary/?q=xyzzyqq',
    '/vocabulary/?language=de&skip=50',
    '/ontology',
    '/vocabulary/active_power-kW',
    '/vocabulary/timestamp',
    '/vocabulary/quantity/active_power',
    '/vocabulary/facet/direction',
    '/vocabulary/facet/direction/import',
    '/vocabulary/node/active_power_kW_result',
  ])('%s', async (path) => expectSmall(await read(path), path));

  test.each(['/versions', '/changes', '/vocabulary/prefix/qudt', '/vocabulary/unit/EUR-PER-DAY'])(
    '%s, and those after it',
    async (path) => {
      for (const html of await readPages(path)) expectSmall(html, path);
    },
  );

  test('of categories', async () => {
    const response = await fetch(`${hub.url}/api/categories`);
    const { data } = (await response.json()) as { readonly data: ReadonlyArray<{ readonly category: string }> };
    expect(data.length).toBeGreaterThan(20);
    for (const { category } of data)
      for (const html of await readPages(`/vocabulary/category/${category}`)) expectSmall(html, category);
  });

  test('of sources', async () => {
    const response = await fetch(`${hub.url}/api/sources`);
    const { data } = (await response.json()) as { readonly data: ReadonlyArray<{ readonly source: string }> };
    expect(data.length).toBeGreaterThan(30);
    for (const { source } of data) for (const html of await readPages(`/sources/${source}`)) expectSmall(html, source);
  });
});

describe('no address makes the page of the vocabulary large:', () => {
  test.each([
    ['many options', 'x&'.repeat(16_000)],
    ['a long option that nobody reads', `x=${'a'.repeat(30_000)}`],
    ['a long text', `q=${'a+'.repeat(15_000)}`],
    ['a long number', `skip=${'0'.repeat(30_000)}`],
    ['many facets', 'facet=aggregation/register&'.repeat(20)],
  ])('%s', async (_name, query) => {
    expect(Buffer.byteLength(await read(`/vocabulary/?${query}`))).toBeLessThan(2 * MAX_BYTES);
  });

  test('its links say what was asked for, in its order, and nothing else', async () => {
    const html = await read('/vocabulary/?unit=kW&utm_source=mail&q=power&facet=direction/import&skip=03');
    expect(html).toContain('href="?unit=kW&amp;q=power&amp;facet=direction%2Fimport&amp;sort=name"');
    expect(html).not.toContain('utm_source');
    expect(html).not.toContain('skip=03');
  });
});

describe('a list on several pages', () => {
  test('has each term once, in links that work without a script', async () => {
    const pages = await readPages('/vocabulary/prefix/qudt');
    expect(pages.length).toBeGreaterThan(1);
    const names = pages.flatMap((html) =>
      [
        ...html.replaceAll('<wbr/>', '').matchAll(/<td><a href="[^"]+\/vocabulary\/[^"]+"><code>([^<]+)<\/code><\/a>/g),
      ].map(([, name]) => name),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(pages[0]).toContain(`<h2 id="terms">`);
    expect(pages[0]).toContain(`${names.length.toLocaleString('en')} terms`);
    expect(pages[1]).toContain(', page 2 | Vocabulary Hub</title>');
    expect(pages[1]).toMatch(/<a class="button" rel="prev" href="[^"?]+">/);
  });

  test('has headings that lead to their pages', async () => {
    const [first, second] = await readPages('/vocabulary/prefix/qudt');
    const chips = [...first!.matchAll(/<a class="chip" href="[^"]*\?page=2#([^"]+)"/g)];
    expect(chips.length).toBeGreaterThan(0);
    for (const [, id] of chips) expect(second).toContain(`id="${id}"`);
  });

  test('of the terms of a version has all of them', async () => {
    const versions = await read('/versions');
    const [, path] = /href="[^"]*(\/vocabulary\/v\/[0-9a-f]{64}\/)"/.exec(versions)!;
    const pages = await readPages(path!);
    for (const html of pages) expectSmall(html, path!);
    const count = Number(/([\d,]+) terms in/.exec(pages[0]!)![1]!.replace(',', ''));
    const lists = pages.map((html) => html.slice(html.indexOf('<h2>Terms</h2>')));
    const links = lists.flatMap((html) => [...html.matchAll(/<li><a href="[^"]+"><code>/g)]);
    expect(links).toHaveLength(count);
  });

  test('of the keys of a source has each of them, and is searched without a script', async () => {
    const file = (await (await fetch(`${hub.url}/api/lexicon/sources`)).json()) as {
      readonly data: ReadonlyArray<{ readonly name: string; readonly keys: ReadonlyArray<readonly [string, string]> }>;
    };
    const { keys } = file.data.find(({ name }) => name === 'sunspec')!;
    const pages = await readPages('/sources/sunspec');
    expect(pages.length).toBeGreaterThan(2);
    const shownOn = (html: string): string[] =>
      [...html.matchAll(/<tr><td><code>([^<]+)<\/code>/g)].map(([, key]) => key!);
    const shown = new Set(pages.flatMap(shownOn));
    expect(keys.filter(([pattern]) => !shown.has(pattern))).toEqual([]);
    for (const html of pages) expect(shownOn(html).length).toBeLessThanOrEqual(150);
    expect(pages[1]).toContain(', page 2 | Vocabulary Hub</title>');
    expect(pages[1]).not.toContain('Open in the playground');

    expect(pages[0]).toMatch(/<form[^>]* action="[^"]*sources\/sunspec"[^>]*>.*<input id="key" name="q"/s);
    const [pattern] = keys.at(-1)!;
    const found = await readPages(`/sources/sunspec?q=${encodeURIComponent(pattern.toUpperCase())}`);
    expect(found.flatMap(shownOn)).toContain(pattern);
    expect(found.flatMap(shownOn).length).toBeLessThan(keys.length);
    expect(await read('/sources/sunspec?q=%3Cb%3Ezzz')).toContain('“&lt;b>zzz”');
    expect(await read('/sources/fronius')).not.toContain('id="key"');
  });

  test.each([
    '/sources/fronius?page=99',
    '/vocabulary/prefix/qudt?page=99',
    '/vocabulary/active_power-kW?page=2',
    '/vocabulary/timestamp?page=99',
    '/vocabulary/?page=2',
    '/changes?page=99',
  ])('has no page behind its last: %s', async (path) => {
    expect((await fetch(hub.url + path, { headers: { Accept: 'text/html' } })).status).toBe(404);
  });

  test.each(['0', '-1', 'x'])('has no page %s', async (page) => {
    for (const list of ['timestamp', '']) {
      const response = await fetch(`${hub.url}/vocabulary/${list}?page=${page}`);
      expect(response.status, list).toBe(400);
      expect(await response.text(), list).toContain('page');
    }
  });
});

test('a term that many others cite, with many links and a long template, has small pages, which name each of the others once', async () => {
  const count = 2_500;
  const numbers = Array.from({ length: count }, (_, at) => at);
  const other = await startChangingHub(`${SMALL}
    <start> skos:closeMatch ${numbers.map((at) => `<https://other.example/concepts/of_some_length/${at}>`).join(' , ')} .
    ${numbers
      .map(
        (
          at,
        ) => `<citing_${at}> a hub:Term ; skos:prefLabel "Citing ${at}"@en ; skos:definition "Cites."@en ; skos:notation "citing_${at}" ;
      skos:broader <category/time> ; hub:datatype xsd:string .
      <citing_${at}#row-1> a hub:TemplateRow ; hub:subject <citing_${at}> ; hub:position 1 ; hub:predicate time:after ; hub:object <start#value> .
      <end#row-${at + 2}> a hub:TemplateRow ; hub:subject <end> ; hub:position ${at + 2} ; hub:predicate time:before ; hub:object <citing_${at}#value> .
      <citing_${at}#value> a hub:ValueToken ; hub:key <citing_${at}> .`,
      )
      .join('\n')}`);
  try {
    const pages: string[] = [];
    for (let page = 1; page === 1 || nextOf(pages.at(-1)!) !== null; page++)
      pages.push(await read(`/vocabulary/start${page === 1 ? '' : `?page=${page}`}`, other.url));
    for (const html of pages) expectSmall(html, 'start');
    const related = pages.map((html) => html.slice(html.indexOf('id="related"'), html.indexOf('id="matches"')));
    const named = related.flatMap((html) => [...html.replaceAll('<wbr/>', '').matchAll(/<code>(citing_\d+)<\/code>/g)]);
    expect(named.map(([, name]) => name).toSorted()).toEqual(numbers.map((at) => `citing_${at}`).toSorted());
    expect(related[0]).toContain('2,500 terms');
    expect(pages[0]).toContain('2,300 more, which the data below has');
    const end = await read('/vocabulary/end', other.url);
    expectSmall(end, 'end');
    expect(end).toContain('more rows, with those of the nodes that it introduces');
  } finally {
    await other.stop();
  }
});

test('a prefix that terms of very many categories cite has small pages, which lead to the categories with most terms', async () => {
  const numbers = Array.from({ length: 1_500 }, (_, at) => at);
  const other = await startChangingHub(`${SMALL}
    ${numbers
      .map(
        (
          at,
        ) => `<category/area_${at}> a hub:Category ; skos:prefLabel "Area of the plant ${at}"@en ; skos:definition "Of it."@en ; skos:notation "area_${at}" .
      <in_${at}> a hub:Term ; skos:prefLabel "In ${at}"@en ; skos:definition "Is there."@en ; skos:notation "in_${at}" ;
      skos:broader <category/area_${at}> ; hub:datatype xsd:string .
      <in_${at}#row-1> a hub:TemplateRow ; hub:subject <in_${at}> ; hub:position 1 ; hub:predicate time:after ; hub:object <in_${at}#value> .
      <in_${at}#value> a hub:ValueToken ; hub:key <in_${at}> .`,
      )
      .join('\n')}`);
  try {
    const pages = [await read('/vocabulary/prefix/time', other.url)];
    while (nextOf(pages.at(-1)!) !== null)
      pages.push(await read(`/vocabulary/prefix/time?page=${pages.length + 1}`, other.url));
    for (const html of pages) {
      expectSmall(html, 'prefix');
      const chips = [...html.matchAll(/<a class="chip" href="[^"]*#(category-\d+)"/g)].map(([, id]) => id);
      expect(chips).toHaveLength(200);
      // It has two terms, each of the others one.
      expect(html).toContain('Time (2)');
      expect(html).toContain('1,301 others stand between them');
      for (const id of chips.slice(0, 5)) expect(pages.some((each) => each.includes(`<h3 id="${id}">`))).toBe(true);
    }
    const names = pages.flatMap((html) => [...html.replaceAll('<wbr/>', '').matchAll(/<code>(in_\d+)<\/code>/g)]);
    expect(new Set(names.map(([, name]) => name)).size).toBe(numbers.length);
  } finally {
    await other.stop();
  }
});
