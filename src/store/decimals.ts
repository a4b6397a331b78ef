import { XSD_DECIMAL } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/**
 * The term as it is sent to servers: a decimal in its canonical form (XML Schema 1.0 §3.2.3.2), such as `1.0`. Jena returns `1.50` as `1.5`,
 * and takes neither for the other when it removes them, so that a graph could not be emptied.
 */
export function withCanonicalDecimal(term: BoundTerm): BoundTerm {
  return withDecimal(term, '.0');
}

/** The term as the embedded store returns it: a decimal without trailing zeros, such as `1`. */
export function withShortDecimal(term: BoundTerm): BoundTerm {
  return withDecimal(term, '');
}

function withDecimal(term: BoundTerm, ofWhole: string): BoundTerm {
  if (term.datatype !== XSD_DECIMAL) return term;
  const parts = DECIMAL.exec(term.value);
  if (parts === null) return term;
  const [, sign, digits, fraction = ''] = parts as unknown as [string, string, string, string?];
  if (digits === '' && fraction === '') return term;
  const whole = withoutZerosBefore(digits) || '0';
  const rest = withoutZerosBehind(fraction);
  const isZero = whole === '0' && rest === '';
  return { ...term, value: `${sign === '-' && !isZero ? '-' : ''}${whole}${rest === '' ? ofWhole : `.${rest}`}` };
}

function withoutZerosBefore(digits: string): string {
  let start = 0;
  while (digits[start] === '0') start++;
  return digits.slice(start);
}

function withoutZerosBehind(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}
