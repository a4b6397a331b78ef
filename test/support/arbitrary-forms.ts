import fc from 'fast-check';

/** Rows of each document: enough that the rows which are walked to record others are few. */
export const FORM_ROWS = 72;

/** A document of rows whose copies the mapping allows. */
export interface FormCase {
  readonly text: string;
  /** Sets of keys that rows have, with what is described in them for the first time. */
  readonly shapes: number;
  /** Arrays of values whose rows are copied. */
  readonly arrays: number;
  /** Entities: their descriptions are rows of their own, if a format does not hold them in the row. */
  readonly entities: number;
}

/** The text of a row. */
export type Value = (row: number) => string;

export const iso = (row: number): string => new Date(Date.UTC(2024, 1, 27) + row * 900_000).toISOString();
const stamps: Readonly<Record<string, Value>> = {
  utc: (row) => `"${iso(row).slice(0, 19)}Z"`,
  milliseconds: (row) => `"${iso(row)}"`,
  offset: (row) => `"${iso(row).slice(0, 19)}+01:00"`,
  bare: (row) => `"${iso(row).slice(0, 19)}"`,
  space: (row) => `"${iso(row).slice(0, 10)} ${iso(row).slice(11, 16)}"`,
  short: (row) => `"${iso(row).slice(0, 16)}+0100"`,
  unix: (row) => String(1_700_000_000 + row * 900),
  unfit: (row) => `"day ${row}"`,
  descending: (row) => `"${iso(FORM_ROWS - row).slice(0, 19)}Z"`,
  shuffled: (row) => `"${iso((row * 31) % 73).slice(0, 19)}Z"`,
};
export const scalars: Readonly<Record<string, Value>> = {
  integer: String,
  decimal: (row) => `${row}.50`,
  exponent: (row) => `${row}e2`,
  text: (row) => `"n ${row}"`,
  numeral: (row) => `"${row}.5"`,
  comma: (row) => `"${row},5"`,
  escaped: (row) => `"\\"${row}\\"\\n\\\\"`,
  coded: (row) => `"\\u00e9\\/\\ud83d\\ude00 ${row}"`,
  beyondAscii: (row) => `"é 😀 ${row}"`,
  markup: (row) => `"<b>${row} & c</b>"`,
  boolean: (row) => String(row % 3 === 0),
  repeated: () => '"same"',
};
const entities: Readonly<Record<string, Value>> = {
  unique: (row) => `"id ${row}"`,
  inTurn: (row) => `"d${row % 4}"`,
  iri: (row) => `"https://ex.org/d/${row}"`,
  number: String,
  beyondAscii: (row) => `"Zähler/${row}"`,
};
export const oneOf = (values: Readonly<Record<string, Value>>) => fc.constantFrom(...Object.values(values));

const CONTEXT = {
  timestamp: { 'rdf:type': 'time:Instant', 'time:inXSDDateTimeStamp': '$timestamp' },
  'active_power-kW': { 'rdf:type': 'sosa:Observation', 'sosa:hasResult': '?r', 'sosa:madeBySensor': '@device_id' },
  '?r': { 'qudt:numericValue': '$active_power-kW' },
  'energy-kWh': { 'sosa:hasSimpleResult': '$energy-kWh' },
  device_id: { 'rdf:type': 'sosa:Sensor', 'dcterms:identifier': '$device_id' },
};
export const documentOf = (members: string, prefixes: object = {}): string =>
  `{"@semantic":${JSON.stringify({ '@prefix': prefixes, '@context': CONTEXT })},${members}}`;

/** Values of one kind, in every row or in some. */
interface Column {
  readonly key: string;
  readonly value: Value;
  /** 1 for each row. */
  readonly every: number;
}

const column = (key: string, values: Readonly<Record<string, Value>>): fc.Arbitrary<Column> =>
  fc.record({ key: fc.constant(key), value: oneOf(values), every: fc.constantFrom(1, 1, 1, 2, 3) });

export const columns = fc
  .tuple(
    column('timestamp', stamps),
    column('active_power-kW', scalars),
    column('energy-kWh', scalars),
    column('device_id', entities),
    column('plain', scalars),
    column('other', scalars),
  )
  .chain((all) => fc.shuffledSubarray(all, { minLength: 2 }));

/** The column with stamps of another year, when they run otherwise than those of the outer records: where both meet, rows change their shape. */
function apartFrom(outer: readonly Column[], column: Column): Column {
  const { key, value } = column;
  if (key !== 'timestamp' || outer.some((other) => other.value === value)) return column;
  return { ...column, value: (row) => value(row).replace('2024-', '2023-') };
}

