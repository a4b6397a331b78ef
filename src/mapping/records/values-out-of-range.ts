import { encodeText } from '../../rdf/utf8.ts';
import type { JsonDocument } from '../json/document.ts';
import { ESCAPED, STRIDE, STRING } from '../json/tape-entry.ts';
import { UNFIT } from '../rdf-terms/verdict.ts';
import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import { excerpt } from '../json/text.ts';
import type { WarningLog } from './warnings.ts';

/** Notes `out-of-range` for each value of a document that is outside the range of its term, in document order. */
export function warnOfValuesOutOfRange(document: JsonDocument, { plans, ranged }: Mapping, warnings: WarningLog): void {
  if (ranged === null) return;
  document.forEachScalars(ranged, (key, first, end) => {
    const plan = plans.of(key);
    for (let value = findOutOfRange(document, plan, first, end); value < end;) {
      warnOfRange(document, plan, value, warnings);
      value = findOutOfRange(document, plan, value + STRIDE, end);
    }
  });
}

/**
 * The first number outside the range of its key, which has one, or text of such a number that the key's datatype takes, in the entries
 * of the tape from `from` to before `end`; `end` if there is none.
 */
export function findOutOfRange(document: JsonDocument, plan: KeyPlan, from: number, end: number): number {
  const { entries, bytes } = document;
  const range = plan.range!;
  let value = range.findInDoubt(entries, bytes, from, end);
  while (value < end && !isOutside(document, plan, value))
    value = range.findInDoubt(entries, bytes, value + STRIDE, end);
  return value;
}

function isOutside(document: JsonDocument, { datatype, range }: KeyPlan, value: number): boolean {
  const { entries } = document;
  if (entries[value]! > STRING) return false;
  if (entries[value] === STRING) {
    const isEscaped = (entries[value + 3]! & ESCAPED) !== 0;
    const bytes = isEscaped ? encodeText(document.textOf(value)) : document.bytes;
    const start = isEscaped ? 0 : entries[value + 1]!;
    const end = isEscaped ? bytes.length : entries[value + 2]!;
    if (datatype!.verdictOf(STRING, bytes, start, end) === UNFIT) return false;
  }
  return !range!.includes(document.textOf(value));
}

/** Notes it of one value. */
export function warnOfRange(
  document: JsonDocument,
  { name, range }: KeyPlan,
  value: number,
  warnings: WarningLog,
): void {
  warnings.addValue(
    'out-of-range',
    name,
    value,
    () => `${range!.words}: the first of them is ${excerpt(document.textOf(value))}. They were kept as they are.`,
  );
}
