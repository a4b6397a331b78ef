import { expect, test } from 'vitest';
import { unitsFor } from '../../../src/web/playground/units-for.ts';

const TERMS = ['count', 'note', 'power-MW', 'power-W', 'power-kW', 'temperature-K', 'temperature-degC', 'voltage-V'];

test('the units for a document are those of the other terms of its quantities', () => {
  expect(unitsFor(['power-W', 'voltage-V', 'count', 'unknown'], TERMS)).toEqual(['kW', 'MW']);
  expect(unitsFor(['power-W', 'power-kW'], TERMS)).toEqual(['kW', 'MW', 'W']);
  expect(unitsFor([], TERMS)).toEqual([]);
});
