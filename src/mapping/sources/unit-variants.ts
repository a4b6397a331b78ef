import { spellUnit } from '../units/spell-unit.ts';

/**
 * The name of the term that says the same of values in another unit: `voltage-V` and `kV` make `voltage-kV`. The vocabulary may have none
 * of that name.
 *
 * @param unit a unit as it stands beside a value
 */
export function withUnit(term: string, unit: string): string {
  return inUnit(term, spellUnit(unit));
}

/** The same for a unit as names of terms spell it. */
export function inUnit(term: string, unit: string): string {
  return `${quantityOf(term)}-${unit}`;
}

/** The same for the currency of an amount or a price; the term itself where it names no currency. */
export function withCurrency(term: string, currency: string): string {
  const unit = term.slice(quantityOf(term).length + 1);
  if (!unit.split('_').includes(USUAL_CURRENCY)) return term;
  return `${quantityOf(term)}-${unit
    .split('_')
    .map((word) => (word === USUAL_CURRENCY ? currency : word))
    .join('_')}`;
}

const USUAL_CURRENCY = 'EUR';

function quantityOf(term: string): string {
  const hyphen = term.indexOf('-');
  return hyphen < 0 ? term : term.slice(0, hyphen);
}
