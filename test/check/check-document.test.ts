import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { checkDocument } from '../../src/check/check-document.ts';
import type { CheckOptions } from '../../src/check/check-options.ts';
import { JsonDocument } from '../../src/mapping/json/document.ts';
import { encodeText } from '../../src/rdf/utf8.ts';
import { getSourceOrChooser } from '../../src/sources/source-files.ts';
import { listSamples, SAMPLES } from '../support/fixtures.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const { lexicon } = await seededVocabulary();

const OPTIONS: CheckOptions = {
  semantics: 'auto',
  base: null,
  align: true,
  maxArrayItems: 0,
  now: new Date(),
  source: null,
  restructure: true,
  maxTriples: 100_000,
  maxCheckedTriples: 10_000,
};

const check = (document: string, options: Partial<CheckOptions> = {}) =>
  checkDocument(encodeText(document), lexicon, { ...OPTIONS, ...options });

/** What was found: code, key and first place. */
const found = (document: string, options?: Partial<CheckOptions>): string[] =>
  check(document, options).findings.map(({ code, key, places: [place] }) =>
    [code, key ?? '', place!.pointer ?? '', `${place!.line}:${place!.column}`].join(' '),
  );

describe('a sound document', () => {
  test('has no findings, and tells its triples', () => {
    const document = '{"timestamp":"2026-03-01T10:15:00Z","active_power-kW":812.40}';
    expect(check(document)).toMatchObject({ findings: [], counts: { error: 0, warning: 0, note: 0 }, triples: 17 });
  });

  test.each(listSamples().filter((name) => readFileSync(SAMPLES + name, 'utf8').startsWith('{')))(
    'is each sample as far as shapes see it: %s',
    (name) => {
      const { findings } = check(readFileSync(SAMPLES + name, 'utf8'), { semantics: 'auto-open' });
      expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
    },
  );
});

