import { describe, expect, test } from 'vitest';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import { listCopyDifferences, outcomeOf } from '../support/compare-copies.ts';
import { listDisagreements } from '../support/compare-conversions.ts';
import { CONVERT_DEFAULTS } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = readGoldenLexicon();
const ROWS = 96;

const list = (item: (at: number) => string, count = ROWS): string =>
  `[${Array.from({ length: count }, (_, at) => item(at)).join()}]`;
const stamp = (at: number): string =>
  `"2024-01-01T${String(at >> 2).padStart(2, '0')}:${String((at & 3) * 15).padStart(2, '0')}:00Z"`;
const documentOf = (context: string, members: string): string =>
  `{"@semantic":{"@prefix":{"ex":"https://ex.org/ns#","time":"http://www.w3.org/2006/time#"},"@context":{${context}}},${members}}`;

const TIME = '"t":{"a":"time:Instant","time:inXSDDateTimeStamp":"$t"}';
const VALUE = '"x":{"a":"ex:Value","ex:value":"$x"}';

/** Documents of 96 rows an array, and how many of their rows have to be copies, whatever the format. */
const DOCUMENTS: readonly (readonly [name: string, document: string, leastCopied: number])[] = [
  [
    'a wide series',
    documentOf(`${TIME},${VALUE}`, `"t":${list(stamp)},"x":${list((at) => `${at}.5`)}`),
    2 * (ROWS - 2),
  ],
  [
    'a series whose nodes cite others',
    documentOf(
      `${TIME},"x":{"ex:result":"?n","ex:by":"@d"},"?n":{"ex:value":"$x","ex:label":"$s"},"d":{"ex:id":"$d"}`,
      `"d":"one","t":${list(stamp)},"x":${list(String)},"s":${list((at) => `"é ${at}"`)}`,
    ),
    2 * (ROWS - 2),
  ],
  [
    'records with timestamps',
    documentOf(`${TIME},${VALUE}`, `"rows":${list((at) => `{"t":${stamp(at)},"x":${at},"note":"n ${at}"}`)}`),
    ROWS - 2,
  ],
  [
    'records that cite entities which were described before',
    documentOf(
      `${TIME},"x":{"ex:by":"@d","ex:value":"$x"},"d":{"ex:id":"$d"}`,
      `"d":"d0","rows":${list((at) => `{"t":${stamp(at)},"x":${at},"d":"d0"}`)}`,
    ),
    ROWS - 2,
  ],
  [
    'records within records',
    documentOf(VALUE, `"rows":${list((at) => `{"id":${at},"inner":{"x":${at},"deep":[{"x":1.5},{"x":${at}}]}}`)}`),
    ROWS - 2,
  ],
  ['values without a time', documentOf(VALUE, `"x":${list((at) => `"v ${at}"`)}`), ROWS - 2],
  [
    'a second axis that cites the instants of the first',
    documentOf(TIME, `"a":{"t":${list(stamp)}},"b":{"t":${list(stamp)}}`),
    2 * (ROWS - 2),
  ],
];

describe('rows of one shape', () => {
  for (const [name, document, leastCopied] of DOCUMENTS) {
    for (const format of RDF_FORMATS) {
      test(`are copied, and not walked: ${name} in ${format}`, () => {
        for (const skolemize of [false, true]) {
          const options = { ...CONVERT_DEFAULTS, format, skolemize };
          expect(outcomeOf(Buffer.from(document), lexicon, options).copiedRows).toBeGreaterThanOrEqual(leastCopied);
          expect(outcomeOf(Buffer.from(document), lexicon, { ...options, copyRows: false }).copiedRows).toBe(0);
        }
      });
    }

    test(`say the same as walked ones, byte for byte: ${name}`, () => {
      expect(listCopyDifferences(Buffer.from(document), lexicon, CONVERT_DEFAULTS)).toEqual([]);
    });
  }
});

describe('rows that were once copied wrongly', () => {
  const twice = (at: number): string => stamp(at < 10 ? at : at >> 1);
  test.each([
    [
      'equal values of an array within an array are one triple',
      documentOf('', `"rows":${list((at) => `{"x":[[${at < 10 ? at : 3},3]]}`, 20)}`),
    ],
    [
      'an instant that an array has twice, and that is described elsewhere, is cited once',
      documentOf(TIME, `"a":{"t":${list(stamp)}},"b":{"t":${list(twice)}}`),
    ],
    [
      'instants behind one that is there twice are cited',
      documentOf(TIME, `"a":{"t":${list(stamp)}},"b":{"t":${list((at) => stamp(at >> 1))}}`),
    ],
    [
      'instants and entities of a record are described in the order of its members',
      documentOf(
        `${TIME},"d":{"ex:id":"$d"},"x":{"ex:by":"@d","ex:value":"$x"}`,
        `"rows":${list((at) => `{"t":${stamp(at)},"x":${at},"d":"d ${at}"}`)}`,
      ),
    ],
    [
      'a record that templates cite is described under its own name',
      documentOf(
        `${TIME},"x":{"a":"ex:Value","ex:result":"?r"},"?r":{"ex:of":"$x"}`,
        `"t":${list(stamp)},"x":${list(() => '{"maker":"one"}')}`,
      ),
    ],
  ])('%s', async (_, document) => {
    expect(await listDisagreements(document, lexicon)).toEqual([]);
  });
});
