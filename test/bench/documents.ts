/** The documents of the bench. The same on every machine and every day. */

/** The base that the blocks declare. */
export const BASE = 'https://plant.example/id/';

/** Rows of the series that is measured: a year of quarters of an hour. */
export const WIDE_ROWS = 35_040;

/** Records that are measured. */
export const RECORDS = 10_000;

/** A long series in one record: an axis of stamps and two arrays of numbers of the same length; 12 triples a row. */
export function wideSeries(rows: number): Uint8Array {
  return encode(`{"@semantic":${WIDE_BLOCK},${wideMembers(rows)}}`);
}

/** The same series without a block, for the templates of the vocabulary; 19 triples a row. */
export function wideSeriesOfTerms(rows: number): Uint8Array {
  return encode(`{${wideMembers(rows)}}`);
}

/** Records with a stamp, an entity, a string and a number each. The stamps differ, 50 devices take turns. */
export function records(count: number): Uint8Array {
  const next = createRandom();
  const items = Array.from({ length: count }, (_, i) => {
    const note = NOTES[i % NOTES.length]!;
    return `{"timestamp":"${stampAt(i)}","device_id":"inverter-${i % DEVICES}","note":"${note} ${i}","active_power-kW":${reading(next)}}`;
  });
  return encode(`{"@semantic":${RECORDS_BLOCK},"records":[${items.join(',')}]}`);
}

/** Ten keys that are terms: what a device sends every minute. */
export function smallDocument(): Uint8Array {
  return encode(`{"@semantic":${SMALL_BLOCK},${SMALL_MEMBERS}}`);
}

/** The same without a block. */
export function smallDocumentOfTerms(): Uint8Array {
  return encode(`{${SMALL_MEMBERS}}`);
}

/** Five keys, as a meter sends them. */
export function documentOfFiveKeys(): Uint8Array {
  return encode(`{"@semantic":${FIVE_KEYS_BLOCK},${FIVE_KEYS_MEMBERS}}`);
}

/** A series of terms without a block that has at least this many bytes. */
export function documentOfSize(bytes: number): Uint8Array {
  const sample = wideSeriesOfTerms(1000).length - wideSeriesOfTerms(0).length;
  return wideSeriesOfTerms(Math.ceil((bytes / sample) * 1000));
}

/** Devices of `records`. */
export const DEVICES = 50;

/** JSON writes the escapes of these texts as N-Triples and Turtle do. */
const NOTES = ['running', 'standby \\"night\\"', 'Überprüfung fällig', 'fan 2 off\\nsince noon', 'derated 80 %'];

const INSTANT = '{"a":"time:Instant","time:inXSDDateTimeStamp":"$timestamp"}';

const WIDE_BLOCK = `{"@prefix":{"@base":"${BASE}"},"@context":{"timestamp":${INSTANT},"active_power-kW":{"a":"qudt:QuantityValue","qudt:numericValue":"$active_power-kW","qudt:hasUnit":"unit:KiloW"},"active_energy-kWh":{"a":"sosa:Observation","sosa:hasSimpleResult":"$active_energy-kWh"}}}`;

const RECORDS_BLOCK = `{"@prefix":{"@base":"${BASE}"},"@context":{"timestamp":${INSTANT},"device_id":{"a":"saref:Device","dcterms:identifier":"$device_id"},"active_power-kW":{"a":"sosa:Observation","sosa:madeBySensor":"@device_id","sosa:hasSimpleResult":"$active_power-kW"}}}`;

const quantity = (key: string, unit: string) =>
  `"${key}":{"a":"qudt:QuantityValue","qudt:numericValue":"$${key}","qudt:hasUnit":"${unit}"}`;

const SMALL_BLOCK = `{"@prefix":{"@base":"${BASE}"},"@context":{"timestamp":${INSTANT},"device_id":{"a":"saref:Device","dcterms:identifier":"$device_id"},${[
  quantity('active_power-kW', 'unit:KiloW'),
  quantity('reactive_power-kvar', 'unit:KiloVAR'),
  quantity('voltage-V', 'unit:V'),
  quantity('current-A', 'unit:A'),
  quantity('frequency-Hz', 'unit:HZ'),
  quantity('power_factor', 'unit:UNITLESS'),
  quantity('inverter_temperature-degC', 'unit:DEG_C'),
  quantity('energy_total-kWh', 'unit:KiloW-HR'),
].join()}}}`;

const SMALL_MEMBERS =
  '"timestamp":"2026-03-01T10:15:00Z","device_id":"inverter-7","active_power-kW":812.40,"reactive_power-kvar":12.5,"voltage-V":230.1,"current-A":3.52,"frequency-Hz":49.98,"power_factor":0.98,"inverter_temperature-degC":41.5,"energy_total-kWh":182734.5';

const FIVE_KEYS_BLOCK = `{"@prefix":{"@base":"${BASE}"},"@context":{"timestamp":${INSTANT},"device_id":{"a":"saref:Device","dcterms:identifier":"$device_id"},${[
  quantity('active_power-kW', 'unit:KiloW'),
  quantity('voltage-V', 'unit:V'),
  quantity('frequency-Hz', 'unit:HZ'),
].join()}}}`;

const FIVE_KEYS_MEMBERS =
  '"timestamp":"2026-03-01T10:15:00Z","device_id":"meter-3","active_power-kW":3.21,"voltage-V":230.1,"frequency-Hz":49.98';

function wideMembers(rows: number): string {
  const next = createRandom();
  const list = (item: (i: number) => string) => Array.from({ length: rows }, (_, i) => item(i)).join();
  return `"timestamp":[${list((i) => `"${stampAt(i)}"`)}],"active_power-kW":[${list(() => reading(next))}],"active_energy-kWh":[${list(() => reading(next))}]`;
}

/** A quarter of an hour after the one before. */
function stampAt(i: number): string {
  return `${new Date(Date.UTC(2024, 0, 1) + i * 900_000).toISOString().slice(0, 19)}Z`;
}

/** From 0.0000 to 999.9999, so that lengths differ. */
function reading(next: () => number): string {
  return (next() * 1000).toFixed(4);
}

/** Numbers from 0 to 1 that look random (Numerical Recipes' generator). */
function createRandom(): () => number {
  let state = 20_261_121;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
