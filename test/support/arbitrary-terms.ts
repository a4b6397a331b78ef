import fc from 'fast-check';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { XSD } from '../../src/rdf/namespaces.ts';

/** Terms that cite each other, of each pattern that the vocabulary has. */
const POOL = [
  'timestamp', 'device_id', 'meter_id', 'asset_id', 'sensor_id', 'quality_flag', 'bidding_zone', 'active_power-kW', 'voltage-V',
  'day_ahead_price-DKK_per_kWh', 'bill_amount-EUR', 'valid_from', 'valid_until', 'supplier', 'tariff_id', 'duration', 'city', 'asset_type',
  'contracted_apparent_power-kVA', 'cycle_count', 'balancing_direction', 'latitude', 'longitude', 'unit', 'value', 'albedo',
]; // prettier-ignore

const STAMPS = ['2026-03-01T10:15:00Z', '2026-03-01T10:30:00Z', '2026-03-01T10:45:00+01:00', '2026-03-01T10:15:00Z'];

/** A scalar that the datatype takes without a warning and without a repair. */
function fittingScalar(datatype: string): fc.Arbitrary<string | number | boolean> {
  if (datatype === `${XSD}dateTimeStamp` || datatype === `${XSD}dateTime`) return fc.constantFrom(...STAMPS);
  if (datatype === `${XSD}date`) return fc.constantFrom('2026-03-01', '2026-03-02');
  if (datatype === `${XSD}boolean`) return fc.boolean();
  if (datatype === `${XSD}integer`) return fc.integer({ min: -5, max: 5 });
  if (/(?:double|decimal)$/.test(datatype)) return fc.oneof(fc.constantFrom(812.4, 0, -3.25, 7), fc.constant('812.40'));
  // The hub takes every text as one of these; readers of RDF do not.
  const strict = { duration: 'PT15M', gYear: '2026', gYearMonth: '2026-03', anyURI: 'https://plant.example/' };
  const text = strict[datatype.slice(XSD.length) as keyof typeof strict] as string | undefined;
  return text === undefined ? fc.constantFrom('inverter 7', 'b', 'ä/ü?', '') : fc.constant(text);
}

/**
 * Documents of terms and nothing else, whose values fit: scalars, series, records, arrays of records and of arrays.
 *
 * @param more terms besides those of the pool
 */
export function termDocument(lexicon: Lexicon, more: readonly string[] = []): fc.Arbitrary<Record<string, unknown>> {
  const names = [...POOL, ...more].filter((name) => lexicon.terms.has(name));
  const scalarOf = (name: string) => fittingScalar(lexicon.terms.get(name)!.datatype);
  const recordAt = (depth: number): fc.Arbitrary<Record<string, unknown>> =>
    fc
      .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 7 })
      .chain((keys) =>
        fc
          .tuple(...keys.map((name) => fc.tuple(fc.constant(name), valueAt(name, depth))))
          .map((members) => Object.fromEntries(members)),
      );
  const valueAt = (name: string, depth: number): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 6, arbitrary: scalarOf(name) },
      { weight: 3, arbitrary: fc.array(fc.option(scalarOf(name), { freq: 5 }), { minLength: 2, maxLength: 2 }) },
      { weight: 1, arbitrary: fc.constantFrom(null, [], [[]]) },
      ...(depth === 0
        ? []
        : [
            { weight: 1, arbitrary: recordAt(depth - 1) },
            { weight: 1, arbitrary: fc.array(fc.oneof(recordAt(depth - 1), scalarOf(name)), { maxLength: 3 }) },
          ]),
    );
  return recordAt(2);
}

/** Keys with a scalar each. */
function scalarsOf(lexicon: Lexicon, names: readonly string[], minLength: number): fc.Arbitrary<object> {
  const terms = names.filter((name) => lexicon.terms.has(name));
  return fc
    .subarray(terms, { minLength, maxLength: Math.min(7, terms.length) })
    .chain((keys) =>
      fc
        .tuple(...keys.map((name) => fittingScalar(lexicon.terms.get(name)!.datatype)))
        .map((values) => Object.fromEntries(keys.map((key, i) => [key, values[i]]))),
    );
}

const WITHOUT_TIME = POOL.filter((name) => !/^(?:timestamp|valid_from|valid_until)$/.test(name));

/** Documents of terms without arrays and records, with one time or none. */
export function flatDocument(lexicon: Lexicon): fc.Arbitrary<object> {
  const scalars = scalarsOf(lexicon, WITHOUT_TIME, 2);
  return fc
    .tuple(scalars, fc.option(fc.constantFrom(...STAMPS)))
    .map(([values, timestamp]) => (timestamp === null ? values : { timestamp, ...values }));
}

/** Documents of terms with one record, and with an array of records of distinct times; no key is both within and around them. */
export function recordsDocument(lexicon: Lexicon): fc.Arbitrary<object> {
  const outside = ['city', 'albedo', 'duration'];
  const inSite = ['latitude', 'longitude', 'asset_type'];
  const inReadings = WITHOUT_TIME.filter((name) => !outside.includes(name) && !inSite.includes(name));
  const readings = fc.tuple(...STAMPS.slice(0, 3).map(() => scalarsOf(lexicon, inReadings, 1)));
  return fc
    .tuple(scalarsOf(lexicon, outside, 1), scalarsOf(lexicon, inSite, 1), readings)
    .map(([scalars, site, records]) => ({
      ...scalars,
      site,
      readings: records.map((record, i) => ({ timestamp: STAMPS[i], ...record })),
    }));
}
