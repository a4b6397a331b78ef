import { expect, test } from 'vitest';
import { prefixesOf, shortName } from '../../../src/web/playground/ask-protocol.ts';

const QUERY = `PREFIX ex: <http://example.org/>
prefix long:<http://example.org/long/>
SELECT * WHERE { ?s <http://example.org/PREFIX> ?o }`;

test('names are shortened by the longest namespace that the query declares', () => {
  const prefixes = prefixesOf(QUERY);
  expect(shortName('http://example.org/long/name-V', prefixes)).toBe('long:name-V');
  expect(shortName('http://example.org/name', prefixes)).toBe('ex:name');
});

test.each(['http://other.example/name', 'http://example.org/a/b', 'http://example.org/', 'urn:x'])(
  '%s stays as it is',
  (iri) => {
    expect(shortName(iri, prefixesOf(QUERY))).toBe(iri);
  },
);
