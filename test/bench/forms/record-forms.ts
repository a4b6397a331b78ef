import { items, type FormFacts, type Members } from './form.ts';
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
  oneOf,
  reading,
  readingAsText,
  repeating,
  shuffled,
  sometimes,
  toTheMinute,
  toTheMinuteInUtc,
  unique,
  uuid,
  type Value,
  withMilliseconds,
  withOffset,
  withoutZone,
  withSpace,
} from './form-values.ts';

const watts = reading(9000, 1);

const records = (name: string, members: Members, rest: Partial<FormFacts> = {}): FormFacts => ({
  name,
  kind: 'records',
  members,
  ...rest,
});

const stamped = (stamps: Value): Members => ({
  '!timestamp': stamps,
  '#active_power-W': watts,
  '=active_energy-Wh': counter,
  note: notes.ascii,
});

const noted = (note: Value): Members => ({ '!timestamp': inUtc(), '=active_power-W': watts, note });

/** A place on a map. */
const position: Value = (row) => `[${reading(180, 5)(row)},${reading(90, 5)(row + 1)}]`;

/** One of some readings of a charging session. */
const sampled: Members = {
  value: readingAsText(9000, 1),
  context: constant('"Sample.Periodic"'),
  measurand: oneOf('Energy.Active.Import.Register', 'Power.Active.Import', 'Voltage'),
  unit: oneOf('Wh', 'W', 'V'),
};

