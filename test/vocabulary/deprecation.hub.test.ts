import { afterEach, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { plainLexicon } from '../../src/mapping/lexicon/derived-map.ts';
import { readLexicon } from '../../src/mapping/lexicon/lexicon-file.ts';
import { writeLexiconFile } from '../../src/vocabulary/registry/write-lexicon-file.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { VocabularyRegistry } from '../../src/vocabulary/registry/registry.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { describedFetch as fetch } from '../support/described-interface.ts';
import { HUB } from './seeded.ts';
import { smallStore } from './small-vocabulary.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';

const DEPRECATED = `
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix dcterms: <http://purl.org/dc/terms/> .
  <start> owl:deprecated true ; dcterms:isReplacedBy <end> .
`;

/** Documents are annotated with it. */
const DCTERMS = `
  <prefix/dcterms> a hub:Prefix ; vann:preferredNamespacePrefix "dcterms" ; vann:preferredNamespaceUri dcterms: .
`;

const read = async (extra: string) => readVocabulary(await smallStore(extra), HUB);

describe('a deprecated term', () => {
  test('names the term that takes its place, for people and for the mapping', async () => {
    const { terms, lexicon } = await read(DEPRECATED);
    expect(terms.get('start')).toMatchObject({ deprecated: true, replacedBy: 'end' });
    expect(terms.get('end')).toMatchObject({ deprecated: false, replacedBy: null });
    expect(lexicon.terms.get('start')).toMatchObject({ replacedBy: 'end' });
    expect(lexicon.terms.get('end')).not.toHaveProperty('replacedBy');
  });

  test('may have no replacement, and deprecated false is not deprecated', async () => {
    const { terms, lexicon } = await read(DEPRECATED.replace('; dcterms:isReplacedBy <end>', ''));
    expect(terms.get('start')).toMatchObject({ deprecated: true, replacedBy: null });
    expect(lexicon.terms.get('start')).toMatchObject({ replacedBy: null });
    const kept = await read(DEPRECATED.replace('true ; dcterms:isReplacedBy <end>', 'false'));
    expect(kept.terms.get('start')).toMatchObject({ deprecated: false });
  });

  test.each([
    ['the term start is replaced by .*/nothing, which is no term', DEPRECATED.replace('<end>', '<nothing>')],
    ['the term start has two', `${DEPRECATED} <start> dcterms:isReplacedBy <start> .`],
  ])('is refused where %s', async (reason, extra) => {
    await expect(read(extra)).rejects.toThrow(new RegExp(`refused: ${reason}`));
  });

  test('is one in the file that the command line and the library read, too', async () => {
    const vocabulary = await read(DEPRECATED);
    const file: unknown = JSON.parse(JSON.stringify(writeLexiconFile(vocabulary, HUB.baseUrl)));
    expect(readLexicon(file, { baseUrl: HUB.baseUrl })).toEqual(plainLexicon(vocabulary.lexicon));
  });
});

describe('a hub with a deprecated term', () => {
  let hub: TestApp | undefined;
  afterEach(() => hub?.stop());

  test('says so in its listing, on its pages, and to who converts', async () => {
    const registry = new VocabularyRegistry({
      store: await smallStore(DEPRECATED + DCTERMS),
      hub: HUB,
      log: pino({ level: 'silent' }),
      timing: DEFAULT_TIMING,
    });
    hub = await createTestApp({ config: { baseUrl: HUB.baseUrl }, registry });
    const { data } = (await (await fetch(`${hub.url}/api/parameters?whole=true`)).json()) as { data: unknown[] };
    expect(data).toContainEqual({
      parameter: 'start',
      description: 'Deprecated (use end instead): Beginning.',
      datatype: 'xsd:dateTimeStamp',
    });
    const page = await (await fetch(`${hub.url}/vocabulary/start`, { headers: { Accept: 'text/html' } })).text();
    expect(page).toContain(`This term is deprecated.</strong> Use <a href="${HUB.vocabulary}end">`);
    const category = await (
      await fetch(`${hub.url}/vocabulary/category/time`, { headers: { Accept: 'text/html' } })
    ).text();
    expect(category.match(/<span class="chip warn">deprecated<\/span>/g)).toHaveLength(1);
    for (const size of [1, 5000]) {
      const answer = await fetch(`${hub.url}/api/json-to-rdf`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ start: Array.from({ length: size }, () => '2026-01-01T00:00:00Z') }),
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-semantic-warnings')).toBe('1');
      expect(answer.headers.get('x-semantic-warning-codes')).toBe('deprecated-term=1');
    }
  });
});
