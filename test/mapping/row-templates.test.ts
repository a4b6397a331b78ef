import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { isCommonDateTime, readDateTime } from '../../src/mapping/rdf-terms/date-time.ts';
import { ScalarRowCopier } from '../../src/mapping/rows/scalar-row-copier.ts';
import { extendLexicon } from '../support/arbitrary-document.ts';
import { seriesOfRows, tablesOfRecords } from '../support/arbitrary-rows.ts';
import { listDisagreements } from '../support/compare-conversions.ts';
import { convert } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = extendLexicon(readGoldenLexicon());
/** Raise it for a long hunt. */
const RUNS = Number(process.env['HUB_FUZZ_RUNS'] ?? 100);
const LIMIT = Math.max(120_000, RUNS * 1_500);

describe.each([
  ['rows that are copies of a recorded one', seriesOfRows],
  ['records that are copies of a recorded one', tablesOfRecords],
])('%s', (_, documents) => {
  test(
    'say what each of them says by itself, in every format',
    async () => {
      await fc.assert(
        fc.asyncProperty(documents, async ({ text, options }) => {
          expect(await listDisagreements(text, lexicon, options), text).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );
});

describe('the loop for scalars and the loop for any rows', () => {
  const context = {
    datetime: { 'rdf:type': 'time:Instant', 'time:inXSDDateTimeStamp': '$datetime' },
    'energy-kWh': { 'rdf:type': 'sosa:Observation', 'sosa:hasSimpleResult': '$energy-kWh', 'sosa:hasResult': '?r' },
    '?r': { 'qudt:numericValue': '$energy-kWh' },
    'active_power-kW': { 'sosa:hasSimpleResult': '$active_power-kW' },
    readings: { 'rdf:type': 'sosa:Sample' },
  };
  const texts = fc.oneof(fc.nat().map(String), fc.constantFrom('0.10', '-0', '12345678901234567890', '"x"'));
  const series = fc.integer({ min: 12, max: 130 }).chain((length) =>
    fc.record({
      key: fc.constantFrom('energy-kWh', 'active_power-kW', 'readings'),
      values: fc.array(texts, { minLength: length, maxLength: length }),
      // Numbers that get a digit more in between, and instants that are no next one.
      stamps: fc.array(fc.nat({ max: 40 }), { minLength: length, maxLength: length }),
      areInTurn: fc.boolean(),
      skolemize: fc.boolean(),
    }),
  );

  test('write the same bytes', () => {
    const scalars = vi.spyOn(ScalarRowCopier.prototype, 'run');
    let rowsOfScalars = 0;
    let rowsOfAny = 0;
    const copiedByScalars = (): number => scalars.mock.results.reduce((sum, { value }) => sum + Number(value), 0);
    fc.assert(
      fc.property(series, ({ key, values, stamps, areInTurn, skolemize }) => {
        const day = (i: number): string => `"${new Date(i * 1_000).toISOString().replace('.000', '')}"`;
        const times = stamps.map((stamp, i) => day(areInTurn ? i : stamp));
        const write = (last: readonly string[]): { lines: string[]; copied: number } => {
          const items = [...values, ...last].join();
          const axis = [...times, ...last.map(() => 'null')].join();
          const text = `{"@semantic":{"@context":${JSON.stringify(context)}},"datetime":[${axis}],"${key}":[${items}]}`;
          const { text: triples, copiedRows } = convert(text, lexicon, { format: 'nt', skolemize });
          return { lines: triples.split('\n'), copied: copiedRows };
        };
        scalars.mockClear();
        const ofScalars = write([]);
        rowsOfScalars += copiedByScalars();
        scalars.mockClear();
        // With a record in it the array has more than one entry for each item.
        const ofAny = write(['{"x":1}']);
        rowsOfAny += copiedByScalars();
        const lines = new Set(ofAny.lines);
        expect(ofScalars.lines.filter((line) => !lines.has(line))).toEqual([]);
        expect(ofAny.lines.length - ofScalars.lines.length).toBeLessThanOrEqual(6);
        expect(ofAny.copied).toBe(ofScalars.copied);
      }),
      { numRuns: RUNS },
    );
    scalars.mockRestore();
    // The timestamps are scalars in both.
    expect(rowsOfScalars).toBeGreaterThan(1.2 * rowsOfAny);
  });
});

describe('a row that is longer than a chunk', () => {
  test('is no copy, wherever the chunk ends', async () => {
    const key = 'k'.repeat(70_000);
    const context = { [key]: { 'qudt:numericValue': `$${key}` }, status: { 'rdfs:label': '$status' } };
    const texts = Array.from({ length: 9 }, (_, i) => `"${String(i).repeat(70_000)}"`);
    const text = `{"@semantic":{"@context":${JSON.stringify(context)}},"${key}":[1,2,3,4,5,6,7,8,9],"status":[${texts.join(',')}]}`;
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

  test('is seen only where reading the text leaves it as it is', () => {
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
      expect(isCommonDateTime(bytes, 0, bytes.length, true)).toBe(true);
    }
  });
});
