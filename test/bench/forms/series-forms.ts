import type { FormFacts, Members } from './form.ts';
import {
  boolean,
  bySeason,
  constant,
  counter,
  descending,
  everyNth,
  inMilliseconds,
  inSeconds,
  inTurn,
  inUtc,
  notes,
  nothing,
  ofDays,
  ofMeters,
  ofMonths,
  ofYears,
  reading,
  readingAsText,
  repeating,
  shuffled,
  toTheMinute,
  toTheMinuteInUtc,
  unique,
  type Value,
  withComma,
  withMicroseconds,
  withMilliseconds,
  withOffset,
  withoutZone,
  withSpace,
  withSpaceAndZone,
} from './form-values.ts';

const kilowatts = reading(1000, 4);

/** Two arrays of numbers along an axis. */
const along = (stamps: Value): Members => ({
  '!timestamp': stamps,
  '#active_power-kW': kilowatts,
  '=active_energy-kWh': reading(1000, 3),
});

const series = (name: string, members: Members, rest: Partial<FormFacts> = {}): FormFacts => ({
  name,
  kind: 'series',
  members,
  ...rest,
});

/** Arrays beside an axis, as data sets have them. */
export const SERIES_FORMS: readonly FormFacts[] = [
  series('stamps …Z', along(inUtc())),
  series('stamps ….000Z, as JavaScript writes them', along(withMilliseconds)),
  series('stamps ….125000Z', along(withMicroseconds)),
  series('stamps +00:00', along(withOffset('+00:00'))),
  series('stamps +01:00', along(withOffset('+01:00'))),
  series('stamps +01:00 and +02:00 by season', along(bySeason)),
  series('stamps +0100', along(withOffset('+0100'))),
  series('stamps +01', along(withOffset('+01'))),
  series('stamps with a space', along(withSpace)),
  series('stamps with a space and +00:00', along(withSpaceAndZone)),
  series('stamps without a zone', along(withoutZone)),
  series('stamps without seconds or zone (Open-Meteo)', along(toTheMinute)),
  series('stamps without seconds, …Z (ENTSO-E)', along(toTheMinuteInUtc)),
  series('stamps of DSMR meters, which fit no datatype', along(ofMeters)),
  series('stamps that descend', along(inUtc(descending))),
  series('stamps that repeat', along(inUtc(repeating))),
  series('stamps shuffled', along(inUtc(shuffled))),
  series('stamps with nulls', along(everyNth(10, nothing, inUtc()))),
  series('days of the term date', { '!date': ofDays, '#active_power-kW': kilowatts }),
  series('days by time:inXSDDate', { '!day': ofDays, '#power': kilowatts }, { timeProperty: 'time:inXSDDate' }),
  series('months', { '!month': ofMonths, '#active_energy-kWh': kilowatts }),
  series('years', { '!year': ofYears, '#active_energy-kWh': kilowatts }),
  series('Unix seconds', { '!unix_timestamp-s': inSeconds, '#active_power-kW': kilowatts }),
  series('Unix milliseconds (InfluxDB)', { '!unix_timestamp-ms': inMilliseconds, '#active_power-kW': kilowatts }),
  series('Unix seconds of a key that is no term', { '!ts': inSeconds, '#power': kilowatts }),
  series(
    'a key that is no term by time:inXSDDateTime',
    { '!t': inUtc(), '#power': kilowatts },
    { timeProperty: 'time:inXSDDateTime' },
  ),
  series(
    'a key that is no term by time:inXSDDateTime, +01:00',
    { '!zeit': withOffset('+01:00'), '#leistung': kilowatts },
    { timeProperty: 'time:inXSDDateTime' },
  ),
  series('values that are texts', { '!timestamp': inUtc(), '#active_power-kW': readingAsText(1000, 2) }),
  series('values that are texts, stamps +01:00 (PVOutput)', {
    '!timestamp': withOffset('+01:00'),
    '#active_power-W': readingAsText(9000, 0),
    '#voltage-V': readingAsText(250, 1),
  }),
  series('values with a decimal comma', { '!timestamp': inUtc(), '#active_power-kW': withComma }),
  series('values with nulls (OPSD)', {
    '!utc_timestamp': inUtc(),
    '#load-MW': everyNth(9, nothing, reading(60_000, 1)),
    '#solar_generation-MW': everyNth(4, nothing, reading(30_000, 1)),
  }),
  series('integers and decimals mixed', {
    '!timestamp': inUtc(),
    '#active_power-kW': everyNth(3, reading(9000, 0), reading(9000, 1)),
  }),
  series('numbers of which some are texts', {
    '!timestamp': inUtc(),
    '#active_power-kW': everyNth(7, readingAsText(9000, 1), reading(9000, 1)),
  }),
  series('decimals where the datatype wants integers', {
    '!timestamp': inUtc(),
    '#port_count': kilowatts,
    '#weather_code': reading(99, 1),
  }),
  series('integers of a term', { '!timestamp': inUtc(), '#weather_code': reading(99, 0) }),
  series('booleans', { '!timestamp': inUtc(), '#switch_open': boolean, '#occupancy': boolean }),
  series('a text in each row', { '!timestamp': inUtc(), '#active_power-kW': kilowatts, '#status': unique('state ') }),
  series('texts with escapes', { '!timestamp': inUtc(), '#status': notes.quotes }),
  series('texts beyond ASCII', { '!timestamp': inUtc(), '#status': notes.beyondAscii }),
  series('texts with markup', { '!timestamp': inUtc(), '#status': notes.markup }),
  series('two axes', along(inUtc()), {
    in: 'hourly',
    beside: { daily: { '!date': ofDays, '#energy_day-kWh': kilowatts } },
  }),
  series('two time keys along one axis (OPSD)', {
    '!utc_timestamp': inUtc(),
    '!cet_cest_timestamp': withOffset('+0100'),
    '#load-MW': reading(60_000, 1),
  }),
  series('plain arrays of an Open-Meteo answer', {
    time: toTheMinute,
    temperature_2m: unique('1'),
    '#wind_speed_10m': reading(20, 1),
    '#surface_pressure': reading(1100, 1),
  }),
  series('plain numbers beside an axis', { '!timestamp': inUtc(), load: kilowatts, price: reading(200, 2) }),
  series('rows in arrays of arrays (InfluxDB)', {
    values: ((row) => `[${inUtc()(row)},${kilowatts(row)},${reading(250, 1)(row)}]`) as Value,
  }),
  series('values by key (pandas)', { power: kilowatts }, { keyed: true }),
  series('an array of entities', {
    '!timestamp': inUtc(),
    '#active_power-kW': kilowatts,
    '@device_id': inTurn('inverter-', 50),
  }),
  series('ids of which each is another', {
    '@device_id': unique('meter-'),
    '#active_power-kW': kilowatts,
  }),
  series('a counter, and a constant in each row', {
    '!timestamp': inUtc(),
    '#energy_total-kWh': counter,
    '#phase_count': constant('3'),
  }),
  series('twelve arrays (SunSpec)', {
    '!timestamp': inUtc(),
    ...Object.fromEntries(
      ['W', 'VA', 'VAr', 'PF', 'Hz', 'PhVphA', 'PhVphB', 'PhVphC', 'DCV', 'DCA', 'DCW', 'TmpCab'].map((key) => [
        `#${key}`,
        kilowatts,
      ]),
    ),
  }),
];
