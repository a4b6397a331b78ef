import { unitOfName } from '../vocabulary/terms.ts';
import type { FoundTerm } from '../vocabulary/search/list-terms.ts';

const COLUMNS = [
  'name',
  'label',
  'description',
  'unit',
  'datatype',
  'category',
  'deprecated',
  'replacedBy',
  'iri',
] as const;

/** Terms as CSV (RFC 4180), with a line of names at its head. */
export function writeTermsCsv(terms: readonly FoundTerm[]): string {
  const lines = terms.map(({ name, label, description, datatype, category, deprecated, replacedBy, iri, ...term }) => {
    const unit = term.unit === null ? '' : (unitOfName(name) ?? term.unit);
    return [name, label, description, unit, datatype, category, String(deprecated), replacedBy ?? '', iri];
  });
  return [COLUMNS, ...lines].map((line) => `${line.map(quote).join(',')}\r\n`).join('');
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
