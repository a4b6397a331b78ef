import { describe, expect, test } from 'vitest';
import { doubtOfCell, numberOfCell } from '../../src/csv/csv-marks.ts';

describe('the number of a cell has the digits that the cell has', () => {
  test.each([
    ['230.10', '.', '230.10'],
    [' -0.5e-3 ', '.', '-0.5e-3'],
    ['230,10', ',', '230.10'],
    ['-0,50', ',', '-0.50'],
    ['12', ',', '12'],
    ['1,5e3', ',', '1.5e3'],
    ['1.234,50', ',', '1234.50'],
    ['-12.345.678,9', ',', '-12345678.9'],
  ] as const)('%s with "%s"', (cell, decimal, number) => {
    expect(numberOfCell(cell, { decimal })).toBe(number);
  });

  test.each([
    ['230,10', '.'],
    ['1,234.50', '.'],
    ['007', '.'],
    ['.5', '.'],
    ['', '.'],
    ['230.100', ','],
    ['230.10', ','],
    ['1.23,4', ','],
    ['0.123,4', ','],
    ['1234.567,8', ','],
    ['007,5', ','],
    ['1,2,3', ','],
    ['5,', ','],
    ['kWh', ','],
  ] as const)('%s with "%s" is none', (cell, decimal) => {
    expect(numberOfCell(cell, { decimal })).toBeNull();
  });
});

test.each([
  ['1.230', ',', true],
  [' -230.10 ', ',', true],
  ['+1.230', ',', true],
  ['01.230', ',', true],
  ['.230', ',', true],
  ['1.e3', ',', true],
  ['.', ',', false],
  ['1.230.500', ',', false],
  ['1.230,50', ',', false],
  ['230', ',', false],
  ['01.03.2026', ',', false],
  ['1.230', '.', false],
] as const)('whether %s with "%s" may be two numbers', (cell, decimal, isDoubtful) => {
  expect(doubtOfCell(cell, { decimal }, 'voltage-V') !== null).toBe(isDoubtful);
});
