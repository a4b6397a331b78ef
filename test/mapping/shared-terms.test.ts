import { describe, expect, test } from 'vitest';
import type { CompiledMapping } from '../../src/mapping/compiled-mapping.ts';
import { Converter, type ConvertOptions } from '../../src/mapping/convert.ts';
import { SharedDatatypes, SharedTerms } from '../../src/mapping/semantic/shared-terms.ts';
import { writeGraph } from '../../src/mapping/walk/write-graph.ts';
import type { Mapping } from '../../src/mapping/semantic/mapping.ts';
import type { LexiconTerm } from '../../src/mapping/lexicon/lexicon.ts';
import { XSD_STRING } from '../../src/rdf/namespaces.ts';
import { RDF_FORMATS, type RdfFormat } from '../../src/rdf/write/format.ts';
import { bytesHeld } from '../support/bytes-held.ts';
import { CONVERT_DEFAULTS } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = readGoldenLexicon();
const KEYS = Array.from({ length: 12 }, (_, i) => `k${i}`);
const CONTEXT = Object.fromEntries(
  KEYS.flatMap((key) => [
    [key, { a: 'sosa:Observation', 'sosa:madeBySensor': '@device_id', 'sosa:hasResult': `?${key}` }],
    [`?${key}`, { 'qudt:numericValue': `$${key}`, 'qudt:hasUnit': 'unit:KiloW' }],
  ]),
);

/** A document with a block, and with those of twelve keys whose bits are set. */
function documentOf(set: number, block: object = { '@context': CONTEXT }): string {
  const members = KEYS.filter((_, i) => (set >> i) & 1).map((key) => [key, set]);
  return JSON.stringify({ '@semantic': block, ...Object.fromEntries(members) });
}

interface Converted {
  readonly output: string;
  readonly compiled: CompiledMapping;
}

function convert(converter: Converter, text: string, more: Partial<ConvertOptions> = {}): Converted {
  const chunks: Uint8Array[] = [];
  let compiled: CompiledMapping | null = null;
  const { head } = converter.convert(
    Buffer.from(text),
    { ...CONVERT_DEFAULTS, ...more, units: undefined as never },
    (chunk) => chunks.push(chunk),
    (context, used) => {
      compiled = used;
      writeGraph(context);
    },
  );
  return { output: Buffer.concat([head, ...chunks]).toString(), compiled: compiled! };
}

/** What each document makes after those before it is what it makes alone. */
function expectAsAlone(
  texts: readonly string[],
  more: Partial<ConvertOptions> = {},
  formats: readonly RdfFormat[] = RDF_FORMATS,
): void {
  for (const format of formats) {
    const shared = new Converter(lexicon);
    for (const text of [...texts, ...texts])
      expect(convert(shared, text, { ...more, format }).output).toBe(
        convert(new Converter(lexicon), text, { ...more, format }).output,
      );
  }
}

