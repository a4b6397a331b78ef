import { describe, expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import type { RdfFormat } from '../../src/rdf/write/format.ts';
import { convert } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = readGoldenLexicon();

function refusalOf(body: string, format: RdfFormat = 'nt'): HubError {
  try {
    convert(body, lexicon, { format });
  } catch (error) {
    if (error instanceof HubError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a refusal names the key, the piece and the place', () => {
  const cases: Array<[body: string, details: Record<string, unknown>]> = [
    ['{"@semantic":[],"x":1}', { key: '@semantic', pointer: '/@semantic', line: 1, column: 14 }],
    [
      '{"@semantic":{"@context":\n 7}}',
      { key: '@context', piece: '7', pointer: '/@semantic/@context', line: 2, column: 2 },
    ],
    ['{"@semantic":{"@context":{"k":7}}}', { key: 'k', piece: '7', pointer: '/@semantic/@context/k', offset: 30 }],
    [
      '{"@semantic":{"@context":{"a/b":{"rdf:type":["sosa:X",{}]}}}}',
      { key: 'a/b', piece: '{…}', pointer: '/@semantic/@context/a~1b/rdf:type/1', offset: 54 },
    ],
    [
      '{"@semantic":{"@context":{"k":{"rdf:type":["sosa:X","nope:Y"]}}}}',
      { key: 'k', piece: 'nope:Y', pointer: '/@semantic/@context/k/rdf:type/1', offset: 52 },
    ],
    [
      '{"@semantic":{"@context":{"k":{"type":"sosa:X"}}}}',
      { key: 'k', piece: 'type', pointer: '/@semantic/@context/k/type' },
    ],
    [
      '{"@semantic":{"@prefix":{"p":"x y"},"@context":{}}}',
      { key: 'p', piece: 'x y', pointer: '/@semantic/@prefix/p', offset: 29 },
    ],
    [
      '{"@semantic":{"@prefix":{"@base":"http://host:80"},"@context":{}}}',
      { key: '@base', piece: 'http://host:80', pointer: '/@semantic/@prefix/@base' },
    ],
    [
      '{"@semantic":{"@annotations":{"dcterms:title":1}}}',
      { key: 'dcterms:title', piece: '1', pointer: '/@semantic/@annotations/dcterms:title', offset: 46 },
    ],
  ];
  test.each(cases)('%s', (body, details) => {
    expect(refusalOf(body).details).toMatchObject(details);
  });

  test('of JSON that is broken tells the line, the column and the byte', () => {
    const refusal = refusalOf('{"a":1,\n "b":tru}');
    expect(refusal.code).toBe('malformed-json');
    expect(refusal.details).toEqual({ offset: 13, line: 2, column: 6 });
    expect(refusal.message).toBe('Found "t" where a value behind the ":" was expected (line 2, column 6, byte 13).');
  });

  test.each([
    ['{“a”: 1}', '"“" (U+201C)'],
    ['{"a":\u00a01}', 'U+00A0'],
    ['{"a":\u{1f600}}', '"\u{1f600}" (U+1F600)'],
    ['{"a":\f1}', 'U+000C'],
  ])('of JSON names the character that it met: %j', (body, name) => {
    expect(refusalOf(body).message).toMatch(`Found ${name} where `);
  });

  test.each(['p', '@base'])('of a namespace that is too long tells how long it may be: %s', (prefix) => {
    const documentWith = (characters: number): string =>
      `{"@semantic":{"@prefix":{"${prefix}":"${'http://e.example/'.padEnd(characters, 'n')}"}}}`;
    expect(convert(documentWith(2_000), lexicon, { format: 'nt' }).triples).toBe(0);
    const refusal = refusalOf(documentWith(2_001));
    expect(refusal.code).toBe('invalid-semantic');
    expect(refusal.details).toMatchObject({ key: prefix, pointer: `/@semantic/@prefix/${prefix}` });
    expect(refusal.message).toContain('has 2001 characters; it may have 2000, as each of its names becomes as long');
  });

  test('tells an IRI in a template how it is to be written', () => {
    const refusal = refusalOf('{"@semantic":{"@context":{"k":{"http://ex.org/p":"$k"}}}}');
    expect(refusal.message).toContain(
      'An IRI has to be written as a prefixed name, its namespace declared in "@prefix"',
    );
  });

  test.each([
    ['{"@context":{"k":{"value":"$k"}}}', 'write "prefix:name", or "a"'],
    ['{"@context":{"k":{"ex:p":"value"}}}', 'write "prefix:name", or one of the tokens $key, ?name and @key'],
    ['{"@annotations":{"title":"x"}}', 'write "prefix:name"'],
  ])('tells what may stand in the place of what is no name: %s', (block, advice) => {
    const { message } = refusalOf(`{"@semantic":${block.replace('{', '{"@prefix":{"ex":"http://ex.org/"},')}}`);
    expect(message).toContain(`is no prefixed name; ${advice} (line`);
  });

  test('tells whether the key or its template has a predicate that XML can not name', () => {
    const ofKey = refusalOf('{"@semantic":{},"1":1}', 'rdf');
    expect(ofKey.code).toBe('unnameable-predicate');
    expect(ofKey.details).toEqual({ key: '1', piece: 'https://hub.example/id/1' });
    const ofTemplate = refusalOf(
      '{"@semantic":{"@prefix":{"ex":"http://ex.org/"},"@context":{"k":{"ex:123":"$k"}}},"k":1}',
      'rdf',
    );
    expect(ofTemplate.details).toEqual({ key: 'k', piece: 'http://ex.org/123', pointer: '/@semantic/@context/k' });
    expect(ofTemplate.message).toContain('rename the predicate');
  });

  test('names the key of this document, or the node, whose template has a predicate that XML can not name', () => {
    const context = (entries: string): string =>
      `{"@semantic":{"@prefix":{"ex":"http://ex.org/"},"@context":{${entries}}}`;
    const details = (document: string): unknown => refusalOf(document, 'rdf').details;
    for (const key of ['first', 'second'])
      expect(details(`${context(`"${key}":{"ex:1":"$${key}"}`)},"${key}":1}`)).toMatchObject({ key });
    expect(details(`${context('"k":{"ex:of":"?n"},"?n":{"ex:also":"?m"},"?m":{"ex:1":"$k"}')},"k":1}`)).toMatchObject({
      key: '?m',
      pointer: '/@semantic/@context/?m',
    });
  });

  test('cuts a key of a megabyte', () => {
    const key = 'k'.repeat(1_000_000);
    const refusal = refusalOf(`{"@semantic":{"@context":{"${key}":7}}}`);
    expect(refusal.message.length).toBeLessThan(400);
    expect(JSON.stringify(refusal.details).length).toBeLessThan(600);
  });

  test('has no long key in each pointer of many', () => {
    const nested = (name: string, inner: string): string => `{${JSON.stringify(name)}:${inner}}`;
    const inside = `{${Array.from({ length: 50 }, (_, i) => `"k${i}":[[1]]`).join(',')}}`;
    const pointersIn = (document: string): string[] =>
      convert(document.replace('{', '{"@semantic":{},'), lexicon, { format: 'nt' }).warnings.map(
        ({ pointer }) => pointer,
      );
    expect(pointersIn(nested('a/b', inside))).toContain('/a~1b/k7');
    expect(pointersIn(nested('n'.repeat(100_000), inside))).toContain(`/${'n'.repeat(1_000)}…/k7`);
    const deep = Array.from({ length: 100 }, (_, i) => String(i).padEnd(900, 'n')).reduceRight(
      (inner, name) => nested(name, inner),
      inside,
    );
    const pointers = pointersIn(deep);
    expect(pointers).toHaveLength(50);
    expect(Math.max(...pointers.map(({ length }) => length))).toBeLessThan(6_000);
  });
});
