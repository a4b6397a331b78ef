import { beforeAll, describe, expect, test } from 'vitest';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { createPages } from '../../src/web/pages/page.tsx';
import { sparqlExamples } from '../../src/web/pages/sparql-examples.ts';
import { renderSparqlPage } from '../../src/web/pages/sparql-page.tsx';
import type { SparqlFacts } from '../../src/web/parts/sparql-facts.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

let hub: SharedHub;
let html: string;
beforeAll(async () => {
  hub = await sharedHub();
  html = await (await fetch(`${hub.url}/sparql`, { headers: { Accept: 'text/html' } })).text();
});

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const factsOf = (page: string): SparqlFacts =>
  JSON.parse(unescaped(/data-facts="([^"]*)"/.exec(page)![1]!)) as SparqlFacts;

describe('the page of the SPARQL endpoint', () => {
  test.each(sparqlExamples('http://localhost:4000'))('answers "$question" by the link, too', async ({ question }) => {
    const [, href] = [...html.matchAll(/<a href="([^"]*)" data-query="[^"]*">([^<]*)<\/a>/g)].find(
      ([, , text]) => unescaped(text!) === question,
    )!;
    const response = await fetch(new URL(unescaped(href!), `${hub.url}/sparql`));
    expect(response.status).toBe(200);
    const text = await response.text();
    if (text.startsWith('{')) {
      const { results } = JSON.parse(text) as { results: { bindings: unknown[] } };
      expect(results.bindings.length).toBeGreaterThan(1);
    } else expect(text).toContain('sosa:Observation');
  });

  test('tells its script what the vocabulary says', () => {
    const { baseUrl, prefixes, properties, classes } = factsOf(html);
    expect(baseUrl).toBe('http://localhost:4000');
    expect(prefixes['vocab']).toBe('http://localhost:4000/vocabulary/');
    expect(prefixes['qudt']).toBe('http://qudt.org/schema/qudt/');
    expect(properties).toContain('http://qudt.org/schema/qudt/hasUnit');
    expect(classes.slice(0, 5)).toContain('http://localhost:4000/ontology#Term');
  });

  test('is found with a slash at its end, where its links lead to the same', async () => {
    const slashed = await (await fetch(`${hub.url}/sparql/`, { headers: { Accept: 'text/html' } })).text();
    expect(slashed).toContain('href="../api/versions"');
    expect(html).toContain('href="./api/versions"');
  });
});

test('names of graphs and prefixes are shown as texts', () => {
  const hostile = `"><script>alert('1')</script>`;
  const triples = [{ s: { type: 'uri', value: hostile }, p: hostile, o: { type: 'uri', value: hostile } }] as const;
  const dataset = {
    defaultGraph: hostile,
    graphs: new Map([[hostile, tableOf(triples, HUB)]]),
    prefixes: new Map([[hostile, hostile]]),
  };
  const render = createPages({
    assets: { fileOf: () => null, inlineScript: () => null },
    release: '0',
    hasVocabulary: true,
  });
  const page = renderSparqlPage(render, dataset, { root: './', baseUrl: 'http://x' });
  expect(page).not.toContain('<script>alert');
  expect(factsOf(page)).toMatchObject({ properties: [hostile], classes: [] });
});
