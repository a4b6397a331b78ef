/** The marks that a CSV file is written with. */
export interface CsvMarks {
  /** Separates the cells. */
  readonly delimiter: string;
  /** Stands before the fraction of numbers. */
  readonly decimal: DecimalMark;
}

export type DecimalMark = '.' | ',';

const WITH_POINT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WITH_COMMA = /^-?(?:0|[1-9]\d*)(?:,\d+)?(?:[eE][+-]?\d+)?$/;
/** A point in what the datatypes of XSD, which know more spellings than JSON, take for a number. */
const POINT_OF_NUMBER = /^[+-]?(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** `1.234,56`: what has a comma can have no other point before its fraction. */
const WITH_GROUPS = /^-?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/;

/** The number of a cell as JSON writes it, with every digit; null for what is none. */
export function numberOfCell(cell: string, { decimal }: Pick<CsvMarks, 'decimal'>): string | null {
  const text = cell.trim();
  if (decimal === '.') return WITH_POINT.test(text) ? text : null;
  if (WITH_COMMA.test(text)) return text.replace(',', '.');
  return WITH_GROUPS.test(text) ? text.replaceAll('.', '').replace(',', '.') : null;
}

/** What keeps a cell from being read where numbers have a comma: `1.234` may be either; null for any other cell. */
export function doubtOfCell(cell: string, { decimal }: Pick<CsvMarks, 'decimal'>, column: string): string | null {
  const text = cell.trim();
  if (decimal === '.' || !POINT_OF_NUMBER.test(text)) return null;
  return `The point in ${text}, a cell of the column ${JSON.stringify(column)}, may stand before a fraction or between thousands: other numbers have a comma. Write it without the point.`;
}