describe('documents of which each has other keys', () => {
  test('share predicates and what templates say', () => {
    const converter = new Converter(lexicon);
    const [one, other] = [0b101, 0b1100].map((set) => convert(converter, documentOf(set)).compiled.mapping);
    const planOf = ({ plans, dataKeys }: Mapping) =>
      dataKeys.map((key) => plans.of(key)).find(({ name }) => name === 'k2')!;
    expect(planOf(one!).predicate).toBe(planOf(other!).predicate);
    expect(planOf(one!).template!.groups[0]).toBe(planOf(other!).template!.groups[0]);
  });

  test('share what templates say where they have another base, too', () => {
    const converter = new Converter(lexicon);
    const groups = ['a', 'b'].map((base) => {
      const block = { '@prefix': { '@base': `https://ex.org/${base}/` }, '@context': CONTEXT };
      const { plans, dataKeys } = convert(converter, documentOf(0b100, block)).compiled.mapping;
      return plans.of(dataKeys[0]!).template!.groups[0];
    });
    expect(groups[0]).toBe(groups[1]);
  });

  test('have the output that they have alone, with more lists of prefixes than are kept', () => {
    const blocks = Array.from({ length: 70 }, (_, i) => ({
      '@prefix': { ex: `https://ex.org/${i}/`, '@base': `https://ex.org/${i % 3}#` },
      '@context': { k0: { a: 'ex:A', 'ex:p': '$k0' } },
    }));
    expectAsAlone(
      blocks.map((block) => documentOf(0b11, block)),
      {},
      ['ttl'],
    );
  });

  test('hold little more memory each', () => {
    const converter = new Converter(lexicon);
    for (let set = 1; set < 20; set++) convert(converter, documentOf(set));
    const before = bytesHeld();
    for (let set = 1000; set < 1200; set++) convert(converter, documentOf(set));
    // A mapping of its own would hold twice that.
    expect((bytesHeld() - before) / 200).toBeLessThan(24 * 1024);
  });

  test('have the output that they have alone, with numbered namespaces of their own', () => {
    const texts = [0b1, 0b110, 0b111111].map((set) => documentOf(set));
    const named = ['a/x', 'b/y', 'a/z'].map(
      (key) => `{"@semantic":{"@context":{"${key}":{"a":"sosa:Result"}}},"${key}":1}`,
    );
    const both = `{"@semantic":{},"b/x":{"a/y":1},"a/x":2}`;
    expectAsAlone([...texts, ...named, both, both.replace('"a/x"', '"c/x"')]);
  });

  test('have the output that they have alone, where a key has another template', () => {
    const contexts = [
      { k0: { a: 'sosa:Result' } },
      { k0: { a: 'sosa:Sensor' } },
      { k0: { a: ['sosa:Result', 'sosa:Sensor'] } },
      { k0: { 'rdf:type': 'sosa:Result' } },
      { k0: { a: 'sosa:Result', 'qudt:numericValue': '$k0' } },
      { k0: {} },
      {},
      { k1: { a: 'sosa:Result', 'time:inXSDDate': '$k0' } },
      { k1: { 'qudt:numericValue': '@k0' } },
    ];
    expectAsAlone(contexts.map((context) => documentOf(0b11, { '@context': context })));
  });

  test('have the output that they have alone, where a prefix, a base or an annotation is another one', () => {
    const context = { k0: { a: 'ex:A' } };
    const blocks = [
      { '@prefix': { ex: 'https://ex.org/' } },
      { '@prefix': { ex: 'https://ex.org/2/' } },
      { '@prefix': { ex: 'https://ex.org/', '@base': 'https://ex.org/' } },
      { '@prefix': { ex: 'https://ex.org/', '@base': 'https://ex.org/b/' }, '@annotations': { 'dcterms:title': 'a' } },
      {
        '@prefix': { ex: 'https://ex.org/' },
        '@annotations': { 'dcterms:title': 'b', 'dcterms:created': '2026-01-01' },
      },
      { '@prefix': { ex: 'https://ex.org/', dcterms: 'https://ex.org/' }, '@annotations': { 'dcterms:title': 'b' } },
    ];
    const texts = blocks.map((block) => documentOf(0b11, { ...block, '@context': context }));
    expectAsAlone(texts);
    expectAsAlone(texts, { base: 'https://option.example/' });
  });
});

test('of two prefixes of one namespace, the one that the templates of the vocabulary cite is written', () => {
  const term: LexiconTerm = { datatype: XSD_STRING, template: [['a', ['sosa:Sensor']]] };
  const prefixes = new Map([['one', lexicon.prefixes.get('sosa')!], ...lexicon.prefixes]);
  const converter = new Converter({ ...lexicon, terms: new Map([['x', term]]), prefixes });
  const { output } = convert(converter, '{"x":"1"}', { format: 'ttl', semantics: 'registry' });
  expect(output).toContain('a sosa:Sensor');
});

describe('what is shared is bounded', () => {
  const OWN = { '@prefix': { ex: 'https://example.org/' }, '@context': CONTEXT };
  const namesOf = (converter: Converter): CompiledMapping['names'] =>
    convert(converter, documentOf(1, OWN)).compiled.names;

  test('by the names of refused templates, too: they make room for others, and no mapping keeps them', () => {
    const converter = new Converter(lexicon);
    const before = namesOf(converter);
    expect(namesOf(converter)).toBe(before);
    for (let i = 0; i < 400; i++) {
      const names = Array.from({ length: 60 }, (_, at) => [`ex:${'x'.repeat(190)}${i * 60 + at}`, 'ex:A']);
      const block = { ...OWN, '@context': { k0: Object.fromEntries([...names, ['none', 'ex:A']]) } };
      expect(() => convert(converter, documentOf(1, block))).toThrow('"none"');
    }
    expect(namesOf(converter)).not.toBe(before);
  });

  test('by the number of lists of prefixes', () => {
    const converter = new Converter(lexicon);
    const before = namesOf(converter);
    for (let i = 0; i < 128; i++) convert(converter, documentOf(1, { '@prefix': { ex: `https://example.org/${i}/` } }));
    expect(namesOf(converter)).not.toBe(before);
  });
});

test('where a block has the prefixes of the hub, which may be thousands, they are not looked through for others', () => {
  let walks = 0;
  class Walked extends Map<string, string> {
    override [Symbol.iterator]() {
      walks++;
      return super[Symbol.iterator]();
    }
  }
  const prefixes = new Walked(lexicon.prefixes);
  const terms = new SharedTerms(prefixes, 'https:', { ...lexicon, prefixes }, new SharedDatatypes());
  expect(terms.prefixes).toBe(prefixes);
  expect(walks).toBe(0);
});
