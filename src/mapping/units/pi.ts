import { GUARD } from './limits.ts';
import { powerOfTen, type Fraction } from './fraction.ts';

let known: { readonly decimals: number; readonly scaled: bigint } | null = null;

/** Pi, cut behind so many decimals. */
export function pi(decimals: number): Fraction {
  if (known === null || known.decimals < decimals) known = { decimals, scaled: compute(decimals) };
  return { numerator: known.scaled, denominator: powerOfTen(known.decimals) };
}

/** By Machin's formula: pi/4 = 4 arctan(1/5) - arctan(1/239). */
function compute(decimals: number): bigint {
  const one = powerOfTen(decimals + GUARD);
  return (4n * (4n * arcTangent(5n, one) - arcTangent(239n, one))) / powerOfTen(GUARD);
}

/** The arc tangent of 1/x, times `one`. */
function arcTangent(x: bigint, one: bigint): bigint {
  let power = one / x;
  let sum = power;
  for (let n = 3n; power !== 0n; n += 2n) {
    power /= -x * x;
    sum += power / n;
  }
  return sum;
}
