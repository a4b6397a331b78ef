import { describe, expect, test, vi } from 'vitest';
import { suggestFor } from '../../src/vocabulary/search/find-terms.ts';
import { WordIndex } from '../../src/vocabulary/search/word-index.ts';
import { UnitsInKeys } from '../../src/vocabulary/search/units-in-keys.ts';
import { seededVocabulary } from './seeded.ts';

const vocabulary = await seededVocabulary();
const SEARCHER = { client: 'somebody' };
const suggest = async (key: string, most = 5) => {
  const [found] = await suggestFor(vocabulary, [key], most, SEARCHER);
  return found!.suggestions.map(({ term, score }) => ({ name: term.name, score }));
};

test.each([
  ['Power (kW)', 'active_power-kW'],
  ['power_kw', 'active_power-kW'],
  ['activePower', 'active_power-W'],
  ['ActivePowerKW', 'active_power-kW'],
  ['Active Power MW', 'active_power-MW'],
  ['Active power [Megawatt]', 'active_power-MW'],
  ['Wirkleistung in kW', 'active_power-kW'],
  ['Outdoor Temperature (°C)', 'air_temperature-degC'],
  ['wind speed (m/s)', 'wind_speed-m_per_s'],
  ['WindSpeed', 'wind_speed-m_per_s'],
  ['windspeed_10m', 'wind_speed_10m-km_per_h'],
  ['Day-ahead price [€/MWh]', 'day_ahead_price-EUR_per_MWh'],
  ['battery soc [%]', 'state_of_charge-percent'],
  ['soc_pct', 'state_of_charge-percent'],
  ['Energy (kWh)', 'active_energy-kWh'],
  ['kwh_import', 'active_energy_import-kWh'],
  ['Bezug kWh', 'active_energy_import-kWh'],
  ['co2 g/kWh', 'carbon_intensity-gCO2eq_per_kWh'],
  ['Energy_MWh', 'active_energy-MWh'],
  ['L1 Voltage', 'voltage_l1-V'],
  ['meterId', 'meter_id'],
  ['ghi (W/m²)', 'global_horizontal_irradiance-W_per_m2'],
  ['Rotor speed (RPM)', 'rotor_speed-rpm'],
  ['rated powr kW', 'rated_power-kW'],
])('%j is most likely %s', async (key, name) => {
  expect((await suggest(key))[0]?.name).toBe(name);
});

test.each([
  ['Vac1', 'voltage_l1-V'],
  ['Iac2', 'current_l2-A'],
  ['Pac3', 'ac_output_power_l3-W'],
  ['Vpv1', 'string_voltage-V'],
  ['ipv2', 'string_current-A'],
  ['Ppv1', 'dc_power-W'],
  ['pv1_power', 'dc_power-W'],
  ['vgrid', 'voltage_l1-V'],
  ['fgrid', 'frequency-Hz'],
  ['Vbat', 'battery_voltage-V'],
  ['ibattery1', 'battery_current-A'],
  ['Pload', 'load-W'],
  ['Eac_today', 'energy_day-kWh'],
])('%j of inverters is most likely %s', async (key, name) => {
  expect((await suggest(key))[0]?.name).toBe(name);
});

test.each([
  ['voltage_min', 'rated_voltage_min-V'],
  ['temp_min', 'air_temperature_min-degC'],
  ['load_forecast_min', 'load_forecast_min-MW'],
  ['Ladedauer min', 'charging_duration-min'],
  ['horizonte_min', 'forecast_horizon-min'],
  ['soc_min', 'state_of_charge_min-percent'],
  ['cell_voltage_min', 'cell_voltage_min-V'],
  ['charging_duration_min', 'charging_duration-min'],
  ['Ladedauer [min]', 'charging_duration-min'],
  ['response time min', 'response_time-min'],
])('min in %j is the least of something, or minutes behind a time: %s', async (key, name) => {
  expect((await suggest(key))[0]?.name).toBe(name);
});

test('a key that says no extreme means none, and one that says nothing else means nothing', async () => {
  for (const key of ['price', 'Price']) expect((await suggest(key))[0]?.name, key).toBe('day_ahead_price-EUR_per_MWh');
  for (const key of ['max', 'min', 'Total', 'average']) expect(await suggest(key), key).toEqual([]);
});

