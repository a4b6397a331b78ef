import type { KeyFacts, TermFacts } from './model.ts';

const NUMBERS: ReadonlySet<string> = new Set(['xsd:double', 'xsd:decimal', 'xsd:integer']);
const NUMBER = /^[-+]?(?:\d[\d.,' ]*|[.,]\d+)(?:[eE][-+]?\d+)?$/;

/** Whether values as a key has them may be those of a term: a text is no number, and a term that begins at 0 has none below it. */
export function fitsValues(
  { datatype, range }: Pick<TermFacts, 'datatype' | 'range'>,
  { sample, smallest }: Pick<KeyFacts, 'sample' | 'smallest'>,
): boolean {
  if (!NUMBERS.has(datatype)) return true;
  if (smallest === null) return sample === null || NUMBER.test(sample.trim());
  const least = range?.smallest ?? null;
  return least === null || Number(least) < 0 || Number(smallest) >= 0;
}
