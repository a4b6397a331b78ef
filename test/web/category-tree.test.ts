import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { makeVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { tableOf } from '../../src/vocabulary/triple-table.ts';
import { categoryTreeOf } from '../../src/web/pages/category-branches.ts';
import { Categories } from '../../src/web/pages/category-tree.tsx';
import { HUB } from '../vocabulary/seeded.ts';
import { REVIEWABLE, SHAPED, withCategories, withSensors } from '../vocabulary/shaped-vocabulary.ts';

/** The HTML of a page of the categories, by its number. */
async function readTree(text: string, address = ''): Promise<(page: number) => string> {
  const triples = tableOf(readTurtle({ name: 'the text', text, baseIri: HUB.vocabulary }), HUB);
  const vocabulary = await makeVocabulary({ triples, ontology: tableOf([], HUB), version: '0'.repeat(64) }, HUB);
  const query = new URLSearchParams(address);
  const tree = await categoryTreeOf(vocabulary, query.get('language') ?? 'en');
  return (page) => renderToString(h(Categories, { tree, query, page }));
}

const sensors = (count: number): string =>
  withSensors(
    Array.from({ length: count }, (_, at) => `sensor_${at}_id`),
    SHAPED,
  );

test('of a small vocabulary names all terms of each category', async () => {
  const html = (await readTree(sensors(1_000)))(1);
  expect(html.match(/sensor_\d+_id"/g)).toHaveLength(1_000);
  expect(html).not.toContain('more on the page');
  expect(html).not.toContain('rel="next"');
});

test('of a large vocabulary names some terms of each category, says how many there are, and leads to the others', async () => {
  const html = (await readTree(sensors(3_000)))(1);
  expect(Buffer.byteLength(html)).toBeLessThan(110_000);
  expect(html).toContain('<span class="note">3,003</span>');
  expect(html).toMatch(/<a href="[^"]+\/category\/power">2,407 more on the page of the category<\/a>/);
});

test('many categories stand on several pages, each once, and a page is small however many terms they have', async () => {
  const names = Array.from({ length: 250 }, (_, at) => `category_${at}`);
  const pageOf = await readTree(withCategories(names, 7, SHAPED), 'q=power&skip=50&page=2');
  const pages = [1, 2, 3].map(pageOf);
  for (const html of pages) expect(Buffer.byteLength(html)).toBeLessThan(110_000);
  const ids = pages.flatMap((html) => [...html.matchAll(/<li id="([^"]+)">/g)].map(([, id]) => id));
  expect(ids.toSorted()).toEqual([...names, 'power'].toSorted());
  expect(pages[0]).toMatch(/<a href="[^"]+\/category\/category_0">5 more on the page of the category<\/a>/);
  expect(pages[0]).not.toContain('rel="prev"');
  expect(pages[1]).toContain('href="?q=power#categories"');
  expect(pages[1]).toContain('href="?q=power&amp;page=3#categories"');
  expect(pages[2]).not.toContain('rel="next"');
  expect(() => pageOf(4)).toThrow('The list has 3 pages.');
});

test('stands in the language of the reader, in order of its labels, and says what is in English', async () => {
  const text = REVIEWABLE.replace('"Wärme und Kälte"@de', '"Äußere Wärme"@de');
  const html = (await readTree(text, 'language=de&q=x'))(1);
  const summaries = [...html.matchAll(/<summary>(.*?) <span class="note">/g)].map(([, summary]) => summary);
  expect(summaries).toEqual(['<span lang="de">Äußere Wärme</span>', '<span lang="de">Leistung</span>']);
  expect(html).toContain('<p lang="en">What carries heat.</p>');
  const [heat, power] = [...html.matchAll(/<ul lang="de">(.*?)<\/ul>/g)].map(([, list]) =>
    [...list!.matchAll(/<a [^>]*?(?: lang="(\w+)")?>([^<]+)</g)].map(([, language, label]) => [language, label]),
  );
  expect(heat).toEqual([['en', 'Supply temperature (°C)']]);
  expect(power).toEqual([
    [undefined, 'Last (kW)'],
    ['en', 'Meter'],
    ['en', 'Sensor'],
    [undefined, 'Spannung (V)'],
    ['en', 'Stamp'],
  ]);
  expect(html).toContain('<a href="?language=de&amp;category=power">its terms in the search</a>');
});