test.each([
  // Fox ESS, Energi Data Service, SAJ, OpenEMS, and names whose first word is in capitals.
  ['HydroPower', 'hydro_generation-MW'],
  ['OnshoreWindPower', 'wind_onshore_generation-MW'],
  ['total_power', 'active_power-W'],
  ['toGridPower', 'active_power_export-W'],
  ['pvTotalPower', 'pv_power-W'],
  ['batteryTotalPower', 'battery_power-W'],
  ['fromGridPower', 'active_power_import-W'],
  // RTE, éCO2mix.
  ['Consommation (MW)', 'area_load-MW'],
  ['Eolien (MW)', 'wind_generation-MW'],
  ['Solaire (MW)', 'solar_generation-MW'],
  ['PVPower', 'pv_power-W'],
  ['DCVoltage', 'dc_voltage-V'],
  ['ACFrequency', 'frequency-Hz'],
])('%j is a quantity of its words in its direction: %s', async (key, name) => {
  expect((await suggest(key))[0]?.name).toBe(name);
});

test.each([
  ['maxActivePower', 'reactive_power_max-Mvar'],
  ['GridMaxActivePower', 'reactive_power_max-Mvar'],
])('%j is not taken for its opposite %s', async (key, opposite) => {
  const found = await suggest(key);
  expect(found).not.toEqual([]);
  expect(found[0]!.name).not.toBe(opposite);
});

test.each([
  // Words that are read as another quantity, unit or word elsewhere.
  ['current_temp', /-degC$/],
  ['currentLoad', /^load-/],
  ['CurrentHeatOutput', /^heat_power-/],
  ['Reactive energy (kVArh)', /-kvarh$/],
  ['ReactiveEnergy_kVArh', /-kvarh$/],
  ['freq_f', /^(?:frequency|rocof)/],
  ['recharge_power', /^charge_power-/],
  ['Generation [MWac]', /^generation-/],
  ['Solarenergie', /^solar_generation-/],
  ['outdoor_temperature_f', /^air_temperature-/],
])('%j is still %s', async (key, name) => {
  expect((await suggest(key))[0]?.name).toMatch(name);
});

test.each([
  // What is said every day, of which many longer names have a part.
  ['Leistung', /^active_power-/],
  ['Leistung [kW]', /^active_power-kW$/],
  ['puissance', /^active_power-/],
  ['Energie', /^active_energy-/],
  ['energía', /^active_energy-/],
  ['Zeit', /^timestamp$/],
  ['Wind', /^wind_speed-/],
  ['Feuchte', /^relative_humidity-/],
  ['Strahlung', /^irradiance-/],
  ['Einspeisung', /^active_power_export-/],
  ['price', /^day_ahead_price-/],
  ['Strompreis', /^retail_price-/],
  ['Ertrag', /^production-/],
  ['temp', /^temperature-degC$/],
  ['temperature', /^temperature-degC$/],
  ['Temperatur', /^temperature-degC$/],
  ['status', /^operating_state$/],
  ['mode', /^operating_state$/],
  ['idle_min', /^parking_duration-min$/],
  ['session_min', /^session_duration-min$/],
  ['power_import', /^active_power_import-/],
  ['Hausverbrauch [kWh]', /^consumption-kWh$/],
  ['Einspeisung [kWh]', /^(?:active_energy_export|grid_export_energy)-kWh$/],
  ['Wasser [m3]', /^water_volume-m3$/],
  ['Wetter', /^weather_code/],
  ['Kälte', /^cooling_energy/],
  ['Batterie', /^battery_/],
  ['clouds', /^cloud_cover-/],
  ['wind_deg', /^wind_direction-/],
  ['TOTALDEMAND', /^area_load-/],
  ['usage_kwh', /^consumption-kWh$/],
  ['Datum von', /^start_time$/],
  ['Datum bis', /^end_time$/],
  ['Charging time', /^charging_duration-/],
  ['DC input power', /^dc_power-/],
])('the everyday word %j is %s', async (key, name) => {
  expect((await suggest(key))[0]?.name).toMatch(name);
});

test.each([
  ['Phase A Current', 'current_l1-A'],
  ['voltage_phase_c', 'voltage_l3-V'],
  ['active power phase b kW', 'active_power_l2-kW'],
])('a phase may have a letter: %j is %s', async (key, name) => {
  expect((await suggest(key))[0]?.name).toBe(name);
});

