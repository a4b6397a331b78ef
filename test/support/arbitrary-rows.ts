import fc from 'fast-check';

/** A document with arrays of many items, and what the conversion is asked. */
export interface RowsCase {
  readonly text: string;
  readonly options: { readonly base: null; readonly align: boolean; readonly maxArrayItems: number };
}

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

/** Documents with long arrays of scalars. */
export const seriesOfRows: fc.Arbitrary<RowsCase> = fc.tuple(items, fc.boolean()).map(([series, align]) => {
  const members = [
    ...series.singles,
    ...(series.datetime === undefined ? [] : [`"datetime":[${series.datetime.join(',')}]`]),
    ...series.columns.map(([key, values]) => `${JSON.stringify(key)}:[${values.join(',')}]`),
  ];
  const data = series.isNested ? `"status":"outer","block":[{${members.join(',')}}]` : members.join(',');
  const cites = series.citesStamp ? { unused: { 'dcterms:date': '@datetime' } } : {};
  const text = `{"@semantic":{"@context":${JSON.stringify({ ...CONTEXT, ...cites })}},${data}}`;
  return { text, options: { base: null, align, maxArrayItems: 0 } };
});

const RECORD_CONTEXT = {
  datetime: { 'rdf:type': 'time:Instant', 'time:inXSDDateTimeStamp': '$datetime' },
  // Instants that have a node of their own, which rows cite as well.
  epoch: { 'rdf:type': 'time:Instant', 'time:inTimePosition': '?position' },
  '?position': { 'time:numericPosition': '$epoch', 'rdfs:seeAlso': '?place' },
  // Says more of an instant than its own value does.
  local_time: { 'rdf:type': 'time:Instant', 'rdfs:label': ['$local_time', '$status'] },
  'active_power-kW': {
    'rdf:type': 'sosa:Observation',
    'sosa:hasResult': '?r',
    'sosa:madeBySensor': ['@device_id', '@site'],
    'rdfs:label': '$status',
  },
  '?r': { 'rdf:type': 'qudt:QuantityValue', 'qudt:numericValue': '$active_power-kW', 'qudt:isPartOf': '?place' },
  '?place': { 'rdfs:label': '$status', 'rdfs:seeAlso': '@site' },
  'energy-kWh': {
    'sosa:hasSimpleResult': '$energy-kWh',
    'sosa:phenomenonTime': '?position',
    'qudt:isPartOf': '?place',
    'sosa:madeBySensor': ['@maker', '@device_id', '@site', 'sosa:Sensor'],
  },
  device_id: { 'rdf:type': 'sosa:Sensor', 'dcterms:identifier': '$device_id', 'rdfs:label': '$maker' },
  site: { 'dcterms:identifier': '$site', 'rdfs:seeAlso': '@device_id' },
  readings: { 'rdf:type': 'sosa:Sample', 'rdfs:label': '$status' },
};

const memberOf = {
  datetime: stamp,
  epoch: fc.oneof(fc.constantFrom('1', '2', '"2"', '[1,2]'), fc.nat().map(String)),
  local_time: fc.constantFrom('"noon"', '"night"', '7'),
  'active_power-kW': item,
  'energy-kWh': fc.oneof(
    { weight: 3, arbitrary: item },
    { weight: 1, arbitrary: fc.constantFrom('[1,2]', '[1,1]', '[null,2]', '[[1,2]]', '[[2,2]]') },
  ),
  device_id: fc.constantFrom('"inv 1"', '"inv 2"', '"urn:x:y"', '5', '"a\\u0041"', 'null'),
  maker: fc.constantFrom('"ACME"', '"é"', '["x","y"]'),
  site: fc.constantFrom('"inv 1"', '"s"', '"urn:x:y"'),
  status: fc.constantFrom('"up"', '"down"', '"a & b"', '"\\ud800"', '["up"]', '["p","p"]', 'true'),
  readings: fc.oneof(
    item,
    fc.constantFrom('{"active_power-kW":1,"status":"up"}', '[{"energy-kWh":1},{"energy-kWh":2}]'),
  ),
  plain: fc.oneof(item, fc.constantFrom('[1]', '[1,1,"1"]', '[[1,2]]', '[[2,2]]')),
};
type Member = keyof typeof memberOf;

const member = (key: Member) => memberOf[key].map((value) => `${JSON.stringify(key)}:${value}`);
const record = fc
  .shuffledSubarray(Object.keys(memberOf) as Member[], { minLength: 1, maxLength: 6 })
  .chain((keys) =>
    fc.tuple(fc.constant(keys), fc.array(fc.tuple(...keys.map(member)), { minLength: 2, maxLength: 9 })),
  );

/** Arrays of records of a few shapes, and what stands around them. */
const tables = fc.record({
  blocks: fc.array(record, { minLength: 1, maxLength: 4 }),
  order: fc.array(fc.nat({ max: 100 }), { minLength: 8, maxLength: 13 }),
  outer: fc
    .shuffledSubarray(['device_id', 'site', 'status', 'datetime', 'maker'] as Member[])
    .chain((keys) => fc.tuple(...keys.map(member))),
  axis: fc.boolean(),
  aligned: fc.boolean(),
  twice: fc.boolean(),
  key: fc.constantFrom('rows', 'readings', 'active_power-kW'),
  maxArrayItems: fc.constantFrom(0, 0, 9, 1),
});

/** Documents with arrays of records of a few shapes. */
export const tablesOfRecords: fc.Arbitrary<RowsCase> = fc.tuple(tables, fc.boolean()).map(([table, align]) => {
  const records = table.blocks.flatMap(([, rows]) => rows);
  const rows = table.order.map((at) => `{${records[at % records.length]!.join(',')}}`);
  const stamps = rows.map((_, i) => (i === 3 ? 'null' : `"2024-01-01T00:00:${String(i % 7).padStart(2, '0')}Z"`));
  const labels = rows.map((_, i) => (i % 5 === 4 ? 'null' : `"l${i % 3}"`));
  const members = [
    ...table.outer,
    ...(table.axis ? [`"datetime":[${stamps.join(',')}]`] : []),
    ...(table.aligned ? [`"status":[${labels.join(',')}]`] : []),
    `"${table.key}":[${rows.join(',')}]`,
    ...(table.twice ? [`"again":[${rows.join(',')}]`] : []),
  ];
  const text = `{"@semantic":{"@context":${JSON.stringify(RECORD_CONTEXT)}},${members.join(',')}}`;
  return { text, options: { base: null, align, maxArrayItems: table.maxArrayItems } };
});
