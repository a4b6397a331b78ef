import { expect, test } from 'vitest';
import { unitsBeside } from '../../src/documents/units-beside.ts';

const find = (document: string, ...keys: string[]): (string | null)[] => unitsBeside(Buffer.from(document), keys);

test.each([
  ['beside the key', '{"p": 4.2, "unit": "kW"}', 'kW'],
  ['of an array', '{"p": [4.2, 4.3], "units": "kW"}', 'kW'],
  ['in the value', '{"p": {"value": 4.2, "unit": "kW"}}', 'kW'],
  [
    'in the value, whatever else its record has',
    '{"p": {"value": 4.2, "unit": "kW"}, "q": 1, "r": 2, "unit": "MW"}',
    'kW',
  ],
  ['in a record further in', '{"a": [[], {"b": {"name": "x", "p": 1, "uom": "kW"}}]}', 'kW'],
  ['the first of several', '{"a": {"p": 1, "unit": "kW"}, "b": {"p": 2, "unit": "MW"}}', 'kW'],
  ['behind a byte order mark', '\uFEFF{"p": 4.2, "unit": "kW"}', 'kW'],
])('a unit is found %s', (_, document, unit) => {
  expect(find(document, 'p')).toEqual([unit]);
});

test.each([
  ['of a record of several numbers', '{"p": 4.2, "q": 230, "unit": "kW"}'],
  ['that is no text', '{"p": 4.2, "unit": 7}'],
  ['of a text', '{"p": "on", "n": 4, "unit": "kW"}'],
  ['of another record', '{"a": {"p": 4.2}, "unit": "kW"}'],
  ['of a key that is not there', '{"q": 4.2, "unit": "kW"}'],
  ['of what is inherited', '{"toString": {}, "unit": "kW"}'],
  ['of an empty body', ''],
])('no unit is found %s', (_, document) => {
  expect(find(document, 'p', 'toString')).toEqual([null, null]);
});

test('each key has its own unit, and a long document none', () => {
  const document = '{"a": {"p": 1, "unit": "kW"}, "b": {"q": 2, "unit": "V"}}';
  expect(find(document, 'q', 'none', 'p')).toEqual(['V', null, 'kW']);
  expect(find(`${document.slice(0, -1)}, "c": "${'x'.repeat(65_536)}"}`, 'p')).toEqual([null]);
});
