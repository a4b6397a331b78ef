import { JsonDocument } from '../json/document.ts';
import { scanJson } from '../json/scan.ts';
import { applyChanges, type ConvertedUnits } from '../units/convert-units.ts';
import { findChanges } from '../units/key-changes.ts';
import type { UnitTargets } from '../units/unit-targets.ts';
import { KeyMeanings } from './key-meanings.ts';

/** A document with values in other units, and what its keys mean then. */
interface ConvertedMeanings extends ConvertedUnits {
  readonly meanings: KeyMeanings;
}

/**
 * Converts the values of a document whose keys have their meanings from a source. A key of the source stays and means another term; one
 * that is a term by its own name becomes that other term.
 *
 * @param targets null leaves all values as they are
 */
export function convertMeanings(
  body: Uint8Array,
  meanings: KeyMeanings,
  targets: UnitTargets | null,
): ConvertedMeanings {
  if (targets === null) return { body, warnings: [], meanings };
  const document = new JsonDocument(scanJson(body), 0);
  const { known } = meanings;
  const found = findChanges(document, targets, {
    termOf: (key) => (known.has(key) ? (known.get(key)?.term ?? null) : key),
    nameOf: (key, { term }) => (known.has(key) && known.get(key)?.term !== key ? key : term),
    whyNot: () => null,
  });
  const converted = new KeyMeanings();
  const changes = new Map(Array.from(found.changes, ([key, change]) => [document.keyNames[key]!, change]));
  for (const key of meanings.keys) {
    const change = changes.get(key);
    const meaning = known.get(key);
    const isOther = change !== undefined && meaning != null;
    converted.note(change?.name ?? key, isOther ? { ...meaning, term: change.term } : meaning);
  }
  return { ...applyChanges(document, found, null), meanings: converted };
}
