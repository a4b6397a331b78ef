import { beforeAll, expect, test } from 'vitest';
import { mapKeys, type KeyMapping } from '../../src/documents/map-keys.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = await seededVocabulary();
});

const map = (sample: string | readonly string[], options: Partial<Parameters<typeof mapKeys>[2]> = {}) =>
  mapKeys(sample, vocabulary, { most: 3, maxKeys: 100, ...options }, { client: 'test' });

/** The first term of each key. */
const first = ({ keys }: KeyMapping): Record<string, string | null> =>
  Object.fromEntries(keys.map(({ key, candidates }) => [key, candidates[0]?.term.name ?? null]));

test('the keys of a document that is of a source are paths, and mean what the source says', async () => {
  const mapping = await map('{"Body":{"Data":{"FAC":{"Unit":"Hz","Value":49.98}},"Head":{}}}', { source: 'fronius' });
  expect(mapping.source).toBe('fronius');
  expect(first(mapping)['Body.Data.FAC.Value']).toBe('frequency-Hz');
  expect(mapping.keys.find(({ key }) => key === 'Body.Data.FAC.Value')!.candidates[0]).toMatchObject({
    confidence: 1,
    why: 'The source fronius says so.',
  });
});

test('a key that the source knows and leaves without a term has no candidates, whatever its name comes near', async () => {
  const mapping = await map(['active_current_a', 'active_apparent_current_a'], { source: 'homewizard' });
  expect(mapping.keys.map(({ candidates, isKnownWithoutTerm }) => [candidates.length > 0, isKnownWithoutTerm])).toEqual(
    [
      [true, false],
      [false, true],
    ],
  );
});

test('a number that the source sends as a text has its path as key, too', async () => {
  const mapping = await map('[{"gasDayStart":"2026-03-01","full":"41.2","injection":"120.5"}]', { source: 'agsi' });
  expect(first(mapping)).toEqual({
    items: null,
    'items[].gasDayStart': 'date',
    'items[].full': 'gas_storage_level-percent',
    'items[].injection': 'gas_injection_rate-GWh_per_day',
  });
});

test('a unit beside the value decides, that of the document and one that is told', async () => {
  expect(first(await map('{"power":{"value":4.2,"unit":"kW"}}'))['power']).toMatch(/-kW$/);
  expect(first(await map(['power'], { units: new Map([['power', 'MW']]) }))['power']).toMatch(/-MW$/);
});

test.each(['power', 'Netzfrequenz', 'pv_power', 'Temperature', 'active_power'])(
  '%s leaves the unit open, and no candidate has much confidence',
  async (key) => {
    const [mapped] = (await map([key], { most: 10 })).keys;
    for (const { confidence } of mapped!.candidates) expect(confidence).toBeLessThan(0.8);
    expect(mapped!.candidates[0]!.why).toMatch(/ Nothing says the unit: it may also be \w+/);
    const confidences = mapped!.candidates.map(({ confidence }) => confidence);
    expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
  },
);

test.each([
  ['a key with a unit', 'Power (W)', {}],
  ['a term', 'active_power-kW', {}],
  ['a key whose quantity has one unit', 'state of charge', {}],
  ['a unit that is told', 'Netzfrequenz', { units: new Map([['Netzfrequenz', 'Hz']]) }],
])('%s leaves no unit open', async (_, key, options) => {
  const [candidate] = (await map([key], options)).keys[0]!.candidates;
  expect(candidate!.confidence).toBeGreaterThan(0.8);
  expect(candidate!.why).not.toContain('unit:');
});

test.each([
  ['JSON', '{"voltage-V":231.4,"frequency-Hz":50}'],
  ['an array of records', '[{"voltage-V":231.4,"frequency-Hz":50}]'],
  ['the first line of NDJSON', '{"voltage-V":231.4,"frequency-Hz":50}\n{"voltage-V":231.5}\n'],
  ['JSON over several lines', '{\n"voltage-V":231.4,\n"frequency-Hz":50}'],
  ['CSV with a row', 'voltage-V,frequency-Hz\r\n231.4,50\r\n'],
  ['CSV with semicolons and quotes', '"voltage-V";"frequency-Hz"\n231,4;50'],
  ['CSV without a row', 'voltage-V\tfrequency-Hz'],
  ['keys', ['voltage-V', 'frequency-Hz']],
])('a sample may be %s', async (_, sample) => {
  const { 'items[].voltage-V': ofArray, ...found } = first(await map(sample));
  expect([found['voltage-V'] ?? ofArray, found['frequency-Hz']]).toEqual(['voltage-V', 'frequency-Hz']);
});

