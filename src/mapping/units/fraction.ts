/** A rational number; the denominator is positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const ZERO: Fraction = { numerator: 0n, denominator: 1n };

/** The fraction in lowest terms. */
export function fraction(numerator: bigint, denominator: bigint): Fraction {
  const divisor = commonDivisor(numerator < 0n ? -numerator : numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** What `1/3600` or `273.15` says, texts of a vocabulary that its shapes let pass. */
export function readFraction(text: string): Fraction {
  const [numerator = '', denominator] = text.split('/');
  if (denominator !== undefined) return fraction(BigInt(numerator), BigInt(denominator));
  const [whole = '', decimals = ''] = text.split('.');
  return fraction(BigInt(whole + decimals), powerOfTen(decimals.length));
}

export function plus(one: Fraction, other: Fraction): Fraction {
  return fraction(
    one.numerator * other.denominator + other.numerator * one.denominator,
    one.denominator * other.denominator,
  );
}

export function negative({ numerator, denominator }: Fraction): Fraction {
  return { numerator: -numerator, denominator };
}

export function times(one: Fraction, other: Fraction): Fraction {
  return fraction(one.numerator * other.numerator, one.denominator * other.denominator);
}

/** @param other not zero and not negative */
export function over(one: Fraction, other: Fraction): Fraction {
  return fraction(one.numerator * other.denominator, one.denominator * other.numerator);
}

/** The product with a power of ten. */
export function shifted(value: Fraction, exponent: number): Fraction {
  const power = powerOfTen(Math.abs(exponent));
  return exponent < 0
    ? fraction(value.numerator, value.denominator * power)
    : fraction(value.numerator * power, value.denominator);
}

/** Decimals of a fraction in lowest terms; null when they never end. */
export function decimalsOf({ denominator }: Fraction): number | null {
  let rest = denominator;
  const take = (prime: bigint): number => {
    let count = 0;
    for (; rest % prime === 0n; count++) rest /= prime;
    return count;
  };
  const decimals = Math.max(take(2n), take(5n));
  return rest === 1n ? decimals : null;
}

/** The power of ten that the fraction is; null for any other number. */
export function exponentOf({ numerator, denominator }: Fraction): number | null {
  const isPower = (number: bigint): boolean => /^10*$/.test(number.toString());
  if (denominator === 1n && isPower(numerator)) return numerator.toString().length - 1;
  if (numerator === 1n && isPower(denominator)) return 1 - denominator.toString().length;
  return null;
}

/** Rounds to a whole number, halves to the even one. */
export function roundHalfEven({ numerator, denominator }: Fraction): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const whole = magnitude / denominator;
  const twice = (magnitude % denominator) * 2n;
  const isUp = twice > denominator || (twice === denominator && whole % 2n === 1n);
  const rounded = isUp ? whole + 1n : whole;
  return numerator < 0n ? -rounded : rounded;
}

export function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

function commonDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
