import { CHECKS_OF_CHANGES } from './changes.ts';
import type { Check } from './check.ts';
import { CHECKS_OF_FAULTS } from './faults.ts';
import { CHECKS_OF_SIZES } from './sizes.ts';
import { CHECKS_OF_TERMS } from './terms.ts';

/** What every store promises, whatever stands behind it. */
export const CONTRACT: readonly Check[] = [
  ...CHECKS_OF_CHANGES,
  ...CHECKS_OF_TERMS,
  ...CHECKS_OF_SIZES,
  ...CHECKS_OF_FAULTS,
];