describe('text', () => {
  test.each([
    ['{"a":\n  1,]', 'malformed-json   2:5'],
    ['{"ä😀": x}', 'malformed-json   1:9'],
    ['\ufeff{"a": x}', 'malformed-json   1:7'],
    ['\ufeff{\n"a": x}', 'malformed-json   2:6'],
    ['[1]', 'not-an-object   null:null'],
    [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`, 'too-deep   1:133'],
  ])('%s is told with its place', (document, finding) => {
    expect(found(document)).toEqual([finding]);
    expect(check(document)).toMatchObject({ triples: null, counts: { error: 1 } });
  });

  test('what is almost JSON is told with what to do', () => {
    expect(check('{"a":None}').findings).toMatchObject([
      { code: 'malformed-json', help: 'JSON writes null, true and false; Python does so by json.dumps().' },
    ]);
  });

  test('bytes that are no UTF-8 are a finding', () => {
    const bytes = Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d);
    const { findings } = checkDocument(bytes, lexicon, OPTIONS);
    expect(findings.map(({ code }) => code)).toEqual(['not-utf8']);
  });

  test('a key that comes twice is told where its lost value stands', () => {
    const document = '{"voltage-V":\n230,\n"voltage-V":231,"items":[{"x":1,"x":2,"x":3}]}';
    const duplicates = check(document, { semantics: 'auto-open' }).findings.filter(
      ({ code }) => code === 'duplicate-key',
    );
    expect(duplicates.map(({ key, count, places }) => [key, count, places])).toEqual([
      [
        'x',
        2,
        [
          { pointer: '/items/0/x', line: 3, column: 27 },
          { pointer: '/items/0/x', line: 3, column: 33 },
        ],
      ],
      ['voltage-V', 1, [{ pointer: '/voltage-V', line: 1, column: 2 }]],
    ]);
  });
});

describe('a check of many values', () => {
  afterEach(() => void vi.restoreAllMocks());

  test('looks for the places of timestamps alone that it tells', () => {
    const stamps = Array.from({ length: 2_000 }, (_, i) => `"2026-01-01T00:00:${10 + (i % 50)}Z"`).toReversed();
    const listings = vi.spyOn(JsonDocument.prototype, 'membersOf');
    const { findings } = check(`{"timestamp":[${stamps.join()}]}`);
    expect(findings.map(({ code, count, places }) => [code, count, places.length])).toEqual([
      ['unordered-timestamps', 49, 5],
      ['repeated-timestamp', 1_950, 5],
    ]);
    expect(listings.mock.calls.length).toBeLessThan(100);
  });

  test('finds the places of all unknown keys in one look through the document', () => {
    const members = Array.from({ length: 1_000 }, (_, i) => `"key ${i}":\n${i}`);
    const listings = vi.spyOn(JsonDocument.prototype, 'membersOf');
    const { findings } = check(`{"load":{${members.join()}}}`, { semantics: 'auto-open' });
    expect(findings.find(({ key }) => key === 'key 900')).toMatchObject({
      code: 'not-a-term',
      places: [{ pointer: '/load/key 900', line: 902, column: 1 }],
    });
    // One for each template of the block, and no more.
    expect(listings.mock.calls.length).toBeLessThan(1_100);
  });

  test.each([
    ['nested-array', '[[1]]'],
    ['lone-surrogate', String.raw`"\ud800"`],
  ])('finds the places of many warnings without a look at all members for each: %s', (code, value) => {
    const members = Array.from({ length: 2_000 }, (_, i) => `"key ${i}":\n${value}`);
    const listings = vi.spyOn(JsonDocument.prototype, 'membersOf');
    const { findings, counts } = check(`{"load":{${members.join()}}}`, { semantics: 'open' });
    expect(counts.warning).toBe(2_000);
    expect(findings.find(({ key }) => key === 'key 900')).toMatchObject({
      code,
      places: [{ pointer: '/load/key 900', line: 902, column: 1 }],
    });
    // One for each template of the block, and no more.
    expect(listings.mock.calls.length).toBeLessThan(2_100);
  });
});

describe('keys', () => {
  test('that are no terms are errors where the conversion refuses them, else notes', () => {
    const document = '{"a/b":{"U_L1":1},"comment":"x"}';
    expect(found(document)).toContain('not-all-terms U_L1 /a~1b/U_L1 1:16');
    expect(check(document).counts).toMatchObject({ error: 2 });
    const lenient = check(document, { semantics: 'auto-open' });
    expect(lenient).toMatchObject({ counts: { error: 0 }, plainKeys: 3 });
    expect(found(document, { semantics: 'auto-open' })).toContain('not-a-term U_L1 /a~1b/U_L1 1:16');
    expect(lenient.findings.map(({ code }) => code)).toContain('without-semantics');
  });

  test('without a template in the block of the document are notes', () => {
    expect(found('{"@semantic":{"@prefix":{},"@context":{}},"voltage-V":230}')).toEqual([
      'unmapped voltage-V /voltage-V 1:55',
    ]);
  });

  test('of a source are described by it, in the places of its paths', () => {
    const source = getSourceOrChooser('fronius', lexicon);
    const document = '{"Body":{"Data":{"FAC":{"Value":49.98},"Whatever":1}}}';
    expect(found(document, { source })).toEqual(['not-a-term Body.Data.Whatever /Body.Data.Whatever null:null']);
    expect(found(document, { source, restructure: false })).toContain('not-a-term Whatever /Body/Data/Whatever 1:51');
  });

  test('with a block that cannot be used are told where it is wrong', () => {
    expect(found('{"@semantic":{"@prefix":{},"@context":{"a":{"foo:bar":"$a"}}},"a":1}')).toEqual([
      'invalid-semantic a /@semantic/@context/a/foo:bar 1:55',
    ]);
  });
});

describe('values', () => {
  test('are told by the warnings of the conversion, with their numbers and first places', () => {
    const document = '{"state_of_charge-percent":[50,120,-3],"voltage-V":["x",1]}';
    const { findings } = check(document);
    expect(findings.map(({ code, count, level }) => [code, count, level])).toEqual([
      ['datatype-mismatch', 1, 'warning'],
      ['out-of-range', 2, 'warning'],
    ]);
    expect(found(document)).toContain('out-of-range state_of_charge-percent /state_of_charge-percent/1 1:32');
  });
});

test('values in other units are told in the places of the terms of these units', () => {
  const document = '{"timestamp":"2026-03-01T10:15:00Z","ambient_temperature-degC":"n/a"}';
  expect(found(document, { units: 'degF' }).map((finding) => finding.split(' ')[0])).toEqual([
    'unit-not-converted',
    'datatype-mismatch',
  ]);
  // The key and the pointer are those of the document, also where it has several that become one.
  const powers = '{"rows":[{"active_power-kW":1,"voltage-V":"x"},\n{"active_power-kW":"y"},{"active_power-MW":"z"}]}';
  const { findings } = check(powers, { units: 'si', semantics: 'auto-open' });
  const [, mismatch] = findings.filter(({ code }) => code === 'datatype-mismatch');
  expect(mismatch).toMatchObject({ key: 'active_power-kW', count: 2 });
  expect(mismatch!.places).toEqual([{ pointer: '/rows/1/active_power-kW', line: 2, column: 20 }]);
  // Also of a document that is broken.
  for (const text of [document, '{"timestamp":'])
    expect(() => check(text, { units: 'horsepower' })).toThrow(expect.objectContaining({ code: 'unknown-unit' }));
});

describe('time', () => {
  const axis = (...stamps: string[]): string => JSON.stringify({ timestamp: stamps });

  test.each([
    ['in order', axis('2026-03-01T10:15:00Z', '2026-03-01T10:15:00.5Z', '2026-03-01T10:15:00.51Z'), []],
    [
      'out of order, by fractions of a second and by years',
      axis('2026-03-01T10:15:00.51Z', '2026-03-01T10:15:00.5Z', '0099-01-01T00:00:00Z', '2027-01-01T00:00:00Z'),
      ['unordered-timestamps timestamp /timestamp/1 1:41'],
    ],
    [
      'twice, and written with two offsets',
      axis('2026-03-01T10:15:00Z', '2026-03-01T11:15:00.0+01:00'),
      ['mixed-offsets timestamp /timestamp/1 1:38', 'repeated-timestamp timestamp /timestamp/1 1:38'],
    ],
    [
      'that the calendar does not have, and those that would come behind them',
      axis('2026-02-30T00:00:00Z', '2026-03-02T00:00:00Z', '2026-03-02T23:59:60Z', '2026-03-03T00:00:00Z'),
      ['datatype-mismatch timestamp /timestamp/0 1:15'],
    ],
  ])('timestamps %s', (_, document, findings) => {
    expect(found(document)).toEqual(findings);
  });

  test('of records in an array are compared where their entities are the same', () => {
    const record = (hour: string, device: string): object => ({
      timestamp: `2026-03-01T${hour}:00:00Z`,
      device_id: device,
      'active_power-kW': 1,
    });
    const records = (...list: object[]): string => JSON.stringify({ readings: list });
    const open = { semantics: 'auto-open' } as const;
    const ofTime = (document: string) => found(document, open).filter((finding) => finding.includes('timestamp'));
    expect(ofTime(records(record('10', 'a'), record('10', 'b'), record('09', 'c'), record('11', 'a')))).toEqual([]);
    expect(ofTime(records(record('10', 'a'), record('09', 'a'), record('10', 'a')))).toEqual([
      'unordered-timestamps timestamp /readings/1/timestamp 1:100',
      'repeated-timestamp timestamp /readings/2/timestamp 1:173',
    ]);
  });

  test.each(['{"meter":{"device_id":"a"}}', '{"device_id":["a"]}', '{"meter":{"at":{"device_id":["x","a"]}}}'])(
    'of records are compared where the entities are the same that stand within, as in %s',
    (entity) => {
      const record = (text: string) => `{"timestamp":"2026-03-01T10:00:00Z","voltage-V":1,${text.slice(1)}`;
      const other = record(entity.replace('"a"', '"b"'));
      const codes = (...records: string[]) =>
        found(`{"readings":[${records.join()}]}`, { semantics: 'auto-open' }).filter((line) =>
          line.includes('repeated'),
        );
      expect(codes(record(entity), other)).toEqual([]);
      expect(codes(record(entity), other, record(entity))).toHaveLength(1);
    },
  );

  test('arrays of another length than the axis are told', () => {
    const document = '{"timestamp":["2026-03-01T10:15:00Z"],"voltage-V":[1,2]}';
    expect(found(document)).toEqual(['axis-length-mismatch voltage-V /voltage-V 1:51']);
  });
});

describe('the graph', () => {
  const block = (template: object): string =>
    JSON.stringify({
      '@semantic': {
        '@prefix': { qudt: 'http://qudt.org/schema/qudt/', unit: 'http://qudt.org/vocab/unit/' },
        '@context': { 'voltage-V': template },
      },
      readings: [{ 'voltage-V': 230 }, { 'voltage-V': [231, 232] }],
    });

  test('that contradicts the vocabulary is told at the values that it is of', () => {
    const { findings } = check(block({ 'qudt:numericValue': '$voltage-V', 'qudt:hasUnit': 'unit:KiloV' }));
    const violated = findings.filter(({ code }) => code === 'shape-violated');
    expect(violated.length).toBeGreaterThan(0);
    for (const { key, level, count, places } of violated) {
      expect({ key, level, count }).toEqual({ key: 'voltage-V', level: 'error', count: 3 });
      expect(places.map(({ pointer }) => pointer)).toEqual([
        '/readings/0/voltage-V',
        '/readings/1/voltage-V/0',
        '/readings/1/voltage-V/1',
      ]);
    }
  });

  test('is not held when it is long, which is told; all else is checked', () => {
    const document = JSON.stringify({
      timestamp: ['2026-03-01T11:00:00Z', '2026-03-01T10:00:00Z'],
      'voltage-V': [1, 'x'],
    });
    expect(found(document, { maxCheckedTriples: 5 })).toEqual([
      'datatype-mismatch voltage-V /voltage-V/1 1:77',
      'unordered-timestamps timestamp /timestamp/1 1:38',
      'graph-not-checked   1:1',
    ]);
    expect(found(document, { maxCheckedTriples: 5, maxTriples: 7 })).toEqual(['too-many-triples   null:null']);
  });
});

test('findings are bounded, and counted beyond', () => {
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`k${i}`, 1])));
  const { findings, counts, omitted } = check(many, { semantics: 'auto-open' });
  expect([findings.length, counts.note, omitted]).toEqual([1_000, 3_000, 2_000]);
  const rows = JSON.stringify({ 'voltage-V': Array.from({ length: 100 }, () => 'x'), x: 1 });
  expect(check(rows, { semantics: 'auto-open' }).findings[0]).toMatchObject({
    count: 100,
    places: [{ pointer: '/voltage-V/0' }],
  });
});
