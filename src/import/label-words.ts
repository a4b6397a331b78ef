import type { Concept } from './concept.ts';
import { isNumberType } from './datatypes.ts';
import type { ImportOptions } from './imported-term.ts';
import type { Language } from './languages.ts';
import { kindOf, type Measure } from './measure.ts';
import { wordsOf } from './name-words.ts';
import { localName } from './source-properties.ts';
import type { KnownUnit, UnitNames } from './unit-names.ts';

/**
 * The words of the name, or of what has no label at all, where names are made of IRIs, of the end of the IRI; null where there are none.
 *
 * @param unit that the name ends with
 */
export function labelOfName(
  { name, iri, labels }: Concept,
  unit: KnownUnit | null,
  { namesFrom }: ImportOptions,
): string | null {
  const end = namesFrom === 'iri' && labels.length === 0 && iri !== null ? localName(iri) : '';
  const called = unit === null ? (name ?? end) : name!.split('-', 1)[0]!;
  return (
    wordsOf(called)
      ?.replaceAll('_', ' ')
      .replace(/^./, (first) => first.toUpperCase()) ?? null
  );
}

/** A text that ends with brackets: what stands before them, and in them. */
const BRACKETED = /^(.*\S)\s*[([]([^()[\]]+)[)\]]$/;
/** What a unit has, and hardly ever anything else in brackets: `°C`, `W/m²`, `%`. */
const SIGN_OF_UNITS = /[/·°²³%]/;
/** Spellings of units that mean something else in brackets: a minimum, a class, a phase. */
const ALSO_OTHER = /^(?:min|\p{L})$/u;

/**
 * The unit in brackets at the end of a label, as terms spell it or with a sign that units have; codes may mean something else there.
 * Null where the concept or the options say otherwise: a unit, a datatype that is no number, or a quantity kind of other units.
 */
export function unitOfLabel(
  label: string,
  { units: stated, datatypes, quantityKinds }: Concept,
  { unit: fallback, datatypes: { measured } }: ImportOptions,
  units: UnitNames,
): KnownUnit | null {
  if (stated.length > 0 || fallback !== undefined) return null;
  if (!(datatypes.length > 0 ? datatypes : [measured]).every(isNumberType)) return null;
  const text = BRACKETED.exec(label)?.[2]!.trim() ?? '';
  if (quantityKinds.length === 0 && ALSO_OTHER.test(text)) return null;
  const unit = units.findSpelled(text) ?? (SIGN_OF_UNITS.test(text) ? units.find(text) : null);
  return unit === null || kindOf(unit, quantityKinds) === null ? null : unit;
}

/** Labels without the unit of the term in brackets at their ends, however it is spelled there. */
export function withoutUnit(
  labels: ReadonlyMap<Language, readonly string[]>,
  { unit }: Measure,
  units: UnitNames,
): ReadonlyMap<Language, readonly string[]> {
  if (unit === null) return labels;
  const plainOf = (text: string): string => {
    const [, plain, brackets] = BRACKETED.exec(text) ?? [];
    return plain !== undefined && units.find(brackets!)?.iri === unit.iri ? plain : text;
  };
  return new Map(Array.from(labels, ([language, texts]) => [language, [...new Set(texts.map(plainOf))]]));
}
