import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonDateTime, readDateTime } from '../../src/mapping/date-time.ts';
import { extendLexicon } from '../support/arbitrary-document.ts';
import { listDisagreements } from '../support/compare-conversions.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = extendLexicon(readGoldenLexicon());
/** Raise it for a long hunt. */
const RUNS = Number(process.env['HUB_FUZZ_RUNS'] ?? 150);
const LIMIT = Math.max(60_000, RUNS * 300);

const CONTEXT = {
  datetime: { 'rdf:type': 'time:Instant', 'time:inXSDDateTimeStamp': '$datetime' },
  'active_power-kW': {
    'rdf:type': 'sosa:Observation',
    'sosa:hasResult': '?r',
    'sosa:madeBySensor': '@device_id',
    'rdfs:label': '$status',
  },
  '?r': { 'rdf:type': 'qudt:QuantityValue', 'qudt:numericValue': '$active_power-kW', 'qudt:isPartOf': '?s' },
  '?s': { 'qudt:numericValue': ['$active_power-kW', '$port'] },
  'energy-kWh': { 'sosa:hasSimpleResult': ['$energy-kWh', '$price-EUR_per_MWh'] },
  local_time: { 'rdfs:label': '$local_time', 'qudt:isPartOf': ['?bare', '$status'] },
  device_id: { 'rdf:type': 'sosa:Sensor', 'dcterms:identifier': '$device_id' },
  // Cites no value: what a value is like is then nobody's business.
  readings: { 'rdf:type': 'sosa:Sample' },
};

const stamp = fc.constantFrom(
  '"2024-01-01T00:00:00Z"',
  '"2024-01-01T00:15:00Z"',
  '"2024-02-29T23:59:59Z"',
  '"2023-02-29T00:00:00Z"',
  '"2024-01-01T00:00:00"',
  '"2024-01-01 00:00:00"',
  '"2024-01-01T24:00:00Z"',
  'null',
);
const item = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('1', '2', '30', '4.50', '-0', '0.1', '7e3', '1E-2') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('"x"', '"1.5"', '"é & <b>"', '"a\\nb"', '"\\u0000"', 'true', 'false', 'null'),
  },
  { weight: 1, arbitrary: fc.oneof(stamp, fc.constantFrom('{}', '{"energy-kWh":[1,2,3]}', '[1,[2]]', '[]')) },
);

/** Long arrays, most of their items of one kind. */
const items = fc.integer({ min: 3, max: 24 }).chain((length) =>
  fc.record({
    datetime: fc.option(fc.array(stamp, { minLength: length, maxLength: length }), { nil: undefined }),
    columns: fc.array(
      fc.tuple(
        fc.constantFrom('active_power-kW', 'energy-kWh', 'local_time', 'device_id', 'readings', 'plain'),
        fc.array(item, { minLength: length - 1, maxLength: length }),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    singles: fc.subarray([
      '"device_id":"inv 1"',
      '"status":"up"',
      '"port":80',
      '"price-EUR_per_MWh":30',
      '"status":["a","b","c"]',
    ]),
    isNested: fc.boolean(),
    /** Instants are entities then. */
    citesStamp: fc.boolean(),
  }),
);

describe('rows that are copies of a recorded one', () => {
  it(
    'say what each row says by itself, in every format',
    async () => {
      await fc.assert(
        fc.asyncProperty(items, fc.boolean(), async (series, align) => {
          const members = [
            ...series.singles,
            ...(series.datetime === undefined ? [] : [`"datetime":[${series.datetime.join(',')}]`]),
            ...series.columns.map(([key, values]) => `${JSON.stringify(key)}:[${values.join(',')}]`),
          ];
          const data = series.isNested ? `"status":"outer","block":[{${members.join(',')}}]` : members.join(',');
          const cites = series.citesStamp ? { unused: { 'dcterms:date': '@datetime' } } : {};
          const text = `{"@semantic":{"@context":${JSON.stringify({ ...CONTEXT, ...cites })}},${data}}`;
          const options = { base: null, align, maxArrayItems: 0 };
          expect(await listDisagreements(text, lexicon, options), text).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );
});

describe('a row that is longer than a chunk', () => {
  it('is no copy, wherever the chunk ends', async () => {
    const key = 'k'.repeat(70_000);
    const context = { [key]: { 'qudt:numericValue': `$${key}` }, status: { 'rdfs:label': '$status' } };
    const texts = Array.from({ length: 4 }, (_, i) => `"${String(i).repeat(70_000)}"`);
    const text = `{"@semantic":{"@context":${JSON.stringify(context)}},"${key}":[1,2,3,4],"status":[${texts.join(',')}]}`;
    const options = { base: null, align: true, maxArrayItems: 0 };
    expect((await listDisagreements(text, lexicon, options)).map((words) => words.slice(0, 200))).toEqual([]);
  });
});

describe('the common shape of a date and time', () => {
  const digits = (least: number, most: number) =>
    fc.integer({ min: least, max: most }).map((number) => String(number).padStart(2, '0'));
  const text = fc
    .tuple(
      fc.constantFrom('2024', '2023', '0000', '1900', 'x024'),
      digits(0, 13),
      digits(0, 32),
      fc.constantFrom('T', ' ', 't'),
      digits(0, 25),
      digits(0, 60),
      digits(0, 61),
      fc.constantFrom('Z', '', 'z', '+01:00'),
    )
    .map(
      ([year, month, day, t, hour, minute, second, zone]) =>
        `${year}-${month}-${day}${t}${hour}:${minute}:${second}${zone}`,
    );

  it('is seen only where reading the text leaves it as it is', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (candidate, zoned) => {
        const bytes = new TextEncoder().encode(candidate);
        if (!isCommonDateTime(bytes, 0, bytes.length, zoned)) return;
        expect(readDateTime(candidate)).toEqual({ lexical: candidate, zoned });
      }),
      { numRuns: 5_000 },
    );
    for (const common of ['2024-01-31T23:59:59Z', '2024-12-28T00:00:00Z']) {
      const bytes = new TextEncoder().encode(common);
      expect(isCommonDateTime(bytes, 0, bytes.length, true)).toBe(!common.startsWith('2024-01-31'));
    }
  });
});
