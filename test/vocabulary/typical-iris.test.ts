import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hubNamespaces, RDF_TYPE, RDFS, XSD } from '../../src/rdf/namespaces.ts';
import type { BoundTerm } from '../../src/rdf/rows.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { RDF_FORMATS, type RdfFormat } from '../../src/rdf/write/format.ts';
import {
  serialize,
  serializeBeginning,
  serializeInPieces,
  soughtNamespaces,
  type CitingTriples,
} from '../../src/rdf/write/serialize.ts';
import { extendTable } from '../../src/vocabulary/extend-table.ts';
import type { TripleTable } from '../../src/vocabulary/triple-table.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { describedVersion } from '../../src/vocabulary/versions/describe-version.ts';
import { areIsomorphic } from '../support/isomorphic.ts';
import { readBack } from '../support/read-back.ts';

const HUB = hubNamespaces('https://hub.example');
const NAMESPACES = [
  HUB.vocabulary,
  `${HUB.vocabulary}category/`,
  'http://ex.example/',
  'http://ex.example/ns#',
  'http://ex.example/é/',
  'https://ex.example/ns#',
  'HTTP://EX.example/',
  'urn:ex:',
  'mailto:',
];
const PREFIXES = new Map([
  ['vocab', HUB.vocabulary],
  ['ex', 'http://ex.example/'],
  ['same', 'http://ex.example/'],
  ['ns', 'http://ex.example/ns#'],
  ['e', 'http://ex.example/é/'],
  ['big', 'HTTP://EX.example/'],
  ['secure', 'https://ex.example/ns#'],
  ['xsd', XSD],
  ['none', 'https://none.example/'],
  // Named like schemes of IRIs, which they would shorten.
  ['http', 'http://ex.example/ns#'],
  ['https', RDFS],
  ['urn', 'urn:'],
  ['mailto', 'https://mail.example/'],
]);

const iri = fc
  .tuple(fc.constantFrom(...NAMESPACES), fc.constantFrom('', 'a', 'b-c', 'x#row-1', 'x/y', 'é'))
  .map(([namespace, name]) => namespace + name);
const resource = iri.map((value): BoundTerm => ({ type: 'uri', value }));
const object = fc.oneof(
  resource,
  fc.constantFrom<BoundTerm>(
    // No IRI, whatever it looks like.
    { type: 'literal', value: 'https://none.example/a' },
    { type: 'literal', value: 'Wert', 'xml:lang': 'de' },
    { type: 'literal', value: '1', datatype: `${XSD}integer` },
    { type: 'literal', value: '1', datatype: 'urn:kind' },
  ),
);
const triple: fc.Arbitrary<Triple> = fc.record({
  s: resource,
  p: fc.constantFrom(RDF_TYPE, 'http://ex.example/p', 'http://ex.example/ns#p', 'urn:p', 'https://ex.example/p'),
  o: object,
});
const triples = fc.array(triple, { maxLength: 12 });

function written(graph: CitingTriples, format: RdfFormat): string {
  const pieces: Uint8Array[] = [];
  serializeInPieces(graph, format, { prefixes: PREFIXES, base: HUB.vocabulary }, (piece) => void pieces.push(piece));
  return Buffer.concat(pieces).toString();
}

test('a version is shortened by its typical IRIs as by all that it has, also one that came of another', () => {
  const formats = fc.constantFrom<RdfFormat>('ttl', 'jsonld');
  fc.assert(
    fc.property(triples, triples, formats, (some, more, format) => {
      for (const table of [tableOf(some, HUB), extendTable(tableOf(some, HUB), more, HUB)]) {
        const graph = describedVersion(table, 'a'.repeat(64), HUB);
        const walked = serialize(graph, format, { prefixes: PREFIXES, base: HUB.vocabulary });
        expect(written(graph, format)).toBe(walked);
      }
    }),
    { numRuns: 300 },
  );
});

const NAMES = { prefixes: PREFIXES, base: HUB.vocabulary };
const versionOf = (table: TripleTable): CitingTriples => describedVersion(table, 'a'.repeat(64), HUB);

