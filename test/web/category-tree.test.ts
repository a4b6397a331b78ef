import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test, vi } from 'vitest';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { makeVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { NO_REST } from '../../src/vocabulary/thread-slices.ts';
import { categoryTreeOf } from '../../src/web/pages/category-branches.ts';
import { Categories } from '../../src/web/pages/category-tree.tsx';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { REVIEWABLE, SHAPED, withCategories, withSensors } from '../vocabulary/shaped-vocabulary.ts';

function read(text: string): Promise<Vocabulary> {
  const triples = tableOf(readTurtle({ name: 'the text', text, baseIri: HUB.vocabulary }), HUB);
  return makeVocabulary({ triples, ontology: tableOf([], HUB), version: '0'.repeat(64) }, HUB);
}

/** The HTML of a page of the categories, by its number. */
async function readTree(text: string, address = ''): Promise<(page: number) => string> {
  const vocabulary = await read(text);
  const query = new URLSearchParams(address);
  const tree = await categoryTreeOf(vocabulary, query.get('language') ?? 'en', query.get('open'), NO_REST);
  return (page) => renderToString(h(Categories, { tree, query, page }));
}

const sensors = (count: number): string =>
  withSensors(
    Array.from({ length: count }, (_, at) => `sensor_${at}_id`),
    SHAPED,
  );

test('names what is in the category that is open, and leads to the same page with another one', async () => {
  const closed = (await readTree(withCategories(['heat'], 3, SHAPED), 'q=power&skip=30'))(1);
  expect(closed).not.toContain('<div><p');
  expect(closed).toContain('<a class="branch" href="?q=power&amp;skip=30&amp;open=heat#heat" aria-expanded="false">');
  const open = (await readTree(withCategories(['heat'], 3, SHAPED), 'q=power&skip=30&open=heat'))(1);
  expect(open).toContain('<a class="branch" href="?q=power&amp;skip=30#heat" aria-expanded="true">');
  expect(open).toContain('<a class="branch" href="?q=power&amp;skip=30&amp;open=power#power" aria-expanded="false">');
  expect(open.match(/heat_\d+_id"/g)).toHaveLength(3);
  expect((await readTree(SHAPED, 'open=nothing'))(1)).not.toContain('aria-expanded="true"');
});

test('names hundreds of terms of a category', async () => {
  const html = (await readTree(sensors(790), 'open=power'))(1);
  expect(html.match(/sensor_\d+_id"/g)).toHaveLength(790);
  expect(html).not.toContain('more on the page');
  expect(html).not.toContain('rel="next"');
});

test('names some terms of a large category, says how many there are, and leads to the others', async () => {
  const html = (await readTree(sensors(3_000), 'open=power'))(1);
  expect(Buffer.byteLength(html)).toBeLessThan(110_000);
  expect(html).toContain('<span class="note">3,003</span>');
  expect(html).toMatch(/<a href="[^"]+\/category\/power">2,203 more on the page of the category<\/a>/);
});

test('many categories stand on several pages, each once, and a page is small however many terms they have', async () => {
  const names = Array.from({ length: 250 }, (_, at) => `category_${at}`);
  const pageOf = await readTree(withCategories(names, 7, SHAPED), 'q=power&skip=50&page=2&open=category_7');
  const pages = [1, 2, 3].map(pageOf);
  for (const html of pages) expect(Buffer.byteLength(html)).toBeLessThan(40_000);
  const ids = pages.flatMap((html) => [...html.matchAll(/<li id="([^"]+)">/g)].map(([, id]) => id));
  expect(ids.toSorted()).toEqual([...names, 'power'].toSorted());
  expect(pages[0]).not.toContain('rel="prev"');
  expect(pages[1]).toContain('href="?q=power&amp;skip=50#categories"');
  expect(pages[1]).toContain('href="?q=power&amp;skip=50&amp;page=3#categories"');
  expect(pages[2]).not.toContain('rel="next"');
  expect(() => pageOf(4)).toThrow('The list has 3 pages.');
});

test('puts the categories in order once for a language, however often they are shown', async () => {
  const vocabulary = await read(withCategories(['heat', 'gas'], 1, SHAPED));
  const sorted = vi.spyOn(Intl.Collator.prototype, 'compare', 'get');
  const namesIn = async (language: string): Promise<string[]> =>
    (await categoryTreeOf(vocabulary, language, null, NO_REST)).branchesBetween(0, 10).map(({ name }) => name);
  for (const language of ['de', 'en', 'de', 'en']) expect(await namesIn(language)).toHaveLength(3);
  expect(sorted).toHaveBeenCalledTimes(2);
  sorted.mockRestore();
});

test('stands in the language of the reader, in order of its labels, and says what is in English', async () => {
  const text = REVIEWABLE.replace('"Wärme und Kälte"@de', '"Äußere Wärme"@de');
  const heat = (await readTree(text, 'language=de&q=x&open=thermal'))(1);
  const labels = [...heat.matchAll(/<a class="branch"[^>]*>(.*?) <span class="note">/g)].map(([, label]) => label);
  expect(labels).toEqual(['<span lang="de">Äußere Wärme</span>', '<span lang="de">Leistung</span>']);
  expect(heat).toContain('<p lang="en">What carries heat.</p>');
  const html = (await readTree(text, 'language=de&q=x&open=power'))(1);
  const itemsOf = (tree: string): unknown[] => {
    const [, list] = /<ul lang="de">(.*?)<\/ul>/.exec(tree)!;
    return [...list!.matchAll(/<a [^>]*?(?: lang="(\w+)")?>([^<]+)</g)].map(([, language, label]) => [language, label]);
  };
  expect(itemsOf(heat)).toEqual([['en', 'Supply temperature (°C)']]);
  expect(itemsOf(html)).toEqual([
    [undefined, 'Last (kW)'],
    ['en', 'Meter'],
    ['en', 'Sensor'],
    [undefined, 'Spannung (V)'],
    ['en', 'Stamp'],
  ]);
  expect(html).toContain('<a href="?language=de&amp;category=power">its terms in the search</a>');
});
