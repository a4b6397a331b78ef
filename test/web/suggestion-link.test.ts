import { expect, test } from 'vitest';
import { suggestionLink } from '../../src/web/parts/suggestion-link.ts';

test.each([
  ['Flue Gas Temperature', 'flue_gas_temperature'],
  ['flueGasTemp', 'flue_gas_temp'],
  ['AC_Power', 'ac_power'],
  ['1-0:1.8.0', '1_0_1_8_0'],
  ['Größe <b>&', 'gr_e_b'],
  ['', ''],
])('a term for %j is suggested as %j', (text, name) => {
  expect(suggestionLink(text, '../')).toBe(`../suggest?parameter=${name}`);
});
