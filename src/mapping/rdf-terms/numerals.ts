import { EXACT_DIGITS, LONGEST_BOUND, MAX_EXPONENT } from './numeral-states.ts';
import {
  CLASSES,
  DIGIT,
  EXPONENT,
  EXPONENT_BEGUN,
  EXPONENT_SIGNED,
  FRACTION,
  NONE,
  POINT,
  POINTED,
  SCIENTIFIC,
  SIGN,
  SIGNED,
  START,
  WHOLE,
  WHOLE_WITH_POINT,
} from './numeral-states.ts';
import { DOT, isDigit, MINUS, PLUS, ZERO } from '../bytes/ascii.ts';
import { BARE, FITS, REPAIRED, UNFIT, type TextReader, type Verdict } from './verdict.ts';

const CLASS_OF = new Uint8Array(256);
CLASS_OF.fill(DIGIT, ZERO, ZERO + 10);
CLASS_OF[PLUS] = CLASS_OF[MINUS] = SIGN;
CLASS_OF[DOT] = POINT;
CLASS_OF[0x45] = CLASS_OF[0x65] = EXPONENT;

/** By state and class: the next state; `NONE` where no numeral goes on so. */
const NEXT = new Uint8Array(10 * CLASSES);
for (const [from, byClass] of [
  [START, { [DIGIT]: WHOLE, [SIGN]: SIGNED, [POINT]: POINTED }],
  [SIGNED, { [DIGIT]: WHOLE, [POINT]: POINTED }],
  [POINTED, { [DIGIT]: FRACTION }],
  [WHOLE, { [DIGIT]: WHOLE, [POINT]: WHOLE_WITH_POINT, [EXPONENT]: EXPONENT_BEGUN }],
  [WHOLE_WITH_POINT, { [DIGIT]: FRACTION, [EXPONENT]: EXPONENT_BEGUN }],
  [FRACTION, { [DIGIT]: FRACTION, [EXPONENT]: EXPONENT_BEGUN }],
  [EXPONENT_BEGUN, { [DIGIT]: SCIENTIFIC, [SIGN]: EXPONENT_SIGNED }],
  [EXPONENT_SIGNED, { [DIGIT]: SCIENTIFIC }],
  [SCIENTIFIC, { [DIGIT]: SCIENTIFIC }],
] as const)
  for (const [byteClass, to] of Object.entries(byClass)) NEXT[from * CLASSES + Number(byteClass)] = to;

/** The shape of a numeral (XSD 1.1 Part 2 §3.3.3 and §3.3.5, without `INF` and `NaN`); below `WHOLE` for any other text. */
export function shapeOfNumeral(bytes: Uint8Array, start: number, end: number): number {
  let state = START;
  for (let at = start; at < end && state !== NONE; at++) state = NEXT[state * CLASSES + CLASS_OF[bytes[at]!]!]!;
  return state;
}

/** Where the digits of a whole number end whose fraction is zeros only, as in `12.0`; -1 for any other text. */
function endOfWhole(bytes: Uint8Array, start: number, end: number): number {
  let last = end - 1;
  while (last > start && bytes[last] === ZERO) last--;
  return bytes[last] === DOT && last < end - 1 ? last : -1;
}

/** Reads the texts and numbers of `xsd:integer` and of the types derived from it: those from `low` to `high`. */
export class IntegerReader implements TextReader {
  private readonly low: bigint | null;
  private readonly high: bigint | null;
  private readonly lowest: number;
  private readonly highest: number;

  /** @param low null for no bound; so is `high` */
  constructor(low: bigint | null, high: bigint | null) {
    this.low = low;
    this.high = high;
    this.lowest = low === null ? -Infinity : Number(low);
    this.highest = high === null ? Infinity : Number(high);
  }

  read(bytes: Uint8Array, start: number, end: number): Verdict {
    if (shapeOfNumeral(bytes, start, end) !== WHOLE) return UNFIT;
    if (this.low === null && this.high === null) return FITS | BARE;
    return this.isInRange(bytes, start, end) ? FITS : UNFIT;
  }

  /** A number of JSON that is written with a point. */
  readFraction(bytes: Uint8Array, start: number, end: number): Verdict {
    const whole = endOfWhole(bytes, start, end);
    const verdict = whole < 0 ? UNFIT : this.read(bytes, start, whole);
    return verdict === UNFIT ? UNFIT : verdict | REPAIRED;
  }

  repair(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
    const whole = endOfWhole(bytes, start, end);
    let to = at;
    for (let from = start; from < whole; from++) out[to++] = bytes[from]!;
    return to;
  }

  private isInRange(bytes: Uint8Array, start: number, end: number): boolean {
    const { low, high, lowest, highest } = this;
    const isNegative = bytes[start] === MINUS;
    let at = isNegative || bytes[start] === PLUS ? start + 1 : start;
    while (at < end - 1 && bytes[at] === ZERO) at++;
    if (end - at > LONGEST_BOUND) return isNegative ? low === null : high === null;
    if (end - at > EXACT_DIGITS) {
      let digits = 0n;
      for (; at < end; at++) digits = digits * 10n + BigInt(bytes[at]! - ZERO);
      const exact = isNegative ? -digits : digits;
      return (low === null || exact >= low) && (high === null || exact <= high);
    }
    let digits = 0;
    for (; at < end; at++) digits = digits * 10 + bytes[at]! - ZERO;
    const value = isNegative ? -digits : digits;
    return value >= lowest && value <= highest;
  }
}

/** Writes the exponents of JSON's numbers out, as `xsd:decimal` has none: `-2.50E+1` becomes `-25.0`, the point moved. */
export class ExponentReader implements TextReader {
  /** Of the number that was read last: its digits without the exponent's, and behind how many of them the moved point stands. */
  private digits = 0;
  private point = 0;

  read(bytes: Uint8Array, start: number, end: number): Verdict {
    let at = bytes[start] === MINUS ? start + 1 : start;
    const first = at;
    while (isDigit(bytes[at]!)) at++;
    const whole = at - first;
    this.digits = whole;
    if (bytes[at] === DOT) {
      const fraction = ++at;
      while (isDigit(bytes[at]!)) at++;
      this.digits += at - fraction;
    }
    const isNegative = bytes[++at] === MINUS;
    if (!isDigit(bytes[at]!)) at++;
    let exponent = 0;
    for (; at < end && exponent <= MAX_EXPONENT; at++) exponent = exponent * 10 + bytes[at]! - ZERO;
    if (exponent > MAX_EXPONENT) return UNFIT;
    this.point = isNegative ? whole - exponent : whole + exponent;
    return this.point < this.digits ? FITS | REPAIRED | BARE : FITS | REPAIRED;
  }

  repair(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
    this.read(bytes, start, end);
    const { digits, point } = this;
    let from = start;
    let to = at;
    if (bytes[from] === MINUS) out[to++] = bytes[from++]!;
    const first = to;
    // The digits before the point, without zeros in front, then those behind it.
    for (let digit = Math.min(0, point - 1); digit < Math.max(digits, point); digit++) {
      if (digit === point) out[to++] = DOT;
      let byte = ZERO;
      if (digit >= 0 && digit < digits) {
        if (bytes[from] === DOT) from++;
        byte = bytes[from++]!;
      }
      const replacesZero = digit < point && to === first + 1 && out[first] === ZERO;
      out[replacesZero ? first : to++] = byte;
    }
    return to;
  }
}
