import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import { documentCase, extendLexicon } from '../support/arbitrary-document.ts';
import { convert, statusOf } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = extendLexicon(readGoldenLexicon());
const WAYS = RDF_FORMATS.flatMap((format) => [true, false].map((skolemize) => ({ format, skolemize })));

function documentOf(context: string, members: string): string {
  const prefixes = '"ex":"https://ex.org/ns#","time":"http://www.w3.org/2006/time#"';
  return `{"@semantic":{"@prefix":{${prefixes}},"@context":{${context}}},${members}}`;
}

/** The pointers of the warnings of a code, by key. */
function placesOf(code: string, text: string, way: (typeof WAYS)[number]): Record<string, string> {
  const { warnings } = convert(text, lexicon, way);
  return Object.fromEntries(
    warnings.filter((warning) => warning.code === code).map(({ key, pointer }) => [key, pointer]),
  );
}

describe('a warning leads to the first place of the document', () => {
  const DAY = (name: string): string => `"${name}":{"time:inXSDDateTimeStamp":"$${name}"}`;
  test.each([
    ['nested-array', '', '"a":{"n":[[1]]},"b":1,"n":[[2]]', { n: '/a/n' }],
    ['reserved-key', '', '"a":{"?n":1},"b":1,"?n":2', { '?n': '/a/?n' }],
    ['lone-surrogate', '', String.raw`"a":{"n":"\ud800"},"b":1,"n":"\ud800"`, { n: '/a/n' }],
    ['ambiguous-time', `${DAY('t')},${DAY('u')}`, '"a":{"t":"2024-01-01T00:00:00Z","u":"2024-01-01T00:00:01Z"},"t":"2024-01-01T00:00:02Z","u":"2024-01-01T00:00:03Z"', { u: '/a/u' }],
    ['axis-length-mismatch', `${DAY('t')},"v":{"ex:p":"$v"}`, '"a":{"t":["2024-01-01T00:00:00Z"],"v":[1,2]},"t":["2024-01-01T00:00:00Z"],"v":[1,2]', { v: '/a/v' }],
    ['datatype-mismatch', `"e":{"ex:p":"$t"},${DAY('t')}`, '"e":1,"a":{"t":"x"},"t":"y"', { t: '/a/t' }],
    ['undefined-node', '"k":{"ex:p":"?n"}', '"a":{"k":1},"k":2', { '?n': '/a/k' }],
  ])('%s', (code, context, members, places) => {
    for (const way of WAYS) expect(placesOf(code, documentOf(context, members), way), way.format).toEqual(places);
  }); // prettier-ignore

  test('that of equal keys is where the first of them stands, with the last value', () => {
    const members = '"a":{"n":1},"b":{"n":[[1]]},"c":[{"n":[[2]]},0],"a":{"m":1,"n":0,"m":[[3]],"n":[[4]]}';
    for (const way of WAYS)
      expect(placesOf('nested-array', documentOf('', members), way)).toEqual({ n: '/a/n', m: '/a/m' });
  });

  test('that of a value and of what it holds is the value, also where keys come twice', () => {
    const members = '"x":1,"x":2,"b":[{"k":1,"b":[1,2]}],"k":1';
    for (const way of WAYS)
      expect(placesOf('unresolved-token', documentOf('"k":{"ex:p":"$b"}', members), way), way.format).toEqual({
        b: '/b',
      });
  });

  test('and what its sentence tells of a value is of that one', () => {
    const [name, { range }] = [...lexicon.terms].find(([, term]) => term.range !== undefined && term.range !== null)!;
    expect(range).toBeDefined();
    const text = documentOf(`"${name}":{"ex:p":"$${name}"}`, `"a":{"${name}":-1e300},"${name}":-2e300`);
    const found = convert(text, lexicon, {}).warnings.filter(({ code }) => code === 'out-of-range');
    expect(found).toMatchObject([{ pointer: `/a/${name}`, count: 2, message: expect.stringContaining('-1e300') }]);
  });
});

test('warnings come in the order of their places, though Turtle writes instants behind what N-Triples write them before', () => {
  const context = '"t":{"time:inXSDDate":"$t"},"v":{"time:inXSDDate":["ex:none"],"ex:p":"$v"},"d":{"ex:d":"?x"}';
  const text = documentOf(`${context},"?m":{"time:inXSDDate":"$v"}`, '"r":{"t":"x","v":true,"n":[["\\ud800"]],"d":1}');
  for (const way of WAYS) {
    const { warnings } = convert(text, lexicon, way);
    expect(
      warnings.map(({ code, pointer }) => `${code} ${pointer}`),
      way.format,
    ).toEqual([
      'datatype-mismatch /r/t',
      'datatype-mismatch /r/v',
      'nested-array /r/n',
      'lone-surrogate /r/n/0/0',
      'undefined-node /r/d',
    ]);
  }
});

/** XML alone lacks characters, and several values may lead to a node, each in one of the formats first. */
const DIFFERENT = new Set<string>(['xml-character', 'undefined-node']);

test('warnings lead to the same places, in the same order, whatever the format, with names and without', () => {
  fc.assert(
    fc.property(documentCase, ({ text, options }) => {
      // RDF/XML cannot write all predicates, and no format what is refused.
      const ways = WAYS.filter((way) => statusOf(() => convert(text, lexicon, { ...options, ...way })) === null);
      const [first, ...others] = ways.map((way) =>
        convert(text, lexicon, { ...options, ...way })
          .warnings.filter(({ code }) => !DIFFERENT.has(code))
          .map(({ code, key, pointer, count }) => JSON.stringify([code, key, pointer, count])),
      );
      for (const other of others) expect(other, text).toEqual(first);
    }),
    { numRuns: Number(process.env['HUB_FUZZ_RUNS'] ?? 300) },
  );
}, 120_000);
