import { JsonDocument } from '../json/document.ts';
import { scanJson } from '../json/scan.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { changeUnits, templatesOf, type ConvertedUnits } from '../units/convert-units.ts';
import type { UnitTargets } from '../units/unit-targets.ts';
import { KeyMeanings } from './key-meanings.ts';

/** A document with values in other units, and what its keys mean then. */
interface ConvertedMeanings extends ConvertedUnits {
  readonly meanings: KeyMeanings;
}

/**
 * Converts the values of a document whose keys have their meanings from a source, as `convertUnits` does. A key of the source stays and means
 * another term; one that is a term by its own name becomes that other term.
 *
 * @param maxArrayItems items of arrays that count; 0 for all
 */
export function convertMeanings(
  body: Uint8Array,
  meanings: KeyMeanings,
  lexicon: Lexicon,
  targets: UnitTargets,
  maxArrayItems: number,
): ConvertedMeanings {
  const document = new JsonDocument(scanJson(body), maxArrayItems);
  const { known } = meanings;
  const termOf = (key: string): string | null => (known.has(key) ? (known.get(key)?.term ?? null) : key);
  const { changes, ...inUnits } = changeUnits(
    document,
    lexicon,
    targets,
    {
      termOf,
      templateOf: templatesOf(lexicon, termOf),
      nameOf: (key, { term }) => (known.has(key) && known.get(key)?.term !== key ? key : term),
      whyNot: () => null,
    },
    () => null,
  );
  const converted = new KeyMeanings();
  for (const key of meanings.keys) {
    const change = changes.get(key);
    const meaning = known.get(key);
    const isOther = change !== undefined && meaning != null;
    converted.note(change?.name ?? key, isOther ? { ...meaning, term: change.term } : meaning);
  }
  return { ...inUnits, meanings: converted };
}
