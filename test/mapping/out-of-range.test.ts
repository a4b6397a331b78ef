import { describe, expect, test } from 'vitest';
import { convertDocument } from '../../src/mapping/convert-document.ts';
import type { ConvertOptions } from '../../src/mapping/convert.ts';
import { DocumentCopies } from '../../src/mapping/copies/document-copies.ts';
import type { Lexicon, LexiconTerm } from '../../src/mapping/lexicon/lexicon.ts';
import type { Warning } from '../../src/mapping/records/warnings.ts';
import { encodeText } from '../../src/rdf/utf8.ts';
import { listCopyDifferences } from '../support/compare-copies.ts';
import { convert, CONVERT_DEFAULTS } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const golden = readGoldenLexicon();
const term = (datatype: string, smallest: string | null, largest: string | null): LexiconTerm => ({
  datatype: XSD + datatype,
  template: [],
  range: { smallest, largest },
});
const lexicon: Lexicon = {
  ...golden,
  terms: new Map([
    ['timestamp', { datatype: `${XSD}dateTimeStamp`, template: [] }],
    ['soc', term('double', '0', '100')],
    ['count', term('integer', '0', null)],
    ['ratio', term('decimal', null, '1.5')],
    ['code', term('string', '0', '1')],
    ['flag', term('boolean', '0', '0')],
    ['free', { datatype: `${XSD}double`, template: [] }],
  ]),
};
const withoutRanges: Lexicon = {
  ...lexicon,
  terms: new Map(Array.from(lexicon.terms, ([name, { datatype, template }]) => [name, { datatype, template }])),
};

const CONTEXT = {
  timestamp: { a: 'time:Instant', 'time:inXSDDateTimeStamp': '$timestamp' },
  soc: { a: 'sosa:Observation', 'sosa:hasResult': '?r' },
  '?r': { 'qudt:numericValue': '$soc' },
};
const documentOf = (members: string, context: object = CONTEXT): string =>
  `{"@semantic":{"@context":${JSON.stringify(context)}},${members}}`;

const rangesOf = (warnings: readonly Warning[]): Warning[] => warnings.filter(({ code }) => code === 'out-of-range');
const outOf = (members: string, options = {}): string[] =>
  rangesOf(convert(documentOf(members), lexicon, options).warnings).map(
    ({ key, pointer, count }) => `${key} ${pointer} ${count}`,
  );

describe('a number outside the range of its term', () => {
  test('is told of with the range, the number and its place, once for the key', () => {
    const { warnings } = convert(documentOf('"rows":[{"soc":99},{"soc":100.5},{"soc":-1}]'), lexicon);
    expect(warnings).toEqual([
      {
        code: 'out-of-range',
        key: 'soc',
        pointer: '/rows/1/soc',
        count: 2,
        message:
          'Values of "soc" are outside of the range of the term, 0 to 100: the first of them is 100.5. They were kept as they are.',
      },
    ]);
  });

  test('changes nothing of the graph', () => {
    const text = documentOf('"soc":[1,200,"-3",1e9],"count":-7,"ratio":"1.6"');
    for (const format of ['nt', 'ttl', 'rdf', 'jsonld'] as const)
      expect(convert(text, lexicon, { format }).text).toBe(convert(text, withoutRanges, { format }).text);
  });

  test.each([
    ['"soc":["100.00000000000000000001",100.00000000000000000001]', ['soc /soc/0 2']],
    ['"soc":[-0,-0.0,0e9,"-0",100,100.0,1e2,"1E2","+100"]', []],
    ['"soc":["INF","-INF","NaN"]', ['soc /soc/0 2']],
    ['"soc":["\\u0031\\u0030\\u0031","\\u0031"]', ['soc /soc/0 1']],
    ['"soc":["\\u002d1","-\\u0031"],"count":["\\u002d1","\\u0031"]', ['soc /soc/0 2', 'count /count/0 1']],
    ['"soc":["n/a","101 ","0x99",true,false,null,{},[]]', []],
    ['"soc":[[1,[101]],{"soc":-5}]', ['soc /soc/0/1/0 2']],
    ['"count":["1e9",-1,-1.0,-1.5,-1e3,"-2"]', ['count /count/1 5']],
    ['"ratio":[2e40,2e-40,-5e99,"2e0"]', ['ratio /ratio/0 1']],
    ['"code":[5,"5"],"flag":[5,true,"1"],"free":[1e9],"other":-5', []],
    ['"soc":101,"count":-1', ['soc /soc 1', 'count /count 1']],
    ['"a":{"@semantic":{"soc":101}}', ['soc /a/@semantic/soc 1']],
    ['"soc":101,"soc":1', []],
    ['"soc":1,"x":1,"soc":101', ['soc /soc 1']],
  ])('is found by its digits wherever it stands: %s', (members, expected) => {
    expect(outOf(members)).toEqual(expected);
  });

  test('counts behind no cut, and in no block', () => {
    expect(outOf('"soc":[1,101]', { maxArrayItems: 1 })).toEqual([]);
    expect(outOf('"soc":[101,102]', { maxArrayItems: 1 })).toEqual(['soc /soc/0 1']);
    expect(rangesOf(convert('{"@semantic":{"@context":{"soc":{}},"soc":101},"x":1}', lexicon).warnings)).toEqual([]);
  });

  test('is told of whatever its template says, behind the other warnings', () => {
    const said = documentOf('"count":"many","soc":101,"free":"?","old":1', {
      soc: { 'dcterms:title': [] },
      free: { 'sosa:hasSimpleResult': '@free' },
    });
    const { warnings } = convert(said, lexicon);
    expect(warnings.map(({ code, key }) => `${code} ${key}`)).toEqual(['datatype-mismatch count', 'out-of-range soc']);
  });

  test('shows a long number cut', () => {
    const { warnings } = convert(documentOf(`"soc":1${'0'.repeat(5_000)}`), lexicon);
    expect(warnings[0]!.message.length).toBeLessThan(400);
  });
});

