import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  convert,
  convertInChunks,
  embed,
  HubError,
  readLexicon,
  RDF_FORMATS,
  validate,
  type Lexicon,
} from '../../src/mapping/library.ts';
import { plainLexicon } from '../../src/mapping/lexicon/derived-map.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { writeLexiconFile } from '../../src/vocabulary/registry/write-lexicon-file.ts';
import { convert as convertDocument } from '../support/convert.ts';
import { listSamples, SAMPLES } from '../support/fixtures.ts';
import { areIsomorphic } from '../support/isomorphic.ts';
import { readBack } from '../support/read-back.ts';
import { HUB, seededVocabulary } from '../vocabulary/seeded.ts';

const READING = '{"timestamp":"2026-03-01T10:15:00Z","device_id":"inverter-7","active_power-kW":812.40}';
const NOW = new Date('2026-01-02T03:04:05Z');

let file: unknown;
let vocabulary: Lexicon;
beforeAll(async () => {
  file = JSON.parse(JSON.stringify(writeLexiconFile(await seededVocabulary(), HUB.baseUrl)));
  vocabulary = readLexicon(file);
});

/** The code of what `run` throws; null when it throws nothing. */
function codeOf(run: () => unknown): string | null {
  try {
    run();
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(HubError);
    return (error as HubError).code;
  }
}

describe('the vocabulary file', () => {
  test.each(['http://localhost:4000', 'https://hub.example/sub'])(
    'is the vocabulary of a hub at %s',
    async (baseUrl) => {
      const lexicon = plainLexicon((await seededVocabulary(hubNamespaces(baseUrl))).lexicon);
      expect(readLexicon(file, { baseUrl })).toEqual(lexicon);
      expect(readLexicon(file, { baseUrl: `${baseUrl}/` })).toEqual(lexicon);
    },
  );

  test('is refused when it is something else, and so is an address that no IRI begins with', () => {
    for (const other of [null, {}, [], 'text', { ...(file as object), format: 2 }])
      expect(codeOf(() => readLexicon(other))).toBe('invalid-option');
    for (const baseUrl of ['hub.example', 'ftp://hub.example', 'http://hub.example/?a', 'http://', 'http://a b'])
      expect(codeOf(() => readLexicon(file, { baseUrl }))).toBe('invalid-option');
  });
});

describe('convert', () => {
  test.each(RDF_FORMATS)('gives the bytes of the hub in %s', (format) => {
    const options = { format, skolemize: true, base: 'https://plant.example/id/', now: NOW };
    const { text } = convertDocument(READING, vocabulary, { ...options, semantics: 'registry' });
    const converted = convert(READING, { ...options, vocabulary });
    expect(converted.text()).toBe(text);
    expect(Buffer.from(converted.bytes()).toString()).toBe(text);
    expect(convert(Buffer.from(READING), { ...options, vocabulary }).text()).toBe(text);
    let streamed = '';
    const { head } = convertInChunks(READING, { ...options, vocabulary }, (chunk) => {
      streamed += Buffer.from(chunk).toString();
    });
    expect(Buffer.from(head).toString() + streamed).toBe(text);
  });

  test('takes the block where a document carries one, and the vocabulary where not', () => {
    const described = embed(READING, { vocabulary, now: NOW }).text();
    const [byBlock, byVocabulary] = [described, READING].map((text) => convert(text, { vocabulary, now: NOW }));
    expect(byBlock!.text()).toBe(byVocabulary!.text());
    expect([byBlock!.described, byVocabulary!.described]).toEqual([0, 3]);
  });

  test('is not led astray by what looks like a block', () => {
    const inside = '{"timestamp":"2026-03-01T10:15:00Z","remark":"@semantic","device_id":"\\u0041"}';
    expect(convert(inside, { vocabulary, semantics: 'auto-open' }).unmapped).toEqual(['remark']);
    const escaped = '{"\\u0040semantic":{"@prefix":{"@base":"https://plant.example/"},"@context":{}},"a":1}';
    expect(convert(escaped, { vocabulary, format: 'nt' }).text()).toContain('<https://plant.example/a>');
    expect(codeOf(() => convert('{"@semantic":7,"timestamp":"2026-03-01"}', { vocabulary }))).toBe('missing-semantic');
  });

  test('converts a document that carries a block without any vocabulary', () => {
    const { text } = convert('{"@semantic":{"@prefix":{"@base":"https://plant.example/"}},"a":1.50}', { format: 'nt' });
    expect(text()).toMatch(/^_:\w+ <https:\/\/plant\.example\/a> "1\.50"\^\^<[^>]+decimal> \.\n$/);
    expect(codeOf(() => convert(READING))).toBe('missing-semantic');
  });

  test('converts keys that are no terms when it is told to', () => {
    const open = '{"timestamp":"2026-03-01T10:15:00Z","U_L1":231.40}';
    expect(codeOf(() => convert(open, { vocabulary }))).toBe('not-all-terms');
    const converted = convert(open, { vocabulary, semantics: 'open' });
    expect(converted).toMatchObject({ described: 1, unmapped: ['U_L1'] });
    expect(converted.text()).toContain('<http://localhost:4000/id/U_L1> 231.40');
  });

  test('refuses options that no conversion can follow', () => {
    const options = [{ base: 'plant' }, { format: 'xml' as 'ttl' }, { maxArrayItems: -1 }, { maxTriples: 1.5 }];
    for (const option of options)
      expect(codeOf(() => convert(READING, { vocabulary, ...option }))).toBe('invalid-option');
    expect(codeOf(() => convert(READING, { vocabulary, maxTriples: 5 }))).toBe('too-many-triples');
    expect(codeOf(() => convert('{', { vocabulary }))).toBe('malformed-json');
  });

  test.each(listSamples())('says of %s what its block says', async (name) => {
    const sample = readFileSync(SAMPLES + name);
    const embedded = embed(sample, { vocabulary, now: NOW });
    expect(codeOf(() => convert(sample, { vocabulary }))).toBe(
      embedded.report.notTerms.length > 0 ? 'not-all-terms' : null,
    );
    const open = convert(sample, { vocabulary, semantics: 'open', now: NOW });
    const block = convert(embedded.bytes(), { vocabulary, format: 'nt' });
    expect(areIsomorphic(await readBack('ttl', open.text()), await readBack('nt', block.text()))).toBe(true);
  });
});

