import { expect, test } from 'vitest';
import { wordsOf } from '../../src/import/name-words.ts';

test.each([
  ['Air Temperature (2 m)', 'air_temperature_2_m'],
  ['activePower', 'active_power'],
  ['Wärme & Kälte', 'warme_and_kalte'],
  ['ΔT über Øl', 't_uber_ol'],
  ['Temperature in ℃', 'temperature_in_c'],
  ['Power ㎾', 'power_kw'],
  ['Ｆｕｌｌ　Ｗｉｄｔｈ １０％', 'full_width_10_percent'],
  ['Ǽther', 'aether'],
  ['İstanbul Kelvin 5 K', 'istanbul_kelvin_5_k'],
])('the words of %j are %s', (text, words) => {
  expect(wordsOf(text)).toBe(words);
});
