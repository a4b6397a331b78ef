import { MAX_DIGITS, MAX_EXPONENT, PI_GUARD } from './limits.ts';
import {
  decimalsOf,
  fraction,
  over,
  plus,
  powerOfTen,
  roundHalfEven,
  shifted,
  times,
  ZERO,
  type Fraction,
} from './fraction.ts';
import { pi } from './pi.ts';
import type { Scale } from './scale.ts';

/** A number of another unit. */
export interface ConvertedNumber {
  readonly text: string;
  /** The exact number has no end as a decimal, or has more digits than are computed. */
  readonly isRounded: boolean;
}

const NUMERAL = /^([+-]?)(\d*)(?:\.(\d*))?((?:[eE][+-]?\d+)?)$/;

interface Numeral {
  readonly isNegative: boolean;
  /** Before and behind the point. */
  readonly whole: string;
  readonly decimals: string;
  /** With its letter, as written; empty where there is none. */
  readonly exponent: string;
}

/**
 * A number in another unit, exact to its digits:
 *
 * - A power of ten moves the point and keeps every digit: 812.40 kW are 0.81240 MW.
 * - Where something is added, decimals are as many as those of the two: 20.10 °C are 293.25 K, 20 °C are 293.15 K.
 * - Any other result is written with the decimals that it needs. One that never ends is rounded, halves to even, to one significant
 *   digit more than the number has: 100 s are 0.02778 h. Where something is added, it has at least one decimal more than the number:
 *   0.1 °F are 255.43 K.
 * - An exponent stays as it is: what stands before it is converted.
 *
 * @returns null for what is no number, such as `INF`
 */
export function convertNumber(text: string, scale: Scale): ConvertedNumber | null {
  const numeral = readNumeral(text);
  if (numeral === null) return null;
  if (scale.shift !== null) return { text: movePoint(numeral, scale.shift), isRounded: false };
  return convertDigits(numeral, scale);
}

function readNumeral(text: string): Numeral | null {
  const match = NUMERAL.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', decimals = '', exponent = ''] = match;
  if (whole === '' && decimals === '') return null;
  return { isNegative: sign === '-', whole, decimals, exponent };
}

function movePoint({ isNegative, whole, decimals, exponent }: Numeral, places: number): string {
  const point = whole.length + places;
  const digits = (whole + decimals).padEnd(point, '0').padStart(whole.length + decimals.length - point, '0');
  const at = Math.max(0, point);
  return (isNegative ? '-' : '') + joinPoint(digits.slice(0, at), digits.slice(at)) + exponent;
}

function joinPoint(whole: string, decimals: string): string {
  const written = whole.replace(/^0+(?=.)/, '') || '0';
  return decimals === '' ? written : `${written}.${decimals}`;
}

function convertDigits(numeral: Numeral, scale: Scale): ConvertedNumber | null {
  const { decimals, exponent } = numeral;
  const { mantissa, scaleOfTen, digits, isCut } = readDigits(numeral);
  if (Math.abs(scaleOfTen) > 2 * MAX_DIGITS) {
    const near = withExponent(numeral, mantissa, scaleOfTen);
    return near === null ? null : { ...convertDigits(near, scale)!, isRounded: true };
  }
  const power = exponent === '' ? 0 : Number(exponent.slice(1));
  const magnitude = power + scaleOfTen + digits - 1;
  const isFar = scale.addend.numerator !== 0n && (mantissa === 0n || Math.abs(magnitude) > MAX_EXPONENT);
  // What is added to a number that is far greater, or to which one is added that is far smaller, does not show in its digits.
  if (isFar && (mantissa === 0n || magnitude < 0)) {
    const least = Math.min(decimals.length, MAX_DIGITS);
    const written = writeExact(scale.addend, least);
    return written === null
      ? writeRounded(scale.addend, digits + 1, '', least + 1)
      : { text: written, isRounded: mantissa !== 0n || isCut };
  }
  const value = shifted(fraction(mantissa, 1n), scaleOfTen);
  const product = times(value, scale.factor);
  if (scale.piPower !== 0 && mantissa !== 0n)
    return writeRounded(timesPi(product, scale.piPower, digits), digits + 1, exponent);
  const addend = isFar || scale.addend.numerator === 0n ? ZERO : shifted(scale.addend, -power);
  const sum = plus(product, addend);
  const least = leastDecimals(numeral, scale, addend);
  const written = writeExact(sum, least);
  if (written === null) return writeRounded(sum, digits + 1, exponent, addend.numerator === 0n ? undefined : least + 1);
  const sign = numeral.isNegative && mantissa === 0n ? '-' : '';
  return { text: sign + written + exponent, isRounded: isCut || isFar };
}

