import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HubError } from '../../../src/errors.ts';
import { isAbsoluteIri } from '../../../src/rdf/iri.ts';
import { RDF, RDF_LANG_STRING, RDF_TYPE, RDFS, XSD } from '../../../src/rdf/namespaces.ts';
import type { BoundTerm } from '../../../src/rdf/rows.ts';
import type { Triple } from '../../../src/rdf/triple.ts';
import { RDF_FORMATS, type RdfFormat } from '../../../src/rdf/write/format.ts';
import { serialize } from '../../../src/rdf/write/serialize.ts';
import { iriOf, literalOf, type Triple as ReadTriple } from '../../support/graph.ts';
import { areIsomorphic } from '../../support/isomorphic.ts';
import { readBack, readBackAgain, readStreaming } from '../../support/read-back.ts';

/** Namespaces that end as prefixes of some format want it, as those of none, and those that RDF/XML reserves. */
const NAMESPACES = [
  'http://ex.example/',
  'http://ex.example/ns#',
  'https://ex.example/a/b/',
  'http://ex.example/ä/',
  'http://ex.example/ns',
  'http://ex.example/?q=',
  'http://ex.example/a&b/',
  'urn:ex:',
  'mailto:',
  'tag:a@ex.example,2026:',
  'http://www.w3.org/2000/xmlns/',
  'http://www.w3.org/XML/1998/namespace',
  RDF,
  RDFS,
  XSD,
];
const LOCAL_NAMES = [
  '',
  ..."a b-c d.e f. -g .h _i 1 1a ä 日本 😀 %20 a%2Fb j'(k) l,m;n=o p@q r:s t/u v#w /x //y ~$!*".split(' '),
  ...'type li _1 about Description ID first langString'.split(' '),
];
const PREFIXES = [
  '',
  ...'a b-c d.e ä 日 rdf rdfs xsd xml xmlns XMLa xml-a ns1 ns2 n http https urn mailto tag'.split(' '),
  ...'type id toString constructor valueOf true e'.split(' '),
  // No prefixes of SPARQL, but callers may have them.
  ...'_ __proto__ @id @type @context @vocab a:b a/b 1a a.'.split(' '),
  'a b',
];
const CHARACTERS = [
  ...'aZ0 \t\n\r"\'\\<>&{}@#%.ä日😀\u0301\u00a0\u2028\ufeff\u0085\u007f\u0000\u0008\u000b\ufffe\uffff',
  ']]>',
  '^^',
];
const DATATYPES = [
  ...['string', 'integer', 'decimal', 'double', 'boolean', 'dateTime'].map((name) => XSD + name),
  ...['XMLLiteral', 'HTML', 'JSON'].map((name) => RDF + name),
];
const LEXICAL_FORMS = [
  '1',
  '01',
  '-0',
  '1.',
  '1.50',
  '.5',
  '1e400',
  'INF',
  'true',
  '1',
  '<b>x</b>',
  '<b>',
  '{"a":1}',
  '{',
];

const iri = fc
  .tuple(fc.constantFrom(...NAMESPACES), fc.constantFrom(...LOCAL_NAMES))
  .map(([namespace, local]) => namespace + local)
  .filter((text) => isAbsoluteIri(text) && !text.endsWith(':'));

const uri = iri.map((value): BoundTerm => ({ type: 'uri', value }));
const blankNode = fc
  .constantFrom('b0', 'b1', '0a', 'a.b', 'A-1', '_', 'ä')
  .map((value): BoundTerm => ({ type: 'bnode', value }));
const text = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 6 }).map((parts) => parts.join(''));
const literal: fc.Arbitrary<BoundTerm> = fc.oneof(
  text.map((value): BoundTerm => ({ type: 'literal', value })),
  fc
    .tuple(text, fc.constantFrom('de', 'en-gb', 'zh-hant-tw', 'x-klingon', 'de-1996'))
    .map(([value, language]): BoundTerm => ({ type: 'literal', value, 'xml:lang': language })),
  fc
    .tuple(fc.oneof(text, fc.constantFrom(...LEXICAL_FORMS)), fc.oneof(fc.constantFrom(...DATATYPES), iri))
    .filter(([, datatype]) => datatype !== RDF_LANG_STRING)
    .map(([value, datatype]): BoundTerm => ({ type: 'literal', value, datatype })),
);
const triple: fc.Arbitrary<Triple> = fc.record({
  s: fc.oneof(uri, blankNode),
  p: fc.oneof({ weight: 4, arbitrary: iri }, { weight: 1, arbitrary: fc.constant(RDF_TYPE) }),
  o: fc.oneof(uri, blankNode, literal),
});
const prefixes = fc
  .array(fc.tuple(fc.constantFrom(...PREFIXES), fc.constantFrom(...NAMESPACES)), { maxLength: 8 })
  .map((pairs) => new Map(pairs));

/** A triple as the readers of tests give it. */
function asRead({ s, p, o }: Triple): ReadTriple {
  return [termOf(s), iriOf(p), termOf(o)];
}

function termOf(term: BoundTerm): string {
  if (term.type === 'uri') return iriOf(term.value);
  if (term.type === 'bnode') return `_:${term.value}`;
  return literalOf(term.value, term.datatype ?? `${XSD}string`, term['xml:lang']);
}

/** The names that RDF/XML §5.1 takes from property elements. */
const NO_PROPERTIES =
  /^(?:RDF|ID|about|bagID|parseType|resource|nodeID|datatype|li|aboutEach|aboutEachPrefix|Description)$/;

/** Why XML has no such graph; null when it has. */
function refusalOf(triples: readonly Triple[]): string | null {
  for (const { p, o } of triples) {
    // eslint-disable-next-line no-control-regex
    if (o.type === 'literal' && /[\u0000-\u0008\u000b\ufffe\uffff]/.test(o.value)) return 'invalid-option';
    const name = /[\p{L}\u{1F600}_][\p{L}\p{Nd}\u{1F600}_.-]*$/u.exec(p)?.[0];
    const isReserved = p.startsWith(RDF) && NO_PROPERTIES.test(p.slice(RDF.length));
    if (name === undefined || name === p || isReserved || p === `http://www.w3.org/2000/xmlns/${name}`)
      return 'unnameable-predicate';
  }
  return null;
}

function write(triples: readonly Triple[], format: RdfFormat, prefixes: ReadonlyMap<string, string>): string {
  try {
    return serialize(triples, format, { prefixes, base: 'http://ex.example/' });
  } catch (error) {
    if (error instanceof HubError) return `refused: ${error.code}`;
    throw error;
  }
}

describe.each(RDF_FORMATS)('%s', (format) => {
  test('of random graphs and prefixes is read back as the same graph, or refused', async () => {
    const property = fc.asyncProperty(fc.array(triple, { maxLength: 8 }), prefixes, async (triples, known) => {
      const text = write(triples, format, known);
      const refusal = format === 'rdf' ? refusalOf(triples) : null;
      if (refusal !== null) {
        // Which of several faults is met first is left open.
        expect(text).toMatch(/^refused: (?:invalid-option|unnameable-predicate)$/);
        return;
      }
      const wanted = triples.map(asRead);
      const readers = [readBack(format, text), readBackAgain(format, text)];
      if (format === 'jsonld') readers.push(readStreaming(text));
      for (const given of await Promise.all(readers))
        if (!areIsomorphic(given, wanted)) expect({ text, given }).toEqual({ text, given: wanted });
    });
    await fc.assert(property, { numRuns: 300 });
  });
});
