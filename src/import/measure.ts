import type { Concept } from './concept.ts';
import type { ImportOptions } from './imported-term.ts';
import type { ImportReport } from './import-report.ts';
import { localName } from './source-properties.ts';
import type { KnownUnit, UnitNames } from './unit-names.ts';

/** What a term measures: both, or neither. */
export interface Measure {
  readonly unit: KnownUnit | null;
  /** IRI. */
  readonly quantityKind: string | null;
}

const NOTHING: Measure = { unit: null, quantityKind: null };

/**
 * The unit that a concept states, and what it measures: the kind that the concept states if the unit measures it, and the most general
 * one if it states none.
 *
 * @param named the unit that the concept's name or label ends with, where it states none or the same
 */
export function measureOf(
  { id, units, quantityKinds }: Concept,
  named: KnownUnit | null,
  { unit: fallback }: ImportOptions,
  names: UnitNames,
  report: ImportReport,
): Measure {
  const stated = units.length > 0 ? units : named === null && fallback !== undefined ? [fallback] : [];
  const found = new Map<string, KnownUnit>();
  for (const text of stated) {
    const unit = names.find(text);
    if (unit === null || unit.kinds.length === 0) report.tell('unit-not-known', id, { detail: text });
    else if (!found.has(unit.iri)) found.set(unit.iri, unit);
  }
  if (found.size > 1) report.tell('several-units', id, { detail: stated.join(', ') });
  const [only = null] = found.size === 1 ? found.values() : [];
  const unit = (found.size === 0 && units.length === 0) || only?.iri === named?.iri ? named : only;
  if (unit === null || unit.kinds.length === 0) {
    if (quantityKinds.length > 0) report.tell('kind-without-unit', id);
    return NOTHING;
  }
  const quantityKind = kindOf(unit, quantityKinds);
  if (quantityKind !== null) return { unit, quantityKind };
  report.tell('kind-differs', id, { detail: `${localName(quantityKinds[0]!)} in ${unit.spelling ?? unit.iri}` });
  return NOTHING;
}

/** The kind that a unit measures, of those that a source states, or the most general one if it states none; null for other kinds. */
export function kindOf({ kinds }: KnownUnit, stated: readonly string[]): string | null {
  if (stated.length === 0) return kinds[0] ?? null;
  return kinds.find((one) => stated.some((text) => text === one || localName(text) === localName(one))) ?? null;
}