/** The number by its first digits, with an exponent in the place of thousands of zeros; null where it has an exponent beyond all numbers. */
function withExponent({ isNegative, exponent }: Numeral, mantissa: bigint, scaleOfTen: number): Numeral | null {
  if (exponent.length > MAX_EXPONENT) return null;
  const power = BigInt(exponent.slice(1)) + BigInt(scaleOfTen);
  const whole = mantissa.toString().replace('-', '');
  return { isNegative, whole, decimals: '', exponent: `e${power}` };
}

/** Decimals that a sum keeps; a product has those that it needs. */
function leastDecimals({ decimals }: Numeral, { factor }: Scale, addend: Fraction): number {
  if (addend.numerator === 0n) return 0;
  const isSumOnly = factor.numerator === factor.denominator;
  return Math.max(Math.min(decimals.length, MAX_DIGITS), isSumOnly ? (decimalsOf(addend) ?? 0) : 0);
}

/** The digits as a whole number times a power of ten, and how many of them are significant. */
function readDigits({ isNegative, whole, decimals }: Numeral): {
  mantissa: bigint;
  scaleOfTen: number;
  digits: number;
  isCut: boolean;
} {
  const all = (whole + decimals).replace(/^0+(?=.)/, '');
  const cut = Math.max(0, all.length - MAX_DIGITS);
  const kept = BigInt(all.slice(0, all.length - cut));
  const rest = all.slice(all.length - cut);
  const isAbove = cut > 0 && (/^[6-9]|^5\d*[1-9]/.test(rest) || (rest.startsWith('5') && kept % 2n === 1n));
  const magnitude = isAbove ? kept + 1n : kept;
  return {
    mantissa: isNegative ? -magnitude : magnitude,
    scaleOfTen: cut - decimals.length,
    digits: all.length - cut,
    isCut: /[1-9]/.test(rest),
  };
}

function timesPi(product: Fraction, power: number, digits: number): Fraction {
  const ofPi = pi(digits + PI_GUARD);
  let value = product;
  for (let i = 0; i < Math.abs(power); i++) value = power > 0 ? times(value, ofPi) : over(value, ofPi);
  return value;
}

/** Null for what never ends. */
function writeExact(value: Fraction, least: number): string | null {
  const needed = decimalsOf(value);
  if (needed === null) return null;
  const decimals = Math.max(needed, least);
  return writeDecimal(shifted(value, decimals).numerator, decimals);
}

/** @param least decimals, of which there are more where so many digits need them */
function writeRounded(value: Fraction, digits: number, exponent: string, least = -Infinity): ConvertedNumber {
  const lengthOf = (number: bigint): number => number.toString().replace('-', '').length;
  let decimals = digits - lengthOf(value.numerator) + lengthOf(value.denominator);
  let rounded = roundHalfEven(shifted(value, decimals));
  while (lengthOf(rounded) > digits) rounded = roundHalfEven(shifted(value, --decimals));
  while (lengthOf(rounded) < digits) rounded = roundHalfEven(shifted(value, ++decimals));
  if (decimals < least) rounded = roundHalfEven(shifted(value, (decimals = least)));
  return { text: writeDecimal(rounded, decimals) + exponent, isRounded: true };
}

/** A whole number over a power of ten, without an exponent. @param decimals may be negative */
function writeDecimal(number: bigint, decimals: number): string {
  const scaled = decimals < 0 ? number * powerOfTen(-decimals) : number;
  const places = Math.max(0, decimals);
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  return (scaled < 0n ? '-' : '') + joinPoint(digits.slice(0, point), digits.slice(point));
}
