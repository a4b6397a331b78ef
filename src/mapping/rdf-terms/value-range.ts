import { DOT, isDigit, LOWER, LOWER_E, MINUS, PLUS, ZERO } from '../bytes/ascii.ts';
import { DECIMAL, ESCAPED, INTEGER, STRIDE, STRING } from '../json/tape-entry.ts';

/** Whole numbers up to it are exact, and so are their neighbours. */
const MOST_EXACT = 2 ** 52;
/** Exponents up to it multiply whole numbers exactly, or beyond that. */
const MOST_EXPONENT = 15;

/** The numbers from one decimal to another. They are compared by their digits, exactly, however many these are. */
export class ValueRange {
  /** As sentences have it: `0 to 100`. */
  readonly words: string;
  private readonly low: Bound;
  private readonly high: Bound;
  private readonly positive: Sure;
  private readonly negative: Sure;

  /** @param low decimal; null for no bound, and so is `high` */
  constructor(low: string | null, high: string | null) {
    this.words = low === null ? `at most ${high}` : high === null ? `at least ${low}` : `${low} to ${high}`;
    this.low = { decimal: low, rounded: low === null ? -Infinity : Number(low) };
    this.high = { decimal: high, rounded: high === null ? Infinity : Number(high) };
    this.positive = sureOf(false, high, low);
    this.negative = sureOf(true, low, high);
  }

  /** False for a number that is outside; `NaN` is none. @param numeral what `xsd:double` takes */
  includes(numeral: string): boolean {
    const value = Number(numeral.replace('INF', 'Infinity'));
    return !(compare(value, numeral, this.low) < 0 || compare(value, numeral, this.high) > 0);
  }

  /**
   * The first of some values that may be a number outside; `end` if none is. Of most numbers the length of their whole part tells.
   *
   * @param entries a tape, and of it the scalars from `from` to before `end`
   */
  findInDoubt(entries: Int32Array, bytes: Uint8Array, from: number, end: number): number {
    const { positive, negative } = this;
    for (let value = from; value < end; value += STRIDE) {
      const kind = entries[value]!;
      if (kind < INTEGER) continue;
      // An escape may be the sign.
      if (kind === STRING && (entries[value + 3]! & ESCAPED) !== 0) return value;
      let at = entries[value + 1]!;
      let sure = positive;
      if (bytes[at] === MINUS) {
        sure = negative;
        at++;
      }
      if (sure.isAll) continue;
      const behind = entries[value + 2]!;
      if (kind <= DECIMAL) {
        let point = at + 1;
        if (kind === INTEGER) point = behind;
        else while (bytes[point] !== DOT) point++;
        const digits = point - at;
        if (digits < sure.digits || (digits === sure.digits && bytes[at]! < sure.lead)) continue;
      }
      let whole = 0;
      while (at < behind && isDigit(bytes[at]!)) whole = whole * 10 + bytes[at++]! - ZERO;
      if (kind <= DECIMAL && whole >= sure.least && whole < sure.most) continue;
      if (!isSure(sure, whole, bytes, at, behind)) return value;
    }
    return end;
  }
}

/** What numbers of one sign are in a range for sure, by their magnitudes: those between two whole numbers. */
interface Sure {
  readonly isAll: boolean;
  readonly least: number;
  readonly most: number;
  /** Digits of `most`, and the first of them, as a byte, where all numbers with fewer ones are in the range; else 0. */
  readonly digits: number;
  readonly lead: number;
}

/** @param bound the one farther from zero on the side of the sign, `other` the other one */
function sureOf(isNegative: boolean, bound: string | null, other: string | null): Sure {
  const isOfSign = (decimal: string): boolean => decimal.startsWith('-') === isNegative;
  const wholeOf = (decimal: string): number => Math.abs(Number(decimal.split('.')[0])) || 0;
  const least = other === null || !isOfSign(other) ? 0 : wholeOf(other) + (/\.0*[1-9]/.test(other) ? 1 : 0);
  const most = bound === null ? Infinity : isOfSign(bound) ? wholeOf(bound) : -1;
  const written = least === 0 && most > 0 ? String(Math.min(most, MOST_EXACT)) : '';
  return {
    isAll: least === 0 && most === Infinity,
    least,
    most: Math.min(most, MOST_EXACT),
    digits: written.length,
    lead: written === '' ? 0 : written.charCodeAt(0),
  };
}

/** True for a number that is in the range for sure; of what is no number, it says nothing. @param at behind its whole part */
function isSure({ least, most }: Sure, whole: number, bytes: Uint8Array, at: number, end: number): boolean {
  let next = at;
  let more = 0;
  if (next < end && bytes[next] === DOT)
    while (++next < end && isDigit(bytes[next]!)) if (bytes[next] !== ZERO) more = 1;
  let scale = 1;
  if (next < end) {
    if ((bytes[next]! | LOWER) !== LOWER_E) return false;
    if (bytes[++next] === MINUS) return least === 0 && whole + more <= most;
    let exponent = 0;
    for (; next < end && exponent <= MOST_EXPONENT; next++)
      if (bytes[next] !== PLUS) exponent = exponent * 10 + bytes[next]! - ZERO;
    if (exponent > MOST_EXPONENT) return false;
    scale = 10 ** exponent;
  }
  return whole * scale >= least && (whole + more) * scale <= most;
}

/** A bound; null for none. */
interface Bound {
  readonly decimal: string | null;
  readonly rounded: number;
}

/** Below 0 for a number below a bound, 0 where both are equal or there is no bound, NaN for `NaN`. @param value the number, rounded */
function compare(value: number, numeral: string, { decimal, rounded }: Bound): number {
  // To round keeps the order, but for what becomes equal.
  if (value !== rounded || decimal === null) return value === rounded ? 0 : value - rounded;
  const [one, other] = [digitsOf(numeral), digitsOf(decimal)];
  if (one.sign !== other.sign || one.sign === 0) return one.sign - other.sign;
  if (one.order !== other.order) return one.sign * (one.order - other.order);
  const length = Math.max(one.digits.length, other.digits.length);
  const [a, b] = [one.digits.padEnd(length, '0'), other.digits.padEnd(length, '0')];
  return a === b ? 0 : a < b ? -one.sign : one.sign;
}

/** A number as a sign times 0.d₁d₂… times ten to the power of `order`, with d₁ not 0. */
function digitsOf(numeral: string): { readonly sign: number; readonly order: number; readonly digits: string } {
  const [, sign, whole, fraction = '', exponent] = /^([+-]?)(\d*)(?:\.(\d*))?(?:e(.*))?$/i.exec(numeral)!;
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  const order = whole!.length + Number(exponent ?? 0) - all.length + digits.length;
  return { sign: digits === '' ? 0 : sign === '-' ? -1 : 1, order, digits };
}
