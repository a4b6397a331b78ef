import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LexiconUnit } from '../../../src/mapping/lexicon/lexicon.ts';
import { convertNumber } from '../../../src/mapping/units/convert-number.ts';
import { scaleBetween } from '../../../src/mapping/units/scale.ts';

const unit = (multiplier: string, { offset = '0', piPower = 0 } = {}): LexiconUnit => ({
  iri: 'http://example.org/unit',
  notations: [],
  qualifiedNotations: [],
  ucum: [],
  unece: [],
  family: 'any',
  multiplier,
  offset,
  piPower,
});
const UNITS = {
  one: unit('1/1'),
  kilo: unit('1000/1'),
  mega: unit('1000000/1'),
  hour: unit('3600/1'),
  wattHour: unit('3600000/1'),
  eurPerMWh: unit('1/3600000000'),
  eurPerKWh: unit('1/3600000'),
  celsius: unit('1/1', { offset: '273.15' }),
  fahrenheit: unit('5/9', { offset: '459.67' }),
  degree: unit('1/180', { piPower: 1 }),
};
type Name = keyof typeof UNITS;

const convert = (text: string, from: Name, to: Name, ofDifferences = false) =>
  convertNumber(text, scaleBetween(UNITS[from], UNITS[to], ofDifferences));
const textOf = (...args: Parameters<typeof convert>) => convert(...args)?.text;

describe('a number in another unit', () => {
  test.each<[string, Name, Name, string]>([
    ['812.40', 'kilo', 'mega', '0.81240'],
    ['0.81240', 'mega', 'kilo', '812.40'],
    ['5', 'one', 'mega', '0.000005'],
    ['-0.5', 'mega', 'one', '-500000'],
    ['0', 'kilo', 'mega', '0.000'],
    ['-0', 'kilo', 'mega', '-0.000'],
    ['0', 'mega', 'kilo', '0'],
    ['.5', 'kilo', 'one', '500'],
    ['+12.', 'kilo', 'one', '12000'],
    ['8.124E2', 'kilo', 'mega', '0.008124E2'],
    ['1e400', 'mega', 'kilo', '1000e400'],
    ['85.40', 'eurPerMWh', 'eurPerKWh', '0.08540'],
    ['812.40', 'one', 'one', '812.40'],
  ])('%s moves its point and keeps its digits (%s to %s): %s', (text, from, to, expected) => {
    expect(convert(text, from, to)).toEqual({ text: expected, isRounded: false });
  });

  test.each<[string, Name, Name, string]>([
    ['20.10', 'celsius', 'one', '293.25'],
    ['20', 'celsius', 'one', '293.15'],
    ['20.100', 'celsius', 'one', '293.250'],
    ['-273.15', 'celsius', 'one', '0.00'],
    ['0.00', 'celsius', 'one', '273.15'],
    ['293.25', 'one', 'celsius', '20.10'],
    ['2.01e1', 'celsius', 'one', '29.325e1'],
    ['68.0', 'fahrenheit', 'celsius', '20.0'],
    ['-459.67', 'fahrenheit', 'one', '0.00'],
    ['100', 'celsius', 'fahrenheit', '212'],
  ])('%s keeps its decimals where something is added (%s to %s): %s', (text, from, to, expected) => {
    expect(convert(text, from, to)).toEqual({ text: expected, isRounded: false });
  });

  test.each<[string, Name, Name, string]>([
    ['1.5', 'hour', 'one', '5400'],
    ['36', 'one', 'hour', '0.01'],
    ['2.5', 'wattHour', 'mega', '9'],
    ['7.2e3', 'one', 'hour', '0.002e3'],
    ['-0', 'one', 'hour', '-0'],
  ])('%s has the decimals that it needs where they end (%s to %s): %s', (text, from, to, expected) => {
    expect(convert(text, from, to)).toEqual({ text: expected, isRounded: false });
  });

  test.each<[string, Name, Name, string]>([
    ['100', 'one', 'hour', '0.02778'],
    ['-100', 'one', 'hour', '-0.02778'],
    ['1.0e2', 'one', 'hour', '0.000278e2'],
    ['70.0', 'fahrenheit', 'celsius', '21.11'],
    ['180.00', 'degree', 'one', '3.14159'],
    ['1', 'one', 'degree', '57'],
    ['99998', 'one', 'hour', '27.7772'],
  ])('%s is rounded to a digit more than it has where it never ends (%s to %s): %s', (text, from, to, expected) => {
    expect(convert(text, from, to)).toEqual({ text: expected, isRounded: true });
  });

  test.each<[string, Name, Name, string]>([
    ['0.1', 'fahrenheit', 'one', '255.43'],
    ['0', 'fahrenheit', 'one', '255.4'],
    ['0.00', 'fahrenheit', 'celsius', '-17.778'],
    ['0.1', 'fahrenheit', 'celsius', '-17.72'],
    ['1', 'fahrenheit', 'celsius', '-17.2'],
    ['0.04', 'fahrenheit', 'celsius', '-17.756'],
    ['-0.5', 'fahrenheit', 'celsius', '-18.06'],
    ['1e-5', 'fahrenheit', 'one', '25537222.8e-5'],
    ['1e5', 'fahrenheit', 'one', '0.56e5'],
    ['100', 'fahrenheit', 'celsius', '37.78'],
  ])(
    '%s has a decimal more than before where something is added, or a digit (%s to %s): %s',
    (text, from, to, expected) => {
      expect(convert(text, from, to)).toEqual({ text: expected, isRounded: true });
    },
  );

  test('of pi is right to a thousand digits', () => {
    const text = textOf(`1${'0'.repeat(45)}.0`, 'degree', 'one')!;
    const pi = '3.14159265358979323846264338327950288419716939937510';
    expect((180n * BigInt(text.replace('.', '').padEnd(60, '0').slice(0, 60))).toString().slice(0, 40)).toBe(
      pi.replace('.', '').slice(0, 40),
    );
  });

  test('a difference has no offset', () => {
    expect(textOf('5.0', 'celsius', 'one', true)).toBe('5.0');
    expect(textOf('9.0', 'fahrenheit', 'one', true)).toBe('5');
  });

  test.each(['INF', '-INF', 'NaN', '', '-', '.', 'e5', '1,5', ' 5', '5 ', '0x10', '1_000', '١'])(
    '%j is no number',
    (text) => {
      expect(convert(text, 'kilo', 'mega')).toBeNull();
    },
  );

  test('of any length and exponent takes no longer than its digits are read', () => {
    const zeros = '0'.repeat(2_000_000);
    expect(convert('1e999999999', 'celsius', 'one')).toEqual({ text: '1e999999999', isRounded: true });
    expect(convert('1e-999999999', 'celsius', 'one')).toEqual({ text: '273.15', isRounded: true });
    expect(convert('0e999999999', 'celsius', 'one')).toEqual({ text: '273.15', isRounded: false });
    expect(convert(`1${'0'.repeat(310)}e-310`, 'celsius', 'one')).toEqual({
      text: `27415${'0'.repeat(308)}e-310`,
      isRounded: false,
    });
    expect(convert(`0.${'0'.repeat(310)}1e311`, 'celsius', 'one')).toEqual({
      text: `0.${'0'.repeat(308)}27415e311`,
      isRounded: false,
    });
    expect(convert('1e999999999', 'hour', 'one')).toEqual({ text: '3600e999999999', isRounded: false });
    expect(textOf(`1${zeros}`, 'hour', 'one')).toMatch(/^36\d{900,1100}e1999001$/);
    expect(textOf(`0.${zeros}5`, 'one', 'hour')).toBe('0.0014e-2000001');
    expect(textOf(`0.${zeros}5`, 'celsius', 'one')).toBe('273.15');
    expect(convert(`1${zeros}`, 'kilo', 'mega')!.text).toHaveLength(2_000_002);
    expect(convert(`1e${'9'.repeat(400)}`, 'kilo', 'mega')!.text).toMatch(/^0\.001e9+$/);
  });

  test('digits behind the thousandth are rounded, halves to even', () => {
    const head = '1'.repeat(999);
    expect(textOf(`${head}25`, 'hour', 'one')).toBe(`${(BigInt(`${head}2`) * 36000n).toString()}`);
    expect(textOf(`${head}35`, 'hour', 'one')).toBe(`${(BigInt(`${head}4`) * 36000n).toString()}`);
    expect(convert(`${head}25`, 'hour', 'one')!.isRounded).toBe(true);
  });
});