describe('validate', () => {
  test('tells the keys that are no terms, and what a conversion warns of', () => {
    const document = '{"timestamp":"2026-03-01T10:15:00Z","voltage-V":["n/a"],"comment":"new","U_L1":231.40}';
    const { notTerms, termsWithoutSemantics, unmapped, warnings, described, triples } = validate(document, {
      vocabulary,
    });
    expect({ notTerms, termsWithoutSemantics, unmapped, described }).toEqual({
      notTerms: ['U_L1'],
      termsWithoutSemantics: ['comment'],
      unmapped: ['comment', 'U_L1'],
      described: 2,
    });
    expect(warnings.map(({ code }) => code)).toEqual(['datatype-mismatch']);
    expect(triples).toBe(convert(document, { vocabulary, semantics: 'open' }).triples);
  });

  test('takes the block of a document that carries one', () => {
    const { notTerms, unmapped } = validate('{"@semantic":{},"a":1}', { vocabulary });
    expect({ notTerms, unmapped }).toEqual({ notTerms: [], unmapped: ['a'] });
    expect(codeOf(() => validate('{"@semantic":{"@context":[]},"a":1}'))).toBe('invalid-semantic');
    expect(codeOf(() => validate('[]', { vocabulary }))).toBe('not-an-object');
    expect(codeOf(() => validate(READING))).toBe('missing-semantic');
  });
});

test('documents with the same keys have lists of their own, which callers may change', () => {
  const document = '{"timestamp":"2026-03-01T10:15:00Z","comment":"new","U_L1":231.40}';
  const lists = (): readonly string[][] => {
    const { report } = embed(document, { vocabulary, now: NOW });
    const { notTerms, termsWithoutSemantics } = validate(document, { vocabulary, now: NOW });
    return [...Object.values(report), notTerms, termsWithoutSemantics] as string[][];
  };
  const [first, second] = [lists(), lists()];
  for (const list of [...first, ...second]) list.push('of a caller');
  expect(lists()).toEqual([['timestamp'], ['comment', 'U_L1'], ['U_L1'], ['comment'], [], ['U_L1'], ['comment']]);
});

test('a text with half of a surrogate pair is refused, for UTF-8 would change it; its escape is warned of', async () => {
  const broken = '{"@semantic":{},"a":"\ud800x"}';
  for (const run of [() => convert(broken), () => validate(broken), () => embed(broken, { vocabulary })])
    expect(run).toThrow(expect.objectContaining({ code: 'not-utf8' }));
  expect(convert(String.raw`{"@semantic":{},"a":"\ud800x"}`).warnings).toMatchObject([
    { code: 'lone-surrogate', count: 1 },
  ]);
});
