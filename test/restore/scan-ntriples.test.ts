import { Parser } from 'n3';
import { describe, expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { RDF } from '../../src/rdf/namespaces.ts';
import { parseRdf } from '../../src/restore/parse-rdf.ts';
import { scanNTriples } from '../../src/restore/scan-ntriples.ts';
import { linesOf } from '../support/restored.ts';

/** The triples of a text, each term as canonical N-Triples. */
function triplesOf(text: string): string[] {
  return linesOf(scanNTriples(Buffer.from(text), 1000));
}

describe('N-Triples', () => {
  test('terms that are written in different ways are one', () => {
    const text = [
      '# a comment',
      '<http://a/s>\t<http://a/p> "\\u00E9\\t\\U0001F600\\\'" . # behind',
      '  <http://a/s><http://a/p>"é\\t😀\'"^^<http://www.w3.org/2001/XMLSchema#string>.',
      '<http://a/\\u0073> <http://a/p> "x"@EN-gb .\r',
      '_:b.1 <http://a/p> _:b.1.',
      '',
    ].join('\n');
    expect(triplesOf(text)).toEqual([
      '<http://a/s> <http://a/p> "é\\t😀\'"',
      '<http://a/s> <http://a/p> "x"@en-gb',
      '_:b.1 <http://a/p> _:b.1',
    ]);
    expect(new Parser({ format: 'N-Triples' }).parse(text.replaceAll('\r', '')).length).toBe(4);
  });

  test.each([
    ['<a> <b> <c>', 1, 'the dot'],
    ['\n<a> <b> "c .', 2, 'a literal'],
    ['<a> <b> "c" . <a> <b> "d" .', 1, 'the end of the line'],
    ['<a b> <c> <d> .', 1, 'an IRI'],
    ['"a" <b> <c> .', 1, 'a subject'],
    ['<a> _:b <c> .', 1, 'a predicate'],
    ['<a> <b> c .', 1, 'an object'],
    ['<a> <b> "\\q" .', 1, 'an escape'],
    ['<a> <b> "c"@ .', 1, 'a language'],
    ['<a> <b> "c"^<d> .', 1, 'a datatype'],
    ['_: <b> "c" .', 1, 'a blank node'],
  ])('%s is refused with its line', (text, line, words) => {
    expect(() => scanNTriples(Buffer.from(text), 10)).toThrow(
      new RegExp(`^Line ${line} is no N-Triples: expected ${words}`),
    );
  });

  test('a graph with more triples than it may have is refused', () => {
    expect(() => scanNTriples(Buffer.from('_:a <b:> "1" .\n_:a <b:> "2" .\n'), 1)).toThrow(
      expect.objectContaining({ code: 'too-many-triples' }),
    );
  });
});

describe('the other formats', () => {
  const codeOf = async (text: string | Uint8Array, format: 'ttl' | 'rdf' | 'jsonld' | 'nt'): Promise<string> => {
    try {
      await parseRdf(typeof text === 'string' ? Buffer.from(text) : text, format, 10);
    } catch (error) {
      if (error instanceof HubError) return `${error.code}: ${error.message}`;
      throw error;
    }
    return 'read';
  };

  test('what is none of its format is refused, and what would be fetched or expanded', async () => {
    expect(await codeOf('<a> <b> .', 'ttl')).toMatch(/^malformed-rdf: The graph is no Turtle/);
    expect(await codeOf('<rdf:RDF', 'rdf')).toMatch(/^malformed-rdf: The graph is no RDF\/XML/);
    expect(await codeOf('<!DOCTYPE a [<!ENTITY b "c">]><a/>', 'rdf')).toMatch(/document type/);
    expect(await codeOf('{', 'jsonld')).toMatch(/^malformed-rdf: The graph is no JSON-LD/);
    expect(await codeOf('{"@context":"https://x.example/c","a":1}', 'jsonld')).toMatch(/^malformed-rdf/);
    expect(await codeOf('{"@id":"urn:a:g","@graph":[{"urn:a:b":1}]}', 'jsonld')).toMatch(/named graphs/);
    expect(await codeOf(Uint8Array.of(0xff), 'nt')).toMatch(/^not-utf8/);
  });

  test.each([
    ['http://a.example/a/../b', 'http://a.example/a/../b'],
    ['http://a.example/./a', 'http://a.example/./a'],
    ['http://a.example/..', 'http://a.example/..'],
    ['urn:x:a/../b', 'urn:x:a/../b'],
    ['../b', 'http://a.example/b'],
    ['c:d/../e', 'c:d/../e'],
    ['./c:d', 'http://a.example/a/c:d'],
  ])('the IRI %s of RDF/XML is %s', async (iri, absolute) => {
    const rdf = `<rdf:RDF xmlns:rdf="${RDF}" xmlns:a="urn:a:" xml:base="http://a.example/a/b"><rdf:Description rdf:about="${iri}"><a:p rdf:resource="${iri}"/><a:q rdf:datatype="${iri}">1</a:q></rdf:Description></rdf:RDF>`;
    const graph = await parseRdf(Buffer.from(rdf), 'rdf', 10);
    expect(linesOf(graph)).toEqual([
      `<${absolute}> <urn:a:p> <${absolute}>`,
      `<${absolute}> <urn:a:q> "1"^^<${absolute}>`,
    ]);
  });

  test('numbers of JSON-LD of others are literals as JSON-LD says', async () => {
    const graph = await parseRdf(Buffer.from('{"urn:a:b":[1,1.5,true,{"@value":"x","@language":"EN"}]}'), 'jsonld', 10);
    const texts = Array.from(graph.objects, (object) => graph.textOf(object));
    expect(texts.toSorted()).toEqual([
      '"1"^^<http://www.w3.org/2001/XMLSchema#integer>',
      '"1.5E0"^^<http://www.w3.org/2001/XMLSchema#double>',
      '"true"^^<http://www.w3.org/2001/XMLSchema#boolean>',
      '"x"@en',
    ]);
  });
});