const stamps = (rows: number): string =>
  Array.from({ length: rows }, (_, i) => `"${new Date(i * 900_000).toISOString()}"`).join();

describe('rows and documents that are copied', () => {
  const values = ['1', '100', '100.1', '-1', '"7"', '"101"', '1e1', '1e3', '"INF"', 'null', '55.5', '-0'];
  const series = Array.from({ length: 400 }, (_, i) => values[(i * 7) % values.length]!);

  test('warn as rows that are walked', () => {
    for (const text of [
      documentOf(`"timestamp":[${stamps(400)}],"soc":[${series.join()}]`),
      documentOf(`"rows":[${series.map((soc, i) => `{"count":${i - 20},"soc":${soc}}`).join()}]`),
    ]) {
      expect(listCopyDifferences(Buffer.from(text), lexicon, CONVERT_DEFAULTS)).toEqual([]);
      const { warnings, copiedRows } = convertDocument(Buffer.from(text), lexicon, CONVERT_DEFAULTS, () => {});
      expect(copiedRows).toBeGreaterThan(200);
      const outside = series.filter((value) => ['100.1', '-1', '"101"', '1e3', '"INF"'].includes(value)).length;
      expect(rangesOf(warnings).find(({ key }) => key === 'soc')!.count).toBe(outside);
    }
  });

  test('one behind the other say of each document what it has', () => {
    const copies = new DocumentCopies({ ...lexicon });
    const options: ConvertOptions = { ...CONVERT_DEFAULTS, semantics: 'block' };
    const texts = series.map((soc, i) =>
      documentOf(`"timestamp":"2026-01-01T00:00:00Z","count":${i - 200},"soc":${soc}`),
    );
    for (const text of texts) {
      const { warnings } = copies.convert(Buffer.from(text), options, () => {});
      expect(warnings, text).toEqual(convert(text, lexicon).warnings);
    }
    expect(copies.copied).toBeGreaterThan(300);
  });

  test('name the place where their texts are known before one has a warning', () => {
    const copies = new DocumentCopies({ ...lexicon });
    const options: ConvertOptions = { ...CONVERT_DEFAULTS, semantics: 'block' };
    for (let i = 0; i < 20; i++) {
      const place = `"name":"${'n'.repeat(i)}"`;
      const members = `${place},"plant of a name":{"rows of it":{"soc":${i < 10 ? 50 : 101}}}`;
      const text = documentOf(members, { soc: { a: 'sosa:Observation', 'sosa:hasSimpleResult': '$soc' } });
      const { warnings } = copies.convert(encodeText(text), options, () => {});
      expect(
        warnings.map(({ pointer }) => pointer),
        text,
      ).toEqual(i < 10 ? [] : ['/plant of a name/rows of it/soc']);
    }
    expect(copies.scanned).toBeLessThan(10);
  });
});
