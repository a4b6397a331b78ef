import type { LexiconUnit } from '../lexicon/lexicon.ts';
import { exponentOf, negative, over, plus, readFraction, times, ZERO, type Fraction } from './fraction.ts';

/** How a value becomes one of another unit: it is multiplied by `factor` and by pi to the power of `piPower`, then `addend` is added. */
export interface Scale {
  readonly factor: Fraction;
  readonly piPower: number;
  readonly addend: Fraction;
  /** The power of ten that is all of the scale; null for any other scale. */
  readonly shift: number | null;
}

/**
 * The scale between two units of one family.
 *
 * @param ofDifferences values are differences, to which no offset is added: 5 °C more are 5 K more
 */
export function scaleBetween(from: LexiconUnit, to: LexiconUnit, ofDifferences: boolean): Scale {
  const factor = over(readFraction(from.multiplier), readFraction(to.multiplier));
  const piPower = from.piPower - to.piPower;
  const addend = ofDifferences
    ? ZERO
    : plus(times(readFraction(from.offset), factor), negative(readFraction(to.offset)));
  const isFactor = piPower === 0 && addend.numerator === 0n;
  return { factor, piPower, addend, shift: isFactor ? exponentOf(factor) : null };
}
