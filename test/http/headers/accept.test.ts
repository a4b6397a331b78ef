import { describe, expect, test } from 'vitest';
import { wantsProblemJson } from '../../../src/http/headers/accept.ts';
import { formatByAccept } from '../../../src/rest/rdf-media-types.ts';

describe('the format', () => {
  test.each([
    [undefined, 'ttl'],
    ['', 'ttl'],
    ['*/*', 'ttl'],
    ['text/*', 'ttl'],
    ['application/*', 'nt'],
    ['application/json', 'ttl'],
    ['text/html, application/xhtml+xml, */*;q=0.8', 'ttl'],
    ['application/n-triples', 'nt'],
    ['application/rdf+xml', 'rdf'],
    ['application/ld+json', 'jsonld'],
    ['APPLICATION/LD+JSON', 'jsonld'],
    ['application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"', 'jsonld'],
    ['application/ld+json; profile="a, text/turtle;q=1"; q=0.4, application/rdf+xml;q=0.5', 'rdf'],
    ['text/turtle;q=0.3, application/n-triples;q=0.7', 'nt'],
    ['application/rdf+xml, text/turtle', 'rdf'],
    ['text/turtle;q=0, */*', 'nt'],
    ['text/turtle;q=0', 'ttl'],
    ['text/turtle;charset=utf-8;q=0.5, application/rdf+xml;q=0.4', 'ttl'],
    [';;;,,,q=', 'ttl'],
  ])('of Accept %j is %s', (accept, format) => {
    expect(formatByAccept(accept)).toBe(format);
  });

  test('of an Accept header of 60 KB is found', () => {
    expect(formatByAccept(`${'a/b;c="\\"d",'.repeat(4800)}application/rdf+xml`)).toBe('rdf');
  });
});

test.each([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['application/*', false],
  ['application/problem+json', true],
  ['application/problem+json, application/json', true],
  ['application/problem+json;q=0.5, application/json', false],
  ['application/problem+json;q=0', false],
  ['text/turtle, application/problem+json', true],
])('Accept %j asks for problem+json: %s', (accept, asks) => {
  expect(wantsProblemJson(accept)).toBe(asks);
});