/** Records whose keys come and go, with records and arrays in them. */
export const formOfRecords: fc.Arbitrary<FormCase> = fc
  .record({
    columns,
    nested: fc.option(columns),
    items: fc.constantFrom(0, 0, 1, 3),
    key: fc.constantFrom('rows', 'plain2'),
  })
  .map(({ columns: outer, nested: inner, items, key }) => {
    const nested = inner?.map((one) => apartFrom(outer, one)) ?? null;
    const shapes = new Set<string>();
    const described = new Set<string>();
    const met = new Set<string>();
    const rows = Array.from({ length: FORM_ROWS }, (_, row) => {
      const shape: string[] = [];
      const membersOf = (list: readonly Column[]): string[] =>
        list.flatMap(({ key, value, every }) => {
          if (row % every !== 0) return [];
          const text = value(row);
          // The first value of an instant or an entity has it described.
          const isDescribed = key === 'timestamp' || key === 'device_id';
          shape.push(isDescribed && !met.has(text) ? `${key} first` : key);
          met.add(text);
          if (key === 'device_id') described.add(text);
          return [`"${key}":${text}`];
        });
      const members = membersOf(outer);
      if (nested !== null) members.push(`"inner":{${membersOf(nested).join()}}`);
      if (items > 0) members.push(`"list":[${Array.from({ length: items }, (_, i) => `${row}.${i}`).join()}]`);
      shapes.add(shape.join());
      return `{${members.join()}}`;
    });
    return {
      text: documentOf(`"${key}":[${rows.join()}]`),
      shapes: shapes.size,
      arrays: 1,
      entities: described.size,
    };
  });

/** Records along an axis, and arrays of such records among them, which are aligned with nothing. */
export const recordsAmongArrays: fc.Arbitrary<string> = fc
  .record({
    columns,
    axis: oneOf(stamps),
    key: fc.constantFrom('rows', 'energy-kWh', 'active_power-kW'),
    places: fc.uniqueArray(fc.constantFrom<number>(0, 1, 5, 40), { minLength: 1 }),
    length: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ columns, axis, key, places, length }) => {
    const record = (row: number): string =>
      `{${columns.flatMap(({ key, value, every }) => (row % every === 0 ? [`"${key}":${value(row)}`] : [])).join()}}`;
    const list = (items: number, item: Value): string =>
      `[${Array.from({ length: items }, (_, at) => item(at)).join()}]`;
    const rows = list(FORM_ROWS, (row) =>
      places.includes(row) ? list(length, (at) => record(row + at)) : record(row),
    );
    return documentOf(`"timestamp":${list(FORM_ROWS, axis)},"${key}":${rows}`);
  });

/** Records that each have a series of their own, with stamps that come again in other records, and in some of them twice. */
export const recordsOfSeries: fc.Arbitrary<string> = fc
  .record({
    axis: oneOf(stamps),
    power: oneOf(scalars),
    energy: oneOf(scalars),
    length: fc.integer({ min: 1, max: 9 }),
    step: fc.constantFrom(0, 0, 1, 3, 9),
    isWithin: fc.boolean(),
    hasOwn: fc.boolean(),
    holdsRecords: fc.boolean(),
    misaligned: fc.constantFrom(0, 0, 1),
    twice: fc.uniqueArray(fc.nat(FORM_ROWS - 1), { maxLength: 6 }),
    nulls: fc.constantFrom(0, 0, 5, 1),
    device: fc.option(oneOf(entities)),
  })
  .map(({ axis, power, energy, length, step, isWithin, hasOwn, holdsRecords, misaligned, twice, nulls, device }) => {
    const list = (items: number, item: Value): string => `[${Array.from({ length: items }, (_, i) => item(i)).join()}]`;
    const rows = list(FORM_ROWS, (row) => {
      const stamp: Value = (i) =>
        nulls > 0 && i === 2 && row % nulls === 0
          ? 'null'
          : axis(row * step + (twice.includes(row) && i === length - 1 ? 0 : i));
      const read: Value = (i) => power(twice.includes(row) ? 7 : row * 5 + i);
      const members = [
        `"timestamp":${list(length, stamp)}`,
        `"active_power-kW":${list(length, read)}`,
        `"energy-kWh":${list(length + misaligned, (i) => (holdsRecords ? `{"plain":${energy(i)}}` : energy(row + i)))}`,
      ];
      const series = isWithin ? `"inner":{${members.join()}}` : members.join();
      const others = [
        ...(device === null ? [] : [`"device_id":${device(row)}`]),
        ...(hasOwn ? [`"rank":{"timestamp":${axis(row)},"energy-kWh":[${row},${row + 1}]}`] : []),
      ];
      return `{${[...others, series].join()}}`;
    });
    return documentOf(`"rows":${rows}`);
  });

/** Arrays of scalars along an axis. */
export const formOfSeries: fc.Arbitrary<FormCase> = fc
  .record({
    axis: fc.option(oneOf(stamps)),
    power: oneOf(scalars),
    energy: oneOf(scalars),
    everyNull: fc.constantFrom(FORM_ROWS * 2, FORM_ROWS * 2, 9),
  })
  .map(({ axis, power, energy, everyNull }) => {
    const list = (value: Value): string =>
      `[${Array.from({ length: FORM_ROWS }, (_, row) => ((row + 1) % everyNull === 0 ? 'null' : value(row))).join()}]`;
    const members = [
      ...(axis === null ? [] : [`"timestamp":${list(axis)}`]),
      `"active_power-kW":${list(power)}`,
      `"energy-kWh":${list(energy)}`,
    ];
    return { text: documentOf(members.join()), shapes: everyNull < FORM_ROWS ? 9 : 1, arrays: 2, entities: 0 };
  });
