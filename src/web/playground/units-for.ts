import { groupBy } from '../../group-by.ts';
import { unitOfName } from '../../vocabulary/terms.ts';

/**
 * The units in which a document's values may be given, one at a time: those of the other terms of its quantities.
 *
 * @param used names of the terms that its keys mean
 * @param terms names of all terms
 * @returns as terms spell them, sorted
 */
export function unitsFor(used: readonly string[], terms: readonly string[]): string[] {
  const usedOf = groupBy(used, quantityOf);
  // One that is the only one of its quantity in the vocabulary changes nothing.
  const units = terms.flatMap((name) => {
    const changes = usedOf.get(quantityOf(name))?.some((one) => one !== name && unitOfName(one) !== null) ?? false;
    return (changes ? unitOfName(name) : null) ?? [];
  });
  return [...new Set(units)].toSorted((a, b) => a.localeCompare(b, 'en'));
}

function quantityOf(name: string): string {
  const dash = name.indexOf('-');
  return dash === -1 ? name : name.slice(0, dash);
}
