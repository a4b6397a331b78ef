import type { BoundTerm } from '../../../rdf/rows.ts';

/** A column of numbers, as bars. */
export interface Bars {
  readonly variable: string;
  /** The length of each row's bar, from 0 to 1. */
  readonly shares: readonly number[];
}

const NUMERIC = /^http:\/\/www\.w3\.org\/2001\/XMLSchema#(?:integer|decimal|double|float|int|long|nonNegativeInteger)$/;

/** Bars for the one column that has a number of 0 or more in each row, beside columns that say what of; null for other tables. */
export function barsOf(
  variables: readonly string[],
  rows: ReadonlyArray<Readonly<Record<string, BoundTerm>>>,
): Bars | null {
  if (rows.length < 2 || variables.length < 2) return null;
  const numeric = variables
    .map((variable) => ({ variable, values: rows.map((row) => numberOf(row[variable])) }))
    .filter(({ values }) => values.every((value) => value >= 0));
  if (numeric.length !== 1) return null;
  const { variable, values } = numeric[0]!;
  const largest = values.reduce((a, b) => Math.max(a, b), 0);
  return largest > 0 ? { variable, shares: values.map((value) => value / largest) } : null;
}

/** NaN for what is no finite number. */
function numberOf(term: BoundTerm | undefined): number {
  if (term?.datatype === undefined || !NUMERIC.test(term.datatype)) return NaN;
  const value = Number(term.value);
  return Number.isFinite(value) ? value : NaN;
}
