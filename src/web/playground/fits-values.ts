import { isNumeric } from '../../vocabulary/terms.ts';
import type { KeyFacts, TermFacts } from './model.ts';

const NUMBER = /^[-+]?(?:\d[\d.,' ]*|[.,]\d+)(?:[eE][-+]?\d+)?$/;

/** Whether values as a key has them may be those of a term: a text is no number, and a term that begins at 0 has none below it. */
export function fitsValues(
  term: Pick<TermFacts, 'datatype' | 'range'>,
  { sample, smallest }: Pick<KeyFacts, 'sample' | 'smallest'>,
): boolean {
  if (!isNumeric(term)) return true;
  if (smallest === null) return sample === null || NUMBER.test(sample.trim());
  const least = term.range?.smallest ?? null;
  return least === null || Number(least) < 0 || Number(smallest) >= 0;
}
