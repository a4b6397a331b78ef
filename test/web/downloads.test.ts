import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { MAX_CSV_TERMS, MAX_RDF_TERMS } from '../../src/rest/vocabulary-options.ts';
import { Downloads, MOST_OF_FILE } from '../../src/web/parts/downloads.tsx';

const addressesFor = (count: number, query: string): string[] => {
  const html = renderToString(h(Downloads, { query: new URLSearchParams(query), root: '../', count }));
  return Array.from(html.matchAll(/href="([^"]+)"/g), ([, address]) => address!.replaceAll('&amp;', '&'));
};

test('files have as many terms as the interface gives', () => {
  expect(MOST_OF_FILE).toEqual({ csv: MAX_CSV_TERMS, rdf: MAX_RDF_TERMS });
});

test('what was found is there in each format', () => {
  expect(addressesFor(MAX_RDF_TERMS, 'q=power&skip=50')).toEqual(
    ['csv', 'ttl', 'nt', 'rdf', 'jsonld', 'json'].map((format) => `../api/terms?q=power&format=${format}`),
  );
});

test('of more terms than a file has, the whole vocabulary is there instead', () => {
  const whole = ['ttl', 'nt', 'rdf', 'jsonld'].map((format) => `../vocabulary/?format=${format}`);
  expect(addressesFor(MAX_RDF_TERMS + 1, '')).toEqual([
    '../api/terms?format=csv',
    '../api/terms?format=json',
    ...whole,
  ]);
  expect(addressesFor(MAX_CSV_TERMS + 1, '')).toEqual(['../api/terms?format=json', ...whole]);
});
