import type { PlacedWarning } from './model.ts';
import { groupBy } from '../../group-by.ts';

/** The warnings of one code. */
export interface WarningGroup {
  readonly code: PlacedWarning['code'];
  readonly title: string;
  /** How often it occurred at all keys together. */
  readonly count: number;
  readonly warnings: readonly PlacedWarning[];
}

const TITLES: Readonly<Record<PlacedWarning['code'], string>> = {
  'deprecated-term': 'Deprecated terms',
  'nested-array': 'Arrays inside arrays',
  'unresolved-token': 'Values that belong to no row',
  'undefined-node': 'Nodes without a description',
  'reserved-key': 'Reserved keys',
  'axis-length-mismatch': 'Series of another length than their time axis',
  'ambiguous-time': 'More than one time',
  'datatype-mismatch': 'Values of another datatype',
  'out-of-range': 'Values out of range',
  'unit-mismatch': 'Doubtful units',
  'unit-not-converted': 'Values that stay in their unit',
  'unit-rounded': 'Values rounded in another unit',
  'lone-surrogate': 'Halves of characters',
  'xml-character': 'Characters that XML cannot hold',
};

/** The warnings by their codes, those that occurred most often first. */
export function groupWarnings(warnings: readonly PlacedWarning[]): WarningGroup[] {
  return Array.from(
    groupBy(warnings, ({ code }) => code),
    ([code, of]) => ({
      code,
      title: TITLES[code],
      count: of.reduce((sum, { count }) => sum + count, 0),
      warnings: of.toSorted((a, b) => b.count - a.count),
    }),
  ).toSorted((a, b) => b.count - a.count);
}
