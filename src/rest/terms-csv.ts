import { unitOfName } from '../vocabulary/terms.ts';
import type { SpokenTerm } from '../vocabulary/search/list-terms.ts';

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

/** The line of names at the head of terms as CSV (RFC 4180). */
export const CSV_HEAD = lineOf(COLUMNS);

/** A term as a line of CSV, with its end. */
export function writeCsvLine(term: SpokenTerm): string {
  const { name, label, description, datatype, category, deprecated, replacedBy, iri } = term;
  const unit = term.unit === null ? '' : (unitOfName(name) ?? term.unit);
  return lineOf([name, label, description, unit, datatype, category, String(deprecated), replacedBy ?? '', iri]);
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`;
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
