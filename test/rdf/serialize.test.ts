import { describe, expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { serialize } from '../../src/rdf/serialize.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { differences, RDF_FORMS, readGraph } from '../support/read-graph.ts';

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

  test('of nothing is an empty graph', async () => {
    expect(await readGraph(form, serialize([], form, names))).toEqual([]);
  });
});

test('RDF/XML refuses a predicate that XML cannot name', () => {
  const triples: Triple[] = [{ s: uri(`${BASE}a`), p: 'https://ex.example/ns#1', o: text('x') }];
  expect(() => serialize(triples, 'rdf', names)).toThrow(HubError);
});
