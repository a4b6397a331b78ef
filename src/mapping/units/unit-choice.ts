import { MAX_CHOICES } from './limits.ts';
import { HubError } from '../../errors.ts';
import { quote } from '../json/text.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { checkFamilies } from './convert-unit.ts';
import { familyOf, unitsOf, type NamedUnit, type UnitTable } from './unit-table.ts';
import { variantsOf } from './variants.ts';

/** Takes the coherent unit of the SI of each quantity. */
const SI = 'si';
/** Leaves values as they are. */
const AS_TERMS = 'term';

/** In which units values are wanted. */
export interface UnitChoice {
  /** By the name of the quantity: its unit, which terms of it have. */
  readonly ofQuantities: ReadonlyMap<string, NamedUnit>;
  /** By family. */
  readonly ofFamilies: ReadonlyMap<string, NamedUnit>;
  readonly isSi: boolean;
}

/**
 * What `units` says, a list with commas: names of units, each for all quantities of its family; `active_power=MW` for one quantity; `si`
 * for the rest; `term` for nothing.
 *
 * @returns null when values stay as they are
 * @throws HubError `unknown-unit`; `unit-families-differ`; `invalid-option` for a quantity that is none, or has no term in its unit, and for
 *   two units of one family
 */
export function readUnitChoice(text: string, lexicon: Lexicon): UnitChoice | null {
  const table = unitsOf(lexicon);
  const ofQuantities = new Map<string, NamedUnit>();
  const ofFamilies = new Map<string, NamedUnit>();
  const pieces = text.split(',').map((piece) => piece.trim());
  if (pieces.length > MAX_CHOICES) throw invalid(`units names ${pieces.length} units; ${MAX_CHOICES} is the most.`);
  for (const piece of pieces) {
    if (piece === SI || piece === AS_TERMS) continue;
    const sign = piece.indexOf('=');
    const named = table.get(piece.slice(sign + 1), 'units');
    if (sign < 0) setOnce(ofFamilies, familyOf(named), named, piece);
    else setOnce(ofQuantities, checkQuantity(piece.slice(0, sign), named, lexicon, table), named, piece);
  }
  if (pieces.includes(AS_TERMS) && pieces.length > 1) throw invalid('units says "term" and other units.');
  const isSi = pieces.includes(SI);
  return !isSi && ofQuantities.size + ofFamilies.size === 0 ? null : { ofQuantities, ofFamilies, isSi };
}

function setOnce(units: Map<string, NamedUnit>, name: string, named: NamedUnit, piece: string): void {
  const before = units.get(name);
  if (before !== undefined && before !== named)
    throw invalid(`units names ${quote(piece)} and another unit of ${name}. Say which quantity is in which: power=kW.`);
  units.set(name, named);
}

/** The name of a quantity that has a term in the unit. */
function checkQuantity(quantity: string, named: NamedUnit, lexicon: Lexicon, table: UnitTable): string {
  const terms = variantsOf(lexicon, quantity);
  const units = terms.flatMap((term) => table.ofTerm(term, lexicon.terms.get(term)!.unit) ?? []);
  if (units.length === 0) throw invalid(`units names ${quote(quantity)}, which is no quantity with a unit.`);
  checkFamilies(units.find((unit) => familyOf(unit) === familyOf(named)) ?? units[0]!, named, 'units');
  const isThere = units.some(({ unit, qualifier }) => unit === named.unit && qualifier === named.qualifier);
  if (isThere) return quantity;
  const names = units.map(({ spelling }) => spelling).join(', ');
  throw invalid(`There is no term of ${quote(quantity)} in ${named.spelling}; there are terms in ${names}.`);
}

function invalid(message: string): HubError {
  return new HubError('invalid-option', message, { key: 'units' });
}
