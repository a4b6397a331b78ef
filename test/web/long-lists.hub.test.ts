import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChangingHub, type ChangingHub } from '../support/changing-hub.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';

const MAX_BYTES = 200_000;
const LONG = 'power of the plant, as measured '.repeat(100).trimEnd();
const LANGUAGES = ['en', ...Array.from({ length: 23 }, (_, at) => `en-x-l${at}`)];
const NAMES = Array.from({ length: 1_000 }, (_, at) => `Plant.Unit${at}.Value`);
const SOURCES = Array.from({ length: 1_200 }, (_, at) => `source-${at}`);

/** Statements of the term `start` in each language. */
const inEach = (property: string): string =>
  `<start> ${property} ${LANGUAGES.map((language) => `"${LONG} ${language}"@${language}`).join(' , ')} .`;

/** Turtle of a source whose keys all mean the term `start`. */
function sourceOf(name: string, keys: readonly string[]): string {
  const lists = ['alike', 'context', 'empty', 'units', 'by', 'only', 'positions', 'columns', 'records', 'series'];
  const more = [...lists, 'texts', 'affixes', 'recognise', 'requires', 'constants'].map((list) => [list, []] as const);
  const file = {
    format: 1,
    name,
    variantOf: null,
    title: `Meters of ${name}`,
    documentation: 'https://meters.example/',
    currency: null,
    keys: keys.map((key) => [key, 'start']),
    ...Object.fromEntries(more),
  };
  return `<source/${name}> a hub:Source ; skos:notation "${name}" ; dcterms:title "Meters of ${name}" ; hub:sourceFile ${JSON.stringify(JSON.stringify(file))} .`;
}

const VOCABULARY = `${SMALL} @prefix dcterms: <http://purl.org/dc/terms/> .
  ${inEach('skos:definition').replace(`"${LONG} en"@en`, `"${LONG}"@en-GB`)}
  ${inEach('skos:scopeNote')}
  ${inEach('skos:changeNote')}
  <start> skos:hiddenLabel ${NAMES.map((name) => `"${name}"`).join(' , ')} .
  ${SOURCES.map((name, at) => sourceOf(name, at === 0 ? NAMES : [`key${at}`])).join('\n')}`;

let hub: ChangingHub;
beforeAll(async () => {
  hub = await startChangingHub(VOCABULARY);
});
afterAll(() => hub?.stop());

async function read(path: string): Promise<string> {
  const response = await fetch(hub.url + path, { headers: { Accept: 'text/html' } });
  expect(response.status, path).toBe(200);
  const html = await response.text();
  expect(Buffer.byteLength(html), path).toBeLessThan(MAX_BYTES);
  return html.replaceAll('<wbr/>', '');
}

test('a term with texts in very many languages and very many names has a small page, which says what it leaves out', async () => {
  const html = await read('/vocabulary/start');
  expect(html).toMatch(/\d+ more languages, which the data below has/);
  expect(html).toMatch(/\d+ more notes, which the data below has/);
  const inData = html.slice(html.indexOf('In data'), html.indexOf('In documents of'));
  expect(inData.match(/<code>Plant\.Unit\d+\.Value<\/code>/g)).toHaveLength(200);
  expect(inData).toContain('800 more names, which the data below has');
  expect(await read('/vocabulary/end')).not.toContain('which the data below has');
});

test('a term in very many sources leads to some of them, and tells how many there are', async () => {
  const html = await read('/vocabulary/start');
  expect(html).toContain('In documents of 1,200 sources');
  expect(html).toContain('1,176 more sources');
  expect(html).toMatch(/1,000 more are among <a href="[^"]*sources">all sources<\/a>/);
  expect(html).toMatch(/8\d\d more, which the page of the source has/);
});

test('the list of very many sources has each once, on small pages', async () => {
  const pages = [await read('/sources')];
  while (pages.at(-1)!.includes('<a class="button" rel="next"'))
    pages.push(await read(`/sources?page=${pages.length + 1}`));
  expect(pages.length).toBeGreaterThan(5);
  const listed = pages.flatMap((html) => [...html.matchAll(/<td><code>(source-\d+)<\/code><\/td>/g)]);
  expect(listed.map(([, name]) => name).toSorted()).toEqual(SOURCES.toSorted());
  expect(pages[1]).toContain('<title>Sources, page 2 | Vocabulary Hub</title>');
  const behind = await fetch(`${hub.url}/sources?page=${pages.length + 1}`, { headers: { Accept: 'text/html' } });
  expect(behind.status).toBe(404);
});
