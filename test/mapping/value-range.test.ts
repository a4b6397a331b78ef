import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DECIMAL, DOUBLE, INTEGER, NULL, STRIDE, STRING } from '../../src/mapping/json/tape-entry.ts';
import { ValueRange } from '../../src/mapping/rdf-terms/value-range.ts';

/** A number as a fraction of whole numbers. */
interface Rational {
  readonly over: bigint;
  readonly under: bigint;
}

function rationalOf(numeral: string): Rational {
  const [, sign, whole, fraction = '', exponent = '0'] = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(numeral)!;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const shift = BigInt(exponent) - BigInt(fraction.length);
  return shift < 0n ? { over: digits, under: 10n ** -shift } : { over: digits * 10n ** shift, under: 1n };
}

function isAtMost(one: string, other: string): boolean {
  const [a, b] = [rationalOf(one), rationalOf(other)];
  return a.over * b.under <= b.over * a.under;
}

/** Whether a range has a number, as a number of JSON if it is one, and as a text. */
function includes([low, high]: readonly [string | null, string | null], numeral: string): boolean {
  const range = new ValueRange(low, high);
  const isIn = range.includes(numeral);
  const parts = /^-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.exec(numeral);
  const kinds = parts === null ? [] : [parts[2] !== undefined ? DOUBLE : parts[1] !== undefined ? DECIMAL : INTEGER];
  // As it stands among other bytes: digits before and behind it belong to others.
  const bytes = new TextEncoder().encode(`9.${numeral}.9e9`);
  for (const kind of [STRING, ...kinds]) {
    const entries = Int32Array.of(NULL, 0, 0, 0, kind, 2, 2 + numeral.length, 0, NULL, 0, 0, 0);
    const found = range.findInDoubt(entries, bytes, 0, entries.length);
    expect([STRIDE, entries.length]).toContain(found);
    // What is outside is always in doubt.
    if (!isIn) expect(found).toBe(STRIDE);
  }
  return isIn;
}

const digits = fc.stringMatching(/^[0-9]{1,5}$/);
/** Few digits, so that numbers are often equal or differ in the last one. */
const near = fc.stringMatching(/^[019]{1,4}$/);
const whole = fc.oneof(digits, near, fc.stringMatching(/^[0-9]{20,40}$/));
const sign = fc.constantFrom('', '-');
const decimal = fc
  .tuple(sign, whole, fc.option(whole))
  .map(([before, number, fraction]) => `${before}${number}${fraction === null ? '' : `.${fraction}`}`);
const plain = decimal.map((numeral) => numeral.replace(/^(-?)0+(?=\d)/, '$1'));
const exponent = fc
  .tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), fc.nat({ max: 60 }))
  .map(([letter, of, power]) => `${letter}${of}${power}`);
const scientific = fc.tuple(decimal, exponent).map(([mantissa, power]) => mantissa + power);
const odd = fc
  .tuple(fc.constantFrom('', '+', '-'), digits, fc.constantFrom(exponent, fc.constant('')))
  .chain(([before, number, power]) =>
    fc
      .tuple(fc.constantFrom(`${number}.`, `.${number}`, `00${number}`), power)
      .map(([numeral, behind]) => before + numeral + behind),
  );
const bound = fc.option(decimal);
const range = fc.tuple(bound, bound).filter(([low, high]) => low !== null || high !== null);

describe('a range', () => {
  test('has the numbers between its bounds, compared as fractions of whole numbers', () => {
    fc.assert(
      fc.property(range, fc.oneof(plain, scientific, odd), ([low, high], numeral) => {
        const isIn = (low === null || isAtMost(low, numeral)) && (high === null || isAtMost(numeral, high));
        expect(includes([low, high], numeral)).toBe(isIn);
      }),
      { numRuns: 5_000 },
    );
  });

  test('has its bounds, however they are written', () => {
    fc.assert(
      fc.property(plain, fc.nat({ max: 30 }), (numeral, zeros) => {
        const longer = `${numeral}${numeral.includes('.') ? '' : '.'}${'0'.repeat(zeros + 1)}`;
        for (const written of [numeral, longer, `${numeral}e0`, `${numeral}E+00`, `${longer}e-0`]) {
          expect(includes([numeral, null], written)).toBe(true);
          expect(includes([null, numeral], written)).toBe(true);
          expect(includes([longer, longer], written)).toBe(true);
        }
      }),
    );
  });

  test.each([
    ['100.00000000000000000001', false],
    ['99.99999999999999999999', true],
    ['100.000000000000000000', true],
    ['-0', true],
    ['-0.0e9', true],
    ['0e999999999999999999999999', true],
    ['-0.00000000000000000000000000001', false],
    ['1e-999999999999999999999999', true],
    ['-1e-999999999999999999999999', false],
    ['1e2', true],
    ['1.000000001e2', false],
    ['0.0001e6', true],
    [`1e${'9'.repeat(400)}`, false],
    [`0.${'0'.repeat(400)}1e404`, false],
    [`0.${'0'.repeat(400)}1e403`, true],
    ['INF', false],
    ['+INF', false],
    ['-INF', false],
    ['NaN', true],
  ])('from 0 to 100: %s is in it, %s', (numeral, isIn) => {
    expect(includes(['0', '100'], numeral)).toBe(isIn);
  });

  test('that is open on a side has all numbers on it', () => {
    for (const numeral of ['0', '12', '1e400', 'INF', '+INF', 'NaN']) expect(includes(['0', null], numeral)).toBe(true);
    for (const numeral of ['0', '-12', '-1e400', '-INF']) expect(includes([null, '0'], numeral)).toBe(true);
    expect(includes([null, '0'], 'INF')).toBe(false);
    expect(includes(['0', null], '-INF')).toBe(false);
  });

  test.each([
    ['0', '100', '0 to 100'],
    ['-1.5', null, 'at least -1.5'],
    [null, '7', 'at most 7'],
  ])('from %s to %s is %s in words', (low, high, words) => {
    expect(new ValueRange(low, high).words).toBe(words);
  });
});
