import { DEFAULT_TIMING, type Timing } from '../../src/timing.ts';

const PATIENT_MS = 80_000;

/**
 * What users have, but for limits of work that tests do for its result: on a busy machine it takes as many times as long as there are
 * processes for a processor. Tests of these limits set their own.
 */
export const PATIENT_TIMING: Timing = Object.freeze({
  ...DEFAULT_TIMING,
  queryStartMs: PATIENT_MS,
  comparisonQueueMs: PATIENT_MS,
  comparisonMs: PATIENT_MS,
});
