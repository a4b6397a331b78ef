import { afterEach, describe, expect, test, vi } from 'vitest';
import { convertDocument } from '../../src/mapping/convert-document.ts';
import { GraphNode, type Literal } from '../../src/mapping/rdf-terms/graph-terms.ts';
import { INTRODUCED } from '../../src/mapping/rows/origins.ts';
import type { Deduplication } from '../../src/mapping/walk/deduplication.ts';
import { TripleEmitter } from '../../src/mapping/walk/triple-emitter.ts';
import type { Writer } from '../../src/rdf/write/writer.ts';
import { XSD } from '../../src/rdf/namespaces.ts';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import { listCopyDifferences, outcomeOf, type Outcome } from '../support/compare-copies.ts';
import { listDisagreements } from '../support/compare-conversions.ts';
import { CONVERT_DEFAULTS } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = readGoldenLexicon();
const ROWS = 96;
const LONG_ROWS = 80;

const list = (item: (at: number) => string, count = ROWS): string =>
  `[${Array.from({ length: count }, (_, at) => item(at)).join()}]`;
const stamp = (at: number): string =>
  `"2024-01-01T${String(at >> 2).padStart(2, '0')}:${String((at & 3) * 15).padStart(2, '0')}:00Z"`;
/** A number or a boolean, each of a kind that comes at no regular intervals. */
const ofAnyKind = (at: number): string => {
  const forms = [`${at}`, `${at}.5`, `${at}e2`, 'true', `-${at}.25E-3`, `${at}.0`, 'false'];
  return forms[(at * at + (at >> 3)) % forms.length]!;
};
/** A number that Turtle writes bare or in quotes as an `xsd:decimal`, and as an `xsd:double` otherwise. */
const ofAnyForm = (at: number): string => {
  const forms = [`${at}`, `${at}.5`, `${at}e2`, `"${at}"`, `-${at}.25E-3`, `"${at}.0"`, `${at}.0`];
  return forms[(at * at + (at >> 3)) % forms.length]!;
};
/** Two stamps that no other number has. */
const stampsOf = (at: number): string => `[${stamp(at)},${stamp(at).replace('Z', '+01:00')}]`;
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
    'ids of which each is another, and values that cite theirs',
    documentOf(
      `"d":{"a":"ex:Device","ex:id":"$d"},"x":{"ex:value":"$x","ex:by":"@d"}`,
      `"d":${list((at) => `"device ${at}"`)},"x":${list((at) => `${at}.5`)}`,
    ),
    3 * (ROWS - 2),
  ],
  [
    'values without a template, some of them twice',
    documentOf(VALUE, `"prices":${list((at) => `${at % 80}.5`)}`),
    80 - 2,
  ],
  [
    'values of several forms in turn, without a template',
    documentOf(
      '',
      `"x":${list((at) => [`${at}.5`, `"a ${at}"`, `"\\u0041\\n${at}"`, String(at), `"<é> ${at}"`, `"2\\ud800"`][at % 6]!)}`,
    ),
    ROWS - 16 - 8,
  ],
  [
    'arrays of texts of which some are equal, other ones in each record',
    documentOf(
      '',
      `"rows":${list((at) => `{"x":[${[`"a","b"`, `"a","a"`, `"b","a"`, `"b","b"`][at % 4]!},"${['a', 'c', at][at % 3]!}"]}`)}`,
    ),
    ROWS - 20,
  ],
  [
    'texts and numbers in arrays of arrays',
    documentOf(VALUE, `"values":${list((at) => `["state ${at}",[${at}.5,null]]`)}`),
    2 * ROWS - 3,
  ],
  [
    'records with a timestamp and values in an array',
    documentOf(`${TIME},${VALUE}`, `"days":${list((at) => `{"t":${stamp(at)},"x":[${at}.25,"${at}",[${at}.5]]}`)}`),
    ROWS - 2,
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
  [
    'records whose keys come and go',
    documentOf(
      `${TIME},${VALUE}`,
      `"rows":${list((at) => {
        const members = [`"t":${stamp(at)}`, at % 2 === 0 ? `"x":${at}` : '', at % 3 === 0 ? `"note":"n ${at}"` : ''];
        return `{${members.filter((member) => member !== '').join()}}`;
      })}`,
    ),
    // Of each of the four shapes one row is walked, and one recorded; the first row is like none.
    ROWS - 9,
  ],
  [
    'records with arrays of values that are no two alike',
    documentOf(VALUE, `"rows":${list((at) => `{"id":${at},"position":[${at}.25,${at}.5,"${at}"],"x":${at}}`)}`),
    ROWS - 2,
  ],
  [
    'records with an entity of which each is another',
    documentOf(
      '"s":{"a":"ex:Site"},"d":{"ex:id":"$d","ex:name":"$name"},"x":{"ex:by":["@d","@s"]}',
      `"rows":${list((at) => `{"d":"é ${at}","name":"n ${at}","place":{"s":"s${at}"},"x":${at}}`)}`,
    ),
    ROWS - 2,
  ],
  ['values without a time', documentOf(VALUE, `"x":${list((at) => `"v ${at}"`)}`), ROWS - 2],
  [
    'stamps that are repaired, with zones that change, beside numbers of all kinds and texts of numbers',
    documentOf(
      `${TIME},${VALUE}`,
      `"t":${list((at) =>
        stamp(at)
          .replace('T', at % 2 === 0 ? ' ' : 'T')
          .replace('Z', at % 3 === 0 ? '+0100' : 'Z'),
      )},"x":${list((at) => (at % 2 === 0 ? `${at}.5` : `${at}.25`))}`,
    ),
    2 * (ROWS - 2),
  ],
  [
    'stamps that do not fit, so that each warns',
    documentOf(`${TIME},${VALUE}`, `"t":${list((at) => `"${at}.1.2024"`)},"x":${list((at) => `${at}.5`)}`),
    2 * (ROWS - 2),
  ],
  [
    'a series every third value of which is null',
    documentOf(`${TIME},${VALUE}`, `"t":${list(stamp)},"x":${list((at) => (at % 3 === 0 ? 'null' : `${at}.5`))}`),
    (ROWS * 5) / 3 - 6,
  ],
  [
    'a series each stamp of which stands there twice',
    documentOf(`${TIME},${VALUE}`, `"t":${list((at) => stamp(at >> 1))},"x":${list((at) => `${at}.5`)}`),
    (ROWS * 3) / 2 - 4,
  ],
  [
    'values of a record with one stamp',
    documentOf(`${TIME},${VALUE}`, `"t":${stamp(0)},"x":${list((at) => `${at}.5`)}`),
    ROWS - 2,
  ],
  [
    'records with a timestamp that hold arrays of records',
    documentOf(
      TIME,
      `"rows":${list((at) => `{"t":${stamp(at)},"in":[{"v":"${at}"},{"v":"${at}.5","deep":[{"w":${at}},{"w":1.5}]}]}`)}`,
    ),
    ROWS - 2,
  ],
  [
    'records that each have an axis of their own',
    documentOf(
      `${TIME},"x":{"ex:result":"?n"},"?n":{"ex:value":"$x"}`,
      `"rows":${list((at) => `{"id":${at},"t":${stampsOf(at)},"x":[${at}.5,1.5]}`)}`,
    ),
    ROWS - 2,
  ],
  [
    'records that each have the same axis',
    documentOf(
      `${TIME},${VALUE}`,
      `"rows":${list((at) => `{"id":${at},"in":{"t":${stampsOf(0)},"x":[${at}.5,1.5]}}`)}`,
    ),
    ROWS - 2,
  ],
  [
    'records whose numbers and booleans are of other kinds in each',
    documentOf(
      `${TIME},${VALUE},"y":{"ex:by":"@y","ex:own":"$value"}`,
      `"rows":${list((at) => `{"t":${stamp(at)},"x":${ofAnyKind(at)},"y":${ofAnyKind(at >> 1)},"z":${ofAnyKind(at >> 2)},"s":[${ofAnyKind(at)},${1000 + at}]}`)}`,
    ),
    ROWS - 2,
  ],
  [
    'members whose values are of any kind',
    documentOf(VALUE, `"m":{${Array.from({ length: ROWS }, (_, at) => `"k${at}":${ofAnyKind(at)}`).join()}}`),
    ROWS - 2,
  ],
  [
    'a series whose values, and those that their nodes cite, are of any kind',
    documentOf(
      `${TIME},"x":{"ex:value":"$x","ex:low":"$y","ex:high":"$z"},"y":{},"z":{}`,
      `"t":${list(stamp)},"x":${list(ofAnyKind)},"y":${list((at) => ofAnyKind(at >> 1))},"z":${list((at) => ofAnyKind(at >> 2))}`,
    ),
    2 * (ROWS - 2),
  ],
  [
    'a series of which some values are of other kinds',
    documentOf(`${TIME},${VALUE}`, `"t":${list(stamp)},"x":${list((at) => (at % 5 === 3 ? `${at}` : `${at}.5`))}`),
    2 * (ROWS - 2),
  ],
  [
    'records with pairs of numbers, some equal, of which the kinds are others in each',
    documentOf(
      VALUE,
      `"rows":${list((at) => `{"id":${at},"pair":${[`[${at},${at}.5]`, `[${at}.5,${at}.5]`, `[${at},${at}]`][at % 3]!}}`)}`,
    ),
    ROWS - 6,
  ],
  [
    'records of terms with datatypes whose numbers stand bare or not in each',
    documentOf(
      '',
      `"rows":${list((at) => `{"energy-kWh":${ofAnyForm(at)},"active_power-kW":${ofAnyForm(at >> 1)},"latitude-deg":${ofAnyForm(at * 3)},"longitude-deg":${ofAnyForm(at * 5 + 1)}}`)}`,
    ),
    ROWS - 2,
  ],
  [
    'series of terms with datatypes whose numbers stand bare or not',
    documentOf(
      `${TIME},"energy-kWh":{"ex:value":"$energy-kWh","ex:power":"$active_power-kW"}`,
      `"t":${list(stamp)},"energy-kWh":${list(ofAnyForm)},"active_power-kW":${list((at) => ofAnyForm(at >> 1))}`,
    ),
    2 * (ROWS - 2),
  ],
  [
    'records with pairs of decimals, some equal, that stand bare or not in each',
    documentOf(
      VALUE,
      `"rows":${list((at) => `{"id":${at},"energy-kWh":${[`[${at},${at}.5]`, `[${at}.5,"${at}.5"]`, `["${at}.5",${at}.25]`, `[${at},"${at}"]`][at % 4]!}}`)}`,
    ),
    ROWS - 8,
  ],
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

describe('records in arrays of arrays', () => {
  const document = documentOf(
    `${TIME},${VALUE}`,
    `"history":[${list((at) => `{"t":${stamp(at)},"x":${at}}`)},[null,[{"t":"2025-01-01T00:00:00Z","x":1}]]]`,
  );

  test.each(RDF_FORMATS.flatMap((format) => [false, true].map((skolemize) => ({ format, skolemize }))))(
    'are copied: $format, skolemize: $skolemize',
    ({ format, skolemize }) => {
      const { copiedRows } = outcomeOf(Buffer.from(document), lexicon, { ...CONVERT_DEFAULTS, format, skolemize });
      expect(copiedRows).toBeGreaterThanOrEqual(ROWS - 1);
    },
  );

  test('say the same as walked ones, and as the reference', async () => {
    expect(listCopyDifferences(Buffer.from(document), lexicon, CONVERT_DEFAULTS)).toEqual([]);
    expect(await listDisagreements(document, lexicon)).toEqual([]);
  });
});

describe('members of a record with data for keys', () => {
  const keyed = (member: (at: number) => string): string =>
    `{${Array.from({ length: ROWS }, (_, at) => `"2024-01-01 00:${String(at).padStart(2, '0')}":${member(at)}`).join()}}`;
  const document = documentOf(
    `${TIME},${VALUE}`,
    `"readings":${keyed((at) => `{"t":${stamp(at)},"x":${at}}`)},"power":${keyed((at) => `${at}.5`)}`,
  );

  // XML cannot name a key that is encoded.
  test.each(
    (['nt', 'ttl', 'jsonld'] as const).flatMap((format) => [false, true].map((skolemize) => ({ format, skolemize }))),
  )('are copied, the key percent-encoded in each: $format, skolemize: $skolemize', ({ format, skolemize }) => {
    const { copiedRows } = outcomeOf(Buffer.from(document), lexicon, { ...CONVERT_DEFAULTS, format, skolemize });
    expect(copiedRows).toBeGreaterThanOrEqual(2 * (ROWS - 2));
  });

  test('say the same as walked ones, and as the reference', async () => {
    expect(listCopyDifferences(Buffer.from(document), lexicon, CONVERT_DEFAULTS)).toEqual([]);
    expect(await listDisagreements(document, lexicon)).toEqual([]);
  });
});

test('members whose keys the block names, and describes by nothing, are copied', () => {
  const ids = Array.from({ length: ROWS }, (_, at) => `"device${at}"`);
  const members = ids.map((id, at) => `${id}:{"t":${stamp(at)},"x":${at}}`);
  const empty = ids.map((id) => `${id}:{}`);
  const document = documentOf(`${TIME},${VALUE},${empty.join()}`, `"rows":{${members.join()}}`);
  for (const format of RDF_FORMATS)
    expect(
      outcomeOf(Buffer.from(document), lexicon, { ...CONVERT_DEFAULTS, format }).copiedRows,
    ).toBeGreaterThanOrEqual(ROWS - 2);
  expect(listCopyDifferences(Buffer.from(document), lexicon, CONVERT_DEFAULTS)).toEqual([]);
});

describe.each([
  ['a table of 200 columns', `"t":${stamp(0)},${Array.from({ length: 200 }, (_, at) => `"c${at}":${at}.5`).join()}`],
  ['a day of values', `"t":${list(stamp)},"x":${list((at) => `${at}.5`)},"y":${list((at) => `${at}.25`)}`],
  ['a day of values beside one stamp', `"t":${stamp(0)},"x":${list((at) => `${at}.5`)}`],
])('long rows: %s', (_, members) => {
  const document = documentOf(
    `${TIME},${VALUE},"y":{"ex:result":"?n"},"?n":{"ex:value":"$y","ex:unit":"ex:kW"}`,
    `"rows":${list((at) => `{"id":${at},${members}}`, LONG_ROWS)}`,
  );

  test.each(RDF_FORMATS)('are copied as a whole in %s', (format) => {
    const { copiedRows } = outcomeOf(Buffer.from(document), lexicon, { ...CONVERT_DEFAULTS, format });
    expect(copiedRows).toBeGreaterThanOrEqual(LONG_ROWS - 8);
    // Of records that are walked, the rows of each array would be.
    expect(copiedRows).toBeLessThan(LONG_ROWS + 8 * 200);
  });

  test('say the same as walked ones', () => {
    expect(listCopyDifferences(Buffer.from(document), lexicon, CONVERT_DEFAULTS)).toEqual([]);
  });
});

test.each([20, ROWS])(
  '%s records by id are subjects of their own in Turtle with names, which are rows',
  async (count) => {
    const members = Array.from({ length: count }, (_, at) => `"row ${at}":{"t":${stamp(at)},"x":${at}}`);
    const document = documentOf(`${TIME},${VALUE}`, `"rows":{${members.join()}}`);
    const { copiedRows } = outcomeOf(Buffer.from(document), lexicon, {
      ...CONVERT_DEFAULTS,
      format: 'ttl',
      skolemize: true,
    });
    // Of few, what cites them is not copied.
    expect(copiedRows).toBeGreaterThanOrEqual((count === ROWS ? 2 : 1) * (count - 3));
    expect(await listDisagreements(document, lexicon)).toEqual([]);
  },
);

describe('rows that were once copied wrongly', () => {
  const twice = (at: number): string => stamp(at < 10 ? at : at >> 1);
  test.each([
    [
      'equal values of an array within an array are one triple',
      documentOf('', `"rows":${list((at) => `{"x":[[${at < 10 ? at : 3},3]]}`, 20)}`),
    ],
    [
      'equal values of an array in a record are one triple',
      documentOf('', `"rows":${list((at) => `{"x":[${at},${at % 5 === 0 ? at : `"${at}"`},${at}.5]}`)}`),
    ],
    [
      'an entity that is written in several ways has each triple once',
      documentOf(
        '"d":{"a":"ex:Device","ex:id":"$d","ex:name":"$name"},"x":{"ex:by":["@d","@e"]},"e":{"a":"ex:Device"}',
        `"rows":${list(
          (at) =>
            `{"d":${['5', '"5"', '"\\u0035"', '"urn:x:y"', '"http://h/a b"', '"http://h/a%20b"', `"d${at}"`][at % 7]!},"name":"n ${at % 3}","e":"https://hub.example/id/d/d${at}","x":${at}}`,
        )}`,
      ),
    ],
    [
      'equal records of an array that have one timestamp have one name',
      documentOf(
        TIME,
        `"rows":${list((at) => {
          const own = at % 3 === 0 ? `"t":${stamp(at >> 3)},` : '';
          return `{"t":${stamp(at)},"in":[{${own}"v":${at % 5}},{${own}"v":${at % 7}},{"in":[{"v":${at % 2}},{"v":1}]}]}`;
        })}`,
      ),
    ],
    [
      'records along an axis, behind those of an array within their array',
      documentOf(
        `${TIME},${VALUE},"m":{"ex:name":"$m"}`,
        `"t":${list(stamp)},"m":${list((at) => `"m ${at}"`)},"k":${list((at) => (at === 0 ? '[{"x":1},{"x":2},{"x":3}]' : `{"x":${at}}`))}`,
      ),
    ],
    [
      'entities of arrays of several lengths, of which one is as long as an array that they cite',
      documentOf(
        '"d":{"ex:id":"$d","ex:label":"$status"},"z":{"ex:by":"@d"}',
        `"status":["s"],"b":${list((at) => `{"d":"b${at}"}`, 9)},"a":[{"d":"a"}],"c":[{"d":"c"}]`,
      ),
    ],
    [
      'entities of an array within an array, and of one as long as an array that they cite',
      documentOf(
        '"d":{"ex:id":"$d","ex:label":"$status"},"z":{"ex:by":"@d"}',
        `"status":${list((at) => `"s ${at}"`, 9)},"a":${list((at) => (at === 0 ? `[${list((i) => `{"d":"f${i}"}`, 4).slice(1, -1)}]` : `{"d":"a${at}"}`), 9)}`,
      ),
    ],
    [
      'members with data for keys, behind more namespaces than RDF/XML numbers',
      documentOf(
        '',
        `${Array.from({ length: 201 }, (_, at) => `"${at}a":1`).join()},"r":{${Array.from({ length: ROWS }, (_, at) => `"k${at}":${at}`).join()}}`,
      ),
    ],
    [
      'members with keys that are longer than what RDF/XML writes of them',
      documentOf('', `"r":{${Array.from({ length: ROWS }, (_, at) => `"${'a'.repeat(122)} k${at}":${at}`).join()}}`),
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
      'a record that has a stamp twice on its axis, with equal values, among others',
      documentOf(
        `${TIME},${VALUE},"y":{"ex:result":"?n"},"?n":{"ex:value":"$y"}`,
        `"rows":${list((at) => {
          const stamps = at % 7 === 3 ? `[${stamp(at % 2)},${stamp(at % 2)}]` : stampsOf(at % 2 === 0 ? at : 0);
          return `{"id":${at},"t":${stamps},"x":[${at % 5},${at % 3}],"y":[1,1]}`;
        })}`,
      ),
    ],
    [
      'instants and entities of a record are described in the order of its members',
      documentOf(
        `${TIME},"d":{"ex:id":"$d"},"x":{"ex:by":"@d","ex:value":"$x"}`,
        `"rows":${list((at) => `{"t":${stamp(at)},"x":${at},"d":"d ${at}"}`)}`,
      ),
    ],
    [
      'rows that are the first to cite a record outside of them cite one node',
      documentOf(
        '"x":{"ex:value":"$x","ex:at":"$site"}',
        `"rows":${list((at) => (at < 9 ? '{"a":1}' : `{"x":${at}}`))},"site":{"name":"s"}`,
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

describe('entities of which each was another so far', () => {
  const BY =
    '"x":{"ex:by":["@d","@e"],"ex:value":"$x"},"d":{"a":"ex:Device","ex:id":"$d"},"e":{"a":"ex:Device","ex:id":"$e"}';

  test.each([
    ['a number', (at: number) => `"d":${at}`, (at: number) => `"d":"${at}"`],
    ['an IRI', (at: number) => `"d":"${at}"`, (at: number) => `"e":"https://hub.example/id/d/${at}"`],
    ['a text that is spelled otherwise', (at: number) => `"d":"${at}0"`, (at: number) => `"d":"${at}\\u0030"`],
    [
      'one whose IRI is encoded',
      (at: number) => `"d":"ü ${at}"`,
      (at: number) => `"e":"https://hub.example/id/d/%C3%BC%20${at}"`,
    ],
    [
      'one whose IRI is minted, behind IRIs',
      (at: number) => `"e":"https://hub.example/id/d/${at}"`,
      (at: number) => `"d":"${at}"`,
    ],
    [
      'an IRI of another key',
      (at: number) => `"d":"https://plant.example/${at}"`,
      (at: number) => `"e":"https://plant.example/${at}"`,
    ],
    [
      'an IRI that is spelled otherwise',
      (at: number) => `"d":"https://plant.example/${at}"`,
      (at: number) => `"d":"https:\\/\\/plant.example/${at}"`,
    ],
  ])('are found again by %s', async (_, first, second) => {
    const row = (at: number): string => `{${at < 64 ? first(at) : second((at * 3) % 64)},"x":${at}}`;
    const document = documentOf(BY, `"rows":${list(row)}`);
    for (const format of RDF_FORMATS)
      expect(outcomeOf(Buffer.from(document), lexicon, { ...CONVERT_DEFAULTS, format }).copiedRows).toBeGreaterThan(64);
    expect(await listDisagreements(document, lexicon)).toEqual([]);
  });

  test('are copied however long their IRIs are', async () => {
    const textOf = (at: number): string => (at % 3 === 0 ? 'ü '.repeat(1_500) : 'd'.repeat(at * 7));
    const row = (at: number): string =>
      `{"d":"${textOf(at)}${at}","e":"https://plant.example/${textOf(at)}${at}","x":${at}}`;
    const base = `"@base":"https://plant.example/${'long/'.repeat(40)}"`;
    for (const document of [documentOf(BY, `"rows":${list(row, 40)}`)].flatMap((one) => [
      one,
      one.replace('"ex":', `${base},$&`),
    ])) {
      expect(outcomeOf(Buffer.from(document), lexicon, CONVERT_DEFAULTS).copiedRows).toBeGreaterThan(40);
      expect(await listDisagreements(document, lexicon)).toEqual([]);
    }
  });

  test('are found again under a key that has the same IRIs', async () => {
    const keys = ['k\\ufffd', 'k\\ud800'];
    const context = keys.map((key) => `"${key}":{"ex:id":"$${key}"}`).join();
    const by = `"x":{"ex:by":[${keys.map((key) => `"@${key}"`).join()}]}`;
    const row = (at: number): string => `{"${keys[at < 48 ? 0 : 1]}":"n ${at % 48}","x":${at}}`;
    const document = documentOf(`${context},${by}`, `"rows":${list(row)}`);
    expect(await listDisagreements(document, lexicon)).toEqual([]);
  });
});

test('rows with more than a chunk of what stands in each are copied', () => {
  const constants = Array.from({ length: 1_200 }, (_, at) => `"ex:p${at}":"ex:o${at}"`);
  const context = `"x":{"ex:value":"$x",${constants.join()}}`;
  const body = Buffer.from(documentOf(context, `"x":${list((at) => `${at}.5`, 16)}`));
  expect(outcomeOf(body, lexicon, CONVERT_DEFAULTS).copiedRows).toBeGreaterThanOrEqual(16 - 4);
  expect(listCopyDifferences(body, lexicon, CONVERT_DEFAULTS)).toEqual([]);
});

test('chunks stay short where long rows are recorded again and again', () => {
  const long = 'x'.repeat(40_000);
  const row = (text: string): string => `{"a":"${text}1","b":"${text}2","c":"${text}3","d":"${text}4"}`;
  const array = list((at) => row(at === 1 ? long : `${at} `), 12);
  const body = Buffer.from(documentOf(VALUE, Array.from({ length: 60 }, (_, at) => `"rows${at}":${array}`).join()));
  let longest = 0;
  const { copiedRows } = convertDocument(body, lexicon, { ...CONVERT_DEFAULTS, format: 'nt' }, (chunk) => {
    longest = Math.max(longest, chunk.buffer.byteLength);
  });
  expect(copiedRows).toBeGreaterThanOrEqual(60 * 9);
  expect(longest).toBeLessThan(1024 * 1024);
});

describe('rows that cite other arrays', () => {
  /** How many rows are copies where each cites so many arrays. */
  const copiedOf = (arrays: number): number => {
    const keys = Array.from({ length: arrays }, (_, at) => `k${at}`);
    const context = `"x":{${keys.map((key) => `"ex:${key}":"$${key}"`).join()}}`;
    const members = keys.map((key, at) => `"${key}":${list((row) => String(row * 7 + at), 24)}`);
    const document = documentOf(context, `"x":${list(String, 24)},${members.join()}`);
    expect(listCopyDifferences(Buffer.from(document), lexicon, CONVERT_DEFAULTS)).toEqual([]);
    return outcomeOf(Buffer.from(document), lexicon, CONVERT_DEFAULTS).copiedRows;
  };

  test('are walked where these are more than 256: each of their values is looked for in all of them', () => {
    expect(copiedOf(256)).toBeGreaterThan(0);
    expect(copiedOf(257)).toBe(0);
  });
});

describe('a feature that says nothing about copies', () => {
  const document = Buffer.from(
    documentOf(`${TIME},${VALUE}`, `"rows":${list((at) => `{"t":${stamp(at)},"x":${at},"note":"n ${at}"}`)}`),
  );
  const PREDICATE = { iri: 'https://ex.org/ns#added', id: 1_000, key: 'added', section: null, isType: false } as const;

  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Has the walk do something more after each literal of a number; answers what the conversion makes of it, by copies and by walking. */
  function convertWith(feature: (emitter: TripleEmitter, literal: Literal) => void): [Outcome, Outcome] {
    const { literal: emit } = TripleEmitter.prototype;
    vi.spyOn(TripleEmitter.prototype, 'literal').mockImplementation(function (
      this: TripleEmitter,
      ...call: Parameters<typeof emit>
    ) {
      emit.apply(this, call);
      if (call[0].iri === 'https://ex.org/ns#value') feature(this, call[1]);
    });
    return [true, false].map((copyRows) => outcomeOf(document, lexicon, { ...CONVERT_DEFAULTS, copyRows })) as [
      Outcome,
      Outcome,
    ];
  }

  /** A value that no row has like another. */
  const textOf = ({ start }: Literal): Literal => ({
    datatype: { id: 0, iri: `${XSD}string` } as Literal['datatype'],
    text: `at ${start}`,
    start: 0,
    end: 0,
    source: -1,
  });

  test('is copied along if it does nothing', () => {
    const [copied, walked] = convertWith(() => {});
    expect(copied.copiedRows).toBeGreaterThan(ROWS - 3);
    expect(copied.bytes.equals(walked.bytes)).toBe(true);
  });

  test.each<[string, (emitter: TripleEmitter, literal: Literal) => void]>([
    [
      'emits a triple without an origin',
      (emitter, literal) => emitter.node(PREDICATE, new GraphNode(-1, `https://ex.org/${literal.start}`, false)),
    ],
    [
      'emits what it made of a value, and calls it by the origin of the value',
      (emitter, literal) => TripleEmitter.prototype.literal.call(emitter, PREDICATE, textOf(literal), literal.source),
    ],
    [
      'emits a node that it introduces nowhere',
      (emitter) => emitter.node(PREDICATE, new GraphNode(0, null, false), INTRODUCED),
    ],
    [
      'writes past the emitter',
      (emitter, literal) => (emitter as unknown as { writer: Writer }).writer.literal(PREDICATE, textOf(literal)),
    ],
    [
      'asks what was written before',
      (emitter, literal) => {
        const { deduplication } = emitter as unknown as { deduplication: Deduplication };
        deduplication.isNewTriple(emitter.subject, PREDICATE.iri, `"${literal.start}`);
      },
    ],
  ])('has its rows walked: it %s', (_, feature) => {
    const [copied, walked] = convertWith(feature);
    // Timestamps are rows, too, and have no part in it.
    expect(copied.copiedRows).toBe(0);
    expect(copied.bytes.toString()).toBe(walked.bytes.toString());
  });
});