/** The number as a whole number of steps of 10^-400, exact for what is tried here. */
const SCALE = 400;
const scaled = (text: string): bigint => {
  const [, sign, whole = '', decimals = '', exponent = '0'] = /^(-?)(\d*)(?:\.(\d*))?(?:e(.+))?$/.exec(text)!;
  return BigInt(`${sign}${whole}${decimals}`) * 10n ** BigInt(SCALE - decimals.length + Number(exponent));
};

describe('numbers of any digits', () => {
  const numbers = fc
    .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(20), fc.option(fc.integer({ min: -20, max: 20 })))
    .map(([digits, places, exponent]) => {
      const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
      const point = text.length - places;
      const number = places === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
      return `${digits < 0n ? '-' : ''}${number}${exponent === null ? '' : `e${exponent}`}`;
    });
  const factors = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 12n }));

  test('are exact, or within half of their last digit', () => {
    fc.assert(
      fc.property(numbers, factors, (text, [numerator, denominator]) => {
        const { text: result, isRounded } = convertNumber(
          text,
          scaleBetween(unit(`${numerator}/${denominator}`), UNITS.one, false),
        )!;
        const error = scaled(result) * denominator - scaled(text) * numerator;
        if (!isRounded) return error === 0n;
        const [, decimals = '', exponent = '0'] = /^-?\d*(?:\.(\d*))?(?:e(.+))?$/.exec(result)!;
        const digits = (number: string) => number.replace(/e.*/, '').replace(/\D/g, '').replace(/^0+/, '').length;
        // Where the point is behind the last digit that counts, zeros stand between.
        const zeros = Math.max(0, digits(result) - Math.max(1, digits(text)) - 1);
        const step = 10n ** BigInt(SCALE - decimals.length + zeros + Number(exponent));
        const twice = 2n * (error < 0n ? -error : error);
        return twice <= step * denominator && (zeros === 0 ? digits(result) === digits(text) + 1 : decimals === '');
      }),
    );
  });

  test('come back by the way back where they end', () => {
    fc.assert(
      fc.property(numbers, (text) => {
        const there = convert(text, 'celsius', 'one')!;
        return there.isRounded || scaled(textOf(there.text, 'one', 'celsius')!) === scaled(text);
      }),
    );
  });
});