test('what stands in brackets and is no unit does not count where nothing comes near with it', async () => {
  const found = first(await map(['Battery Monitor [512] Voltage (V)', 'Carbon intensity gCO₂eq/kWh (Life cycle)']));
  expect(Object.values(found)).toEqual(['battery_voltage-V', 'carbon_intensity-gCO2eq_per_kWh']);
});

test('between terms that fit alike, the other keys decide', async () => {
  expect(first(await map(['Wind speed (m/s)', 'Air pressure (hPa)']))['Wind speed (m/s)']).toBe('wind_speed-m_per_s');
  expect(first(await map(['Wind speed (m/s)', 'Rotor speed (rpm)', 'Pitch angle (°)']))['Wind speed (m/s)']).toBe(
    'nacelle_wind_speed-m_per_s',
  );
});

test('more keys than are looked at are counted', async () => {
  const mapping = await map(['a', 'b', 'c'], { maxKeys: 2 });
  expect(mapping.keys.map(({ key }) => key)).toEqual(['a', 'b']);
  expect(mapping.omitted).toBe(1);
});

test('keys keep their order, also numbers and what every object has', async () => {
  const mapping = await map(['__proto__', '2', '1', 'constructor']);
  expect(mapping.keys.map(({ key }) => key)).toEqual(['__proto__', '2', '1', 'constructor']);
});

test.each([
  ['nothing', ''],
  ['a document that is cut off', '{"a":'],
])('%s is refused', async (_, sample) => {
  await expect(map(sample)).rejects.toMatchObject({ code: 'malformed-json' });
});

test('a sample of CSV may name what separates its cells in a line of its own', async () => {
  const { keys } = await map('sep=;\r\nvoltage-V;current-A\r\n230;1\r\n', { source: 'auto' });
  expect(keys.map(({ key }) => key)).toEqual(['voltage-V', 'current-A']);
});

test('a key that is true or false means no number, whatever other values leave it', async () => {
  const found = await map(
    '{"connected":true,"phases":[{"active_power":false},{"active_power":1}],"voltage-V":"NaN","soc_pct":"","ghi_w_m2":-1.2}',
  );
  const termsOf = (name: string) =>
    found.keys.find(({ key }) => key.endsWith(name))!.candidates.map(({ term }) => term);
  expect(termsOf('connected').filter(({ datatype }) => datatype === 'xsd:double')).toEqual([]);
  expect(termsOf('active_power')[0]!.name).toMatch(/^active_power-/);
  expect(termsOf('voltage-V')[0]!.name).toBe('voltage-V');
  expect(termsOf('soc_pct')[0]!.name).toBe('state_of_charge-percent');
  expect(termsOf('ghi_w_m2')[0]!.name).toMatch(/-W_per_m2$/);
});

test.each([
  ['Außentemperatur [°F]', 'degF'],
  ['temp_f', 'degF'],
  ['Consommation (MW)', 'MW'],
])('%s has its values in %s, and a reason says so where a term has others', async (key, unit) => {
  const [mapped] = (await map([key])).keys;
  expect(mapped!.candidates).not.toEqual([]);
  for (const { term, why } of mapped!.candidates)
    if (!term.name.endsWith(`-${unit}`)) expect(why).toContain(` Its values are in ${unit}, and those of the term in `);
});

test.each(['Wind Speed (mph)', 'Pressure (psi)', 'water_flow_gpm'])(
  '%s is in a unit that no term has, and no term is likely',
  async (key) => {
    for (const { confidence } of (await map([key])).keys[0]!.candidates) expect(confidence).toBeLessThan(0.6);
  },
);