/** Arrays of records, as APIs and devices give them. */
export const RECORD_FORMS: readonly FormFacts[] = [
  records('stamps …Z', stamped(inUtc())),
  records('stamps ….000Z', stamped(withMilliseconds)),
  records('stamps +01:00', stamped(withOffset('+01:00'))),
  records('stamps +01:00 and +02:00 by season', stamped(bySeason)),
  records('stamps +0100', stamped(withOffset('+0100'))),
  records('stamps with a space', stamped(withSpace)),
  records('stamps without a zone', stamped(withoutZone)),
  records('stamps without seconds', stamped(toTheMinute)),
  records('stamps that descend', stamped(inUtc(descending))),
  records('stamps that repeat', stamped(inUtc(repeating))),
  records('stamps shuffled', stamped(inUtc(shuffled))),
  records('Unix seconds', { '!unix_timestamp-s': inSeconds, '#active_power-W': watts, '=voltage-V': reading(250, 1) }),
  records('nothing described', {
    id: counter,
    name: unique('meter '),
    power: watts,
    isOpen: boolean,
    note: notes.ascii,
  }),
  records('numbers alone', { a: watts, b: reading(1, 5), c: counter }),
  records('keys that come and go', {
    '!timestamp': inUtc(),
    '#active_power-W': sometimes(0.8, watts),
    '#voltage-V': sometimes(0.5, reading(250, 1)),
    '#current-A': sometimes(0.4, reading(16, 2)),
    '=frequency-Hz': sometimes(0.6, reading(50, 2)),
    note: sometimes(0.3, notes.ascii),
  }),
  records('eight keys of which each comes and goes', {
    '!timestamp': inUtc(),
    ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`=k${i}`, sometimes(0.5 + i / 100, watts)])),
  }),
  records('nulls that come and go', {
    '!timestamp': inUtc(),
    '#active_power-W': everyNth(5, nothing, watts),
    '#voltage-V': everyNth(3, nothing, reading(250, 1)),
    '=frequency-Hz': everyNth(7, nothing, reading(50, 2)),
  }),
  records('integers and decimals mixed', {
    '!timestamp': inUtc(),
    '=power': everyNth(3, counter, watts),
    '=energy': everyNth(2, counter, watts),
  }),
  records('values that are texts (DSMR)', {
    '!timestamp': inUtc(),
    '=active_power-W': readingAsText(9000, 1),
    '#voltage-V': readingAsText(250, 1),
  }),
  records('texts beyond ASCII', noted(notes.beyondAscii)),
  records('texts with quotes and backslashes', noted(notes.quotes)),
  records('texts with line feeds', noted(notes.lines)),
  records('texts with markup', noted(notes.markup)),
  records('texts with \\u and \\/', noted(notes.coded)),
  records('texts of all kinds', noted(notes.mixed)),
  records('ids of which each is another', { '@id': uuid, name: unique('n'), '=power': watts }),
  records('ids of which each is another and needs encoding', {
    '@id': unique('PT*ABC*E/'),
    name: unique('n'),
    '=power': watts,
  }),
  records('ids beyond ASCII', { '@id': unique('Zähler '), '=power': watts }),
  records('ids that are IRIs', { '@id': unique('https://plant.example/id/'), '=power': watts }),
  records('ids that are numbers', { '@id': counter, '=power': watts }),
  records('a table of entities that cite one another', {
    '@node_id': unique('node-'),
    '@site': inTurn('site-', 400),
    name: unique('name '),
    '=rated_power-W': reading(9000, 0),
  }),
  records('50 devices in turn, with stamps', {
    '!timestamp': inUtc(),
    '@device_id': inTurn('inverter-', 50),
    '#active_power-kW': watts,
    note: notes.ascii,
  }),
  records('2000 devices in turn, with stamps', {
    '!timestamp': inUtc(repeating),
    '@device_id': inTurn('urn:dev:mac:', 2000),
    '#active_power-kW': watts,
  }),
  records('records in records (SunSpec models)', {
    '!timestamp': inUtc(),
    inverter: { '#W': watts, '#Hz': reading(50, 2), dc: { '#DCV': reading(800, 1), '#DCA': reading(20, 2) } },
    state: { St: constant('4'), Evt1: constant('0') },
  }),
  records('arrays of numbers', { '!timestamp': inUtc(), '=phases': items(3, reading(250, 1)), '=power': watts }),
  records('arrays of numbers, some longer', {
    '!timestamp': inUtc(),
    '=samples': items((row) => 1 + (row % 5), watts),
  }),
  records('arrays of plain numbers, some longer', { id: counter, samples: items((row) => row % 6, watts) }),
  records('arrays of plain numbers, some of them twice', { '!date': ofDays, prices: items(96, reading(20, 1)) }),
  records('arrays of texts', { '!timestamp': inUtc(), '=power': watts, tags: items((row) => row % 4, notes.ascii) }),
  records('lines of GeoJSON', {
    geometry: { type: constant('"LineString"'), coordinates: items((row) => 2 + (row % 4), position) },
    properties: { '@id': unique('line-'), '=nominal_voltage-kV': oneOf('220', '110') },
  }),
  records('an array of values each day', { '!date': ofDays, '#prices': items(24, watts) }),
  records('a series in each record', {
    '@device_id': unique('d'),
    '!timestamp': items(24, inUtc()),
    '#active_power-kW': items(24, watts),
  }),
  records('a day of 96 values in each record', {
    '@meter_id': unique('m'),
    '!timestamp': items(96, inUtc()),
    '#active_power-kW': items(96, watts),
    '#voltage-V': items(96, reading(250, 1)),
  }),
  records('a table of 200 columns', {
    '!timestamp': inUtc(),
    ...Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`c${i}`, watts])),
  }),
  records('400 points of a plant in each', {
    '!timestamp': inUtc(),
    ...Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`=unit-${i}`, watts])),
  }),
  records('arrays of records with stamps', {
    '@device_id': unique('d'),
    measurements: items((row) => 1 + (row % 7), { '!timestamp': inUtc(), '=value': watts, unit: oneOf('W', 'V') }),
  }),
  records('nulls that come and go in ten keys', {
    '!timestamp': inUtc(),
    ...Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`=k${i}`, everyNth(2 + i, nothing, watts)] as const)),
  }),
  records('twelve plain keys of which each comes and goes', {
    id: counter,
    ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`k${i}`, sometimes(0.5 + i / 100, watts)])),
  }),
  records('records by id', { '!timestamp': inUtc(), '#power': watts, name: unique('n') }, { keyed: true }),
  records('nodes of OPC UA', {
    '@NodeId': inTurn('ns=2;s=Channel1.Device', 60),
    Value: { Type: constant('11'), Body: watts },
    StatusCode: everyNth(20, constant('{"Code":2147483648}'), constant('0')),
    '!SourceTimestamp': withMilliseconds,
  }),
  records('resources of CIM', {
    '@mRID': ((row) => `"urn:uuid:${uuid(row)!.slice(1)}`) as Value,
    name: unique('x'),
    '=nominal_voltage-kV': oneOf('220', '110'),
  }),
  records('arrays of records (OCPP)', { '!timestamp': inUtc(), sampledValue: items(3, sampled) }, { in: 'meterValue' }),
  records('arrays of records, some longer (OCPP)', {
    '!timestamp': inUtc(),
    sampledValue: items((row) => 1 + (row % 4), sampled),
  }),
  records('points of ENTSO-E', { position: counter, '=quantity': reading(9000, 0) }, { in: 'Point' }),
  records('periods with an interval (OCPI)', {
    id: unique('S-'),
    '!start_date_time': inUtc(),
    end_date_time: inUtc(descending),
    '=kwh': reading(60, 2),
    location: { '@location_id': inTurn('LOC-', 300), evse: oneOf('E1', 'E2') },
    total_cost: { before_taxes: reading(9, 2), taxes: items(1, { name: constant('"IVA"'), amount: reading(2, 2) }) },
    status: oneOf('COMPLETED', 'ACTIVE'),
  }),
  records(
    'GeoJSON features',
    {
      type: constant('"Feature"'),
      geometry: { type: constant('"Point"'), coordinates: items(2, reading(90, 6)) },
      properties: { '@mrid': uuid, name: unique('Station '), '=nominal_voltage-kV': oneOf('220', '110') },
    },
    { in: 'features', around: '"type":"FeatureCollection"' },
  ),
  records(
    'states of Home Assistant',
    {
      '@entity_id': inTurn('sensor.power_', 40),
      state: readingAsText(9000, 1),
      attributes: {
        unit_of_measurement: constant('"W"'),
        friendly_name: oneOf('Wärmepumpe', 'Wallbox', 'PV'),
        device_class: sometimes(0.7, constant('"power"')),
      },
      '!last_changed': withMilliseconds,
      last_updated: withMilliseconds,
    },
    { timeProperty: 'time:inXSDDateTime' },
  ),
  records(
    'history of Home Assistant, an array for each entity',
    {
      '@entity_id': inTurn('sensor.power_', 40),
      state: readingAsText(9000, 1),
      attributes: { unit_of_measurement: constant('"W"') },
      '!last_changed': withMilliseconds,
    },
    { in: 'history', grouped: 250 },
  ),
  records(
    'prices of aWATTar',
    {
      '!unix_timestamp-ms': inMilliseconds,
      end_timestamp: inMilliseconds,
      '=marketprice': reading(200, 2),
      unit: constant('"Eur/MWh"'),
    },
    { in: 'data' },
  ),
  records(
    'prices of Tibber',
    {
      total: reading(1, 4),
      energy: reading(1, 4),
      tax: reading(1, 4),
      '!startsAt': withOffset('+01:00'),
      level: oneOf('NORMAL', 'CHEAP'),
    },
    { timeProperty: 'time:inXSDDateTimeStamp' },
  ),
  records(
    'intervals of Octopus',
    { '=consumption': reading(2, 3), '!interval_start': withOffset('+00:00'), interval_end: withOffset('+00:00') },
    { in: 'results' },
  ),
  records('readings of Green Button', {
    '=value': reading(900, 0),
    timePeriod: { duration: constant('900'), '!start': inSeconds },
    cost: counter,
  }),
  records('aggregates of a Powerwall', {
    site: { '!last_communication_time': withOffset('-07:00'), '#instant_power': watts, frequency: reading(60, 2) },
    battery: { '#instant_power': watts, energy_exported: counter },
  }),
  records('phases of a Shelly', {
    ts: inSeconds,
    '@id': inTurn('shelly-', 20),
    '=apower': watts,
    aenergy: { total: counter, by_minute: items(3, watts) },
  }),
  records('values of Victron', {
    '!timestamp': inSeconds,
    code: oneOf('bv', 'Pdc'),
    '=rawValue': reading(60, 2),
    formattedValue: ((row) => `"${row % 60}.5 V"`) as Value,
  }),
  records('archive rows of Fronius', {
    '!date': ofDays,
    Body: {
      Data: { PAC: { Unit: constant('"W"'), '=Value': watts }, DAY: { Unit: constant('"Wh"'), '=Value': counter } },
    },
  }),
  records('devices of Enphase', {
    '@serial_number': unique('1210'),
    '!last_report_at': inSeconds,
    '=last_report_watts': reading(300, 0),
    status: sometimes(0.9, constant('"normal"')),
    model: sometimes(0.2, notes.ascii),
  }),
  records('prices without seconds (ENTSO-E)', { interval: { '!start': toTheMinuteInUtc }, '=price': reading(200, 2) }),
  records('tags and fields (InfluxDB)', {
    measurement: constant('"power"'),
    tags: { '@host': inTurn('host', 30), phase: oneOf('L1', 'L2', 'L3') },
    fields: { '=value': watts, count: counter },
    '!unix_timestamp-ms': inMilliseconds,
  }),
];