test('the RDF/XML of a version is that of its triples, also of one that came of another', () =>
  fc.assert(
    fc.asyncProperty(triples, triples, async (some, more) => {
      for (const table of [tableOf(some, HUB), extendTable(tableOf(some, HUB), more, HUB)]) {
        const graph = versionOf(table);
        const [read, walked] = [written(graph, 'rdf'), serialize(graph, 'rdf', NAMES)];
        expect(areIsomorphic(await readBack('rdf', read), await readBack('rdf', walked))).toBe(true);
        expect(read.match(/xmlns:\w+="[^"]+"/g)!.length).toBe(walked.match(/xmlns:\w+="[^"]+"/g)!.length);
      }
    }),
    { numRuns: 100 },
  ));

test('RDF/XML of a version is refused before its first byte for what XML cannot hold', () => {
  const texts = fc.string({
    unit: fc.constantFrom('a', 'é', '\t', '\n', '\r', '\u0000', '\u001f', '\ufffd', '\ufffe', '\uffff', '\ufeff'),
  });
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), (values) => {
      const literals = values.map((value, at): Triple => ({
        s: { type: 'uri', value: 'urn:a' },
        p: `urn:p${at}`,
        o: { type: 'literal', value, 'xml:lang': 'de' },
      }));
      const bad = values.findIndex((value) => /[\u0000\u001f\ufffe\uffff]/.test(value));
      const pieces: Uint8Array[] = [];
      const write = () =>
        serializeInPieces(versionOf(tableOf(literals, HUB)), 'rdf', NAMES, (piece) => void pieces.push(piece));
      if (bad < 0) return write();
      expect(write).toThrow(/an object of "urn:p\d" has a character that XML cannot hold/);
      expect(pieces).toEqual([]);
    }),
  );
});

test('how a version begins is written of the first triples, with what was found in all terms before', () => {
  const many = Array.from({ length: 3000 }, (_, at): Triple => ({
    s: { type: 'uri', value: `${HUB.vocabulary}t${at}` },
    p: `${RDFS}seeAlso`,
    // What stands at the end is declared before it.
    o: { type: 'uri', value: at < 2999 ? `${HUB.vocabulary}t0` : 'http://ex.example/ns#a' },
  }));
  const table = extendTable(tableOf(many, HUB), [{ ...many[0]!, p: 'http://ex.example/p' }], HUB);
  const steps = [...table.prepareTexts(soughtNamespaces(NAMES))].length;
  expect(steps).toBeGreaterThan(3);
  expect([...table.prepareTexts(soughtNamespaces(NAMES))]).toEqual([]);
  const later = extendTable(table, [{ ...many[1]!, p: 'http://ex.example/p' }], HUB);
  expect([...later.prepareTexts(soughtNamespaces(NAMES))].length).toBeLessThan(3);
  for (const format of RDF_FORMATS) {
    const beginning = Buffer.from(serializeBeginning(versionOf(later), format, NAMES)).toString();
    const whole = written(versionOf(later), format);
    expect(beginning.length).toBeGreaterThan(4000);
    expect(beginning.length).toBeLessThan(whole.length / 2);
    expect(whole.startsWith(beginning)).toBe(true);
  }
});

test('of a namespace with many IRIs one is typical', () => {
  const many = Array.from({ length: 1000 }, (_, at): Triple => {
    const name = { type: 'uri', value: `${HUB.vocabulary}t${at}` } as const;
    return { s: name, p: `${RDFS}seeAlso`, o: { type: 'uri', value: `http://ex.example/ns#${at}` } };
  });
  const sought = [HUB.vocabulary, 'http://ex.example/ns#', 'http://ex.example/'];
  expect([...tableOf(many, HUB).typicalIris(sought)]).toEqual([
    `${RDFS}seeAlso`,
    `${HUB.vocabulary}t0`,
    'http://ex.example/ns#0',
  ]);
});

test('a version is walked once for a text that needs no more, before which nothing else is read', () => {
  const table = tableOf([{ s: { type: 'uri', value: 'urn:a' }, p: 'urn:p', o: { type: 'uri', value: 'urn:b' } }], HUB);
  const walks = RDF_FORMATS.map((format) => {
    const graph = describedVersion(table, 'a'.repeat(64), HUB);
    let count = 0;
    const counted: CitingTriples = {
      ...graph,
      [Symbol.iterator]: () => {
        count++;
        return graph[Symbol.iterator]();
      },
    };
    written(counted, format);
    return [format, count];
  });
  expect(Object.fromEntries(walks)).toEqual({ ttl: 1, nt: 1, jsonld: 1, rdf: 1 });
});