test('a word with another first letter is another word', async () => {
  // Gasverbrauch.
  expect((await suggest('Hasverbrauch', 50)).filter(({ name }) => name.startsWith('gas'))).toEqual([]);
});

test('what a compound says more closely is no sign of its last part', async () => {
  const scores = new Map((await suggest('Frequenz', 50)).map(({ name, score }) => [name, score]));
  // Frequenzstatik, Frequenzgradient.
  expect(scores.get('frequency-Hz')).toBeGreaterThan(0.9);
  expect(scores.get('frequency_droop-percent') ?? 0).toBeLessThan(0.5);
  expect(scores.get('rocof-Hz_per_s') ?? 0).toBeLessThan(0.5);
});

test('a term means itself and nothing else', async () => {
  expect(await suggest('active_power-kW')).toEqual([{ name: 'active_power-kW', score: 1 }]);
});

test('scores fall from at most 1, and one of its own names is certain', async () => {
  const scores = (await suggest('active power', 50)).map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
  expect((await suggest('Power (kW)'))[0]?.score).toBe(1);
  expect((await suggest('power KW'))[0]!.score).toBeLessThan(1);
});

test('a term in the unit of the key is likelier than one in another, and that than one of something else', async () => {
  const scores = new Map((await suggest('measured active power MW', 50)).map(({ name, score }) => [name, score]));
  expect(scores.get('active_power-MW')).toBeGreaterThan(scores.get('active_power-kW')!);
  expect(scores.get('active_power-kW')).toBeGreaterThan(scores.get('active_energy-kWh') ?? 0);
});

test.each(['foo', '', '   ', '💡', '__proto__', 'x'.repeat(100_000), 'a b c d e f g h i j k l m n o p'])(
  'nothing is suggested for what comes near nothing: %j',
  async (key) => {
    expect(await suggest(key)).toEqual([]);
  },
);

test('what many keys may mean is what each alone may mean, and words that they share are searched for twice at most', async () => {
  const words = ['power', 'import', 'L1', 'kW', 'wnd', 'zzz'];
  const keys = words.flatMap((one) => words.map((other, at) => `${one}_power_${other}_${at}`));
  const score = vi.spyOn(WordIndex.prototype, 'score');
  const together = await suggestFor(vocabulary, keys, 5, SEARCHER);
  const times = score.mock.calls.filter(([word]) => word === 'power').length;
  score.mockRestore();
  expect(times).toBe(2);
  for (const [at, key] of keys.entries())
    expect(together[at]).toEqual((await suggestFor(vocabulary, [key], 5, SEARCHER))[0]);
});

test('each key is answered, in the order of the keys, repeated ones too', async () => {
  const answers = await suggestFor(vocabulary, ['SOC', 'foo', 'SOC'], 1, SEARCHER);
  expect(answers.map(({ key, suggestions }) => [key, suggestions.length])).toEqual([
    ['SOC', 1],
    ['foo', 0],
    ['SOC', 1],
  ]);
});

describe('the unit of a key', () => {
  const units = UnitsInKeys.of([
    'a-kW',
    'b-EUR_per_MWh',
    'c-degC',
    'd-m_per_s',
    'e-ms',
    'f-percent',
    'g-W_per_m2',
    'h',
  ]);

  test.each([
    ['Power (kW)', ['power'], 'kW'],
    ['kW', ['kw'], null],
    ['price_EUR/MWh', ['price'], 'EUR_per_MWh'],
    ['price [EUR per MWh]', ['price'], 'EUR_per_MWh'],
    ['Temp °C', ['temp'], 'degC'],
    ['temp (Celsius) indoors', ['temp', 'indoors'], 'degC'],
    ['wind m/s', ['wind'], 'm_per_s'],
    ['latency ms', ['latency'], 'ms'],
    ['SoC %', ['soc'], 'percent'],
    ['GHI W/m²', ['ghi'], 'W_per_m2'],
    ['state (on)', ['state', 'on'], null],
    ['power in kW', ['power'], 'kW'],
    ['kW_power', ['power'], 'kW'],
    ['Temp C', ['temp'], 'degC'],
    ['temp_c', ['temp'], 'degC'],
    ['Temp c', ['temp', 'c'], null],
    ['voltage phase C', ['voltage', 'phase', 'l3'], null],
    ['ms_delay', ['ms', 'delay'], null],
  ])('%j has the words %j and the unit %s', (key, words, unit) => {
    expect(units.read(key)).toEqual({ words, unit });
  });
});
