import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { SuggestChange } from '../../src/web/pages/suggest-change.tsx';

const TERM = { name: 'relative_humidity-%', iri: 'https://hub.example/vocabulary/relative_humidity-%25' };

test.each([
  [
    'hub@example.org',
    'mailto:hub@example.org?subject=A%20change%20of%20relative_humidity-%25&amp;body=https%3A%2F%2Fhub.example%2Fvocabulary%2Frelative_humidity-%2525%0AVersion%200a%0A',
  ],
  ['https://example.org/contact?a=b', 'https://example.org/contact?a=b"'],
])('a change is suggested to %s', (contact, href) => {
  expect(renderToString(h(SuggestChange, { term: TERM, contact, version: '0a' }))).toContain(`<a href="${href}`);
});
