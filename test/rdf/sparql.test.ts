import fc from 'fast-check';
import { Parser } from 'n3';
import { describe, expect, test } from 'vitest';
import { iri, literal, Sparql, sparql, unsafeRawSparql } from '../../src/rdf/sparql.ts';

describe('sparql tag', () => {
  test('writes terms and lists of terms into their places', () => {
    const query = sparql`SELECT * WHERE { VALUES ?s { ${[iri('http://x/a'), iri('http://x/b')]} } ?s ?p ${literal('it', { language: 'en' })} }`;
    expect(query.text).toBe('SELECT * WHERE { VALUES ?s { <http://x/a> <http://x/b> } ?s ?p "it"@en }');
  });

  test('nests SPARQL in SPARQL', () => {
    const pattern = sparql`?s ?p ${literal('1', { datatype: 'http://www.w3.org/2001/XMLSchema#integer' })}`;
    expect(sparql`ASK { ${pattern} }`.text).toBe('ASK { ?s ?p "1"^^<http://www.w3.org/2001/XMLSchema#integer> }');
  });

  test('refuses strings, numbers, null and look-alikes', () => {
    for (const value of ['DROP ALL', 1, null, undefined, { text: 'DROP ALL' }, ['DROP ALL']]) {
      expect(() => sparql`ASK { ${value as unknown as Sparql} }`).toThrow(TypeError);
    }
  });

  test('has no constructor for outsiders', () => {
    expect(() => new Sparql(Symbol('sparql') as never, 'DROP ALL')).toThrow(TypeError);
  });

  test('passes raw text through one loudly named function only', () => {
    expect(sparql`${unsafeRawSparql('SELECT')} *`.text).toBe('SELECT *');
  });
});

describe('iri', () => {
  test.each([
    'http://x/a> } ; DROP ALL #',
    'http://x/a b',
    'http://x/"',
    'http://x/{a}',
    'http://x/\\u003E',
    'http://x/`',
    'http://x/\n',
    'http://x/\ud800',
    '/relative',
    'relative',
    '',
    ':x',
  ])('refuses %j', (value) => {
    expect(() => iri(value)).toThrow(TypeError);
  });

  test('takes absolute IRIs, also beyond ASCII', () => {
    expect(iri('https://hub.example/vocabulary/relative_humidity-%25').text).toBe(
      '<https://hub.example/vocabulary/relative_humidity-%25>',
    );
    expect(iri('https://hub.example/é').text).toBe('<https://hub.example/é>');
    expect(iri('urn:uuid:1').text).toBe('<urn:uuid:1>');
  });
});

describe('literal', () => {
  test('reads back as the text it was given, whatever that is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const turtle = `<http://x/s> <http://x/p> ${literal(text).text} .`;
        const quads = new Parser({ format: 'text/turtle' }).parse(turtle);
        expect(quads.map((quad) => quad.object.value)).toEqual([text]);
      }),
    );
  });

  test('does not let a quote or a line break end it', () => {
    expect(literal('" } ; DROP ALL #\n\\').text).toBe('"\\" } ; DROP ALL #\\n\\\\"');
  });

  test('refuses a language tag, a datatype or a text that could not be one', () => {
    expect(() => literal('x', { language: 'en }' })).toThrow(TypeError);
    expect(() => literal('x', { datatype: 'http://x/> .' })).toThrow(TypeError);
    expect(() => literal('x', { datatype: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString' })).toThrow(
      TypeError,
    );
    expect(() => literal('\udc00')).toThrow(TypeError);
  });
});
