import { quantityOf } from '../mapping/units/variants.ts';
import { termsOfStem, unitOfName } from '../vocabulary/terms.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { KeyCandidate } from './key-candidates.ts';

/** The most confidence in a term whose unit nobody said: the quantity may be certain, and still the values be wrong by a thousand. */
const MOST_WHILE_OPEN = 0.75;
/** Units that are named as the other ones that there are. */
const UNITS_TOLD = 5;
/** So many more are counted, and so many terms of a quantity are looked at. */
const MOST_COUNTED = 50;
const MOST_VARIANTS = 64;

/**
 * Candidates of a key that says no unit: terms whose quantity the vocabulary has in other units, too, get a confidence that tells so, and
 * those behind them no higher one. What the source says is settled.
 */
export function lowerOpenUnits(candidates: readonly KeyCandidate[], vocabulary: Vocabulary): KeyCandidate[] {
  let most = 1;
  return candidates.map((candidate) => {
    const others = candidate.isSaid === true ? [] : otherUnits(candidate.term.name, vocabulary);
    if (others.length > 0) most = Math.min(most, MOST_WHILE_OPEN);
    const confidence = Math.min(candidate.confidence, most);
    const why = others.length > 0 ? `${candidate.why} Nothing says the unit: ${listed(others)}.` : candidate.why;
    return { ...candidate, confidence, why };
  });
}

/** The units, besides its own, in which the vocabulary has the quantity of a term; none for a term without a unit. */
function otherUnits(name: string, vocabulary: Vocabulary): string[] {
  if (unitOfName(name) === null) return [];
  return termsOfStem(vocabulary, quantityOf(name), MOST_VARIANTS).flatMap((variant) => {
    const isOther = variant.name !== name && variant.unit !== null && !variant.deprecated;
    const unit = isOther ? unitOfName(variant.name) : null;
    return unit === null ? [] : [unit];
  });
}

function listed(units: readonly string[]): string {
  const told = units.slice(0, UNITS_TOLD).join(', ');
  const left = units.length - UNITS_TOLD;
  if (left <= 0) return `it may also be ${told}`;
  return `it may be ${told} or one of ${left > MOST_COUNTED ? 'many' : left} more`;
}
