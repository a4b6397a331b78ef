import { describe, expect, test } from 'vitest';
import { HubError } from '../../../src/errors.ts';
import { serialize, serializeInPieces } from '../../../src/rdf/write/serialize.ts';
import { RDF_TYPE } from '../../../src/rdf/namespaces.ts';
import type { Triple } from '../../../src/rdf/triple.ts';
import { differences, RDF_FORMS, readGraph } from '../../support/read-graph.ts';

const BASE = 'https://hub.example/vocabulary/';
const names = {
  base: BASE,
  prefixes: new Map([
    ['vocab', BASE],
    ['ex', 'https://ex.example/ns#'],
    ['ns1', 'https://taken.example/'],
    ['https', 'https://confusing.example/'],
    ['unused', 'https://unused.example/'],
  ]),
};
const uri = (value: string) => ({ type: 'uri', value }) as const;
const text = (value: string, more: object = {}) => ({ type: 'literal', value, ...more }) as const;

/** Everything that is written in more than one way. */
const AWKWARD: Triple[] = [
  { s: uri(BASE), p: 'https://ex.example/ns#self', o: uri(BASE) },
  { s: uri(BASE), p: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', o: uri('https://ex.example/ns#Thing') },
  ...[
    `${BASE}a-b_C`,
    `${BASE}a#row-1`,
    `${BASE}category/a`,
    `${BASE}relative_humidity-%25`,
    `${BASE}a:b`,
    `${BASE}/double`,
    `${BASE}-minus`,
    `${BASE}trailing.`,
    'https://hub.example/vocabulary',
    'https://ex.example/ns#',
    'https://ex.example/ns#a.b',
    'https://ex.example/ns#ä',
    'https://confusing.example/x',
    'https://taken.example/x',
    'urn:x:y',
    "https://ex.example/q?a=b&c=('d')",
  ].map((object): Triple => ({ s: uri(`${BASE}objects`), p: 'https://ex.example/ns#object', o: uri(object) })),
  ...[
    text('plain'),
    text(''),
    text('"quoted" \\ back <tag> & amp > \'single\' """'),
    text('lines\nand\ttabs\rand returns\r\n'),
    text(' spaces around '),
    text('Größe 😀 日本', { 'xml:lang': 'de' }),
    text('en', { 'xml:lang': 'en-GB' }),
    text('01', { datatype: 'http://www.w3.org/2001/XMLSchema#integer' }),
    text('1.50', { datatype: 'http://www.w3.org/2001/XMLSchema#decimal' }),
    text('true', { datatype: 'http://www.w3.org/2001/XMLSchema#boolean' }),
    text('x', { datatype: `${BASE}datatype` }),
  ].map((object): Triple => ({ s: uri(`${BASE}literals`), p: 'https://other.example/a/literal-1', o: object })),
  { s: uri(`${BASE}literals`), p: 'https://third.example/p', o: text('made prefixes do not meet registered ones') },
  { s: uri('urn:x:subject'), p: 'https://taken.example/p', o: text('x') },
];

describe.each(RDF_FORMS)('%s', (form) => {
  test('says the same as every other form', async () => {
    const [given, expected] = await Promise.all([
      readGraph(form, serialize(AWKWARD, form, names)),
      readGraph('nt', serialize(AWKWARD, 'nt', names)),
    ]);
    expect(expected).toHaveLength(AWKWARD.length);
    expect(differences(given, expected)).toEqual({ missing: [], added: [] });
  });

  test('declares no prefix that it does not use', () => {
    expect(serialize(AWKWARD, form, names)).not.toContain('unused');
  });

  test('keeps nodes without a name apart', async () => {
    const node = { type: 'bnode', value: 'b1' } as const;
    const triples: Triple[] = [
      { s: uri(`${BASE}a`), p: 'https://ex.example/ns#node', o: node },
      { s: node, p: 'https://ex.example/ns#name', o: text('a node') },
    ];
    const lines = await readGraph(form, serialize(triples, form, names));
    const [label] = /_:\S+/.exec(lines.join('\n'))!;
    expect(lines.map((line) => line.replaceAll(label, '_:b'))).toEqual([
      `<${BASE}a> <https://ex.example/ns#node> _:b .`,
      '_:b <https://ex.example/ns#name> "a node" .',
    ]);
  });

  test('keeps a datatype that is the base itself', async () => {
    const triples: Triple[] = [{ s: uri('urn:a'), p: 'https://ex.example/ns#p', o: text('1', { datatype: BASE }) }];
    expect(await readGraph(form, serialize(triples, form, names))).toEqual([
      `<urn:a> <https://ex.example/ns#p> "1"^^<${BASE}> .`,
    ]);
  });

  test('of nothing is an empty graph', async () => {
    expect(await readGraph(form, serialize([], form, names))).toEqual([]);
  });
});

/** What SPARQL takes as a prefix, and some format does not. */
const ODD_PREFIXES = [
  '',
  'xml',
  'XMLfoo',
  'xmlns',
  'rdf',
  'https',
  'urn',
  'URN',
  'toString',
  'hasOwnProperty',
  'ex.a',
  'größe',
  'type',
  'ns1',
];

describe.each(ODD_PREFIXES)('the prefix "%s" for a namespace of its own', (prefix) => {
  test.each(RDF_FORMS)('leaves the graph what it is in %s', async (form) => {
    const triples: Triple[] = [
      { s: uri('https://ex.example/ns#a'), p: 'https://ex.example/ns#p', o: uri('https://ex.example/ns#b') },
      { s: uri('https://ex.example/ns#a'), p: RDF_TYPE, o: uri('https://ex.example/ns#Thing') },
      { s: uri('https://ex.example/ns#a'), p: 'https://ex.example/ns#p', o: uri('URN:abc:1') },
      { s: uri('https://ex.example/ns#a'), p: 'urn:p', o: text('x', { datatype: 'https://ex.example/ns#type' }) },
    ];
    const written = serialize(triples, form, { base: BASE, prefixes: new Map([[prefix, 'https://ex.example/ns#']]) });
    const expected = await readGraph('nt', serialize(triples, 'nt', names));
    expect(differences(await readGraph(form, written), expected)).toEqual({ missing: [], added: [] });
  });
});

describe('RDF/XML refuses', () => {
  const refusal = (triple: Triple): unknown => {
    try {
      return serialize([triple], 'rdf', names);
    } catch (error) {
      return error instanceof HubError ? error.code : error;
    }
  };

  test.each([
    'https://ex.example/ns#1',
    'https://ex.example/',
    'urn:',
    'http://www.w3.org/2000/xmlns/p',
    ...[
      'RDF',
      'ID',
      'about',
      'bagID',
      'parseType',
      'resource',
      'nodeID',
      'datatype',
      'li',
      'aboutEach',
      'aboutEachPrefix',
      'Description',
    ].map((name) => `http://www.w3.org/1999/02/22-rdf-syntax-ns#${name}`),
  ])('the predicate %s', (p) => {
    expect(refusal({ s: uri(`${BASE}a`), p, o: text('x') })).toBe('unnameable-predicate');
  });

  test.each(['\u0000', '\u0008', '\u001f', '\ufffe', '\uffff'])('the character %j in a literal', (character) => {
    const triple = { s: uri(`${BASE}a`), p: 'https://ex.example/ns#p', o: text(`a${character}b`) };
    expect(refusal(triple)).toBe('invalid-option');
  });
});

test.each(RDF_FORMS)('what %s is given to may refuse it, and nothing is given to it again', (format) => {
  let refusals = 0;
  const refuse = (): never => {
    refusals++;
    throw new Error('no room');
  };
  const many = Array.from({ length: 5000 }, (_, i) => ({ s: uri(`${BASE}a${i}`), p: RDF_TYPE, o: text('a text') }));
  expect(() => serializeInPieces(many, format, names, refuse)).toThrow('no room');
  expect(refusals).toBe(1);
});
