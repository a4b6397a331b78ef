import type { WaitingMessage } from './webhook.ts';

/** Pauses are up to a fifth shorter or longer, so that endpoints that failed together do not come back together. */
const JITTER = 0.2;
/** Tries of a message that may be cut off without counting. A hub that ends at each try of it needs pauses, and an end. */
const FORGIVEN = 3;

/** How many tries of a message count as failed, when none is under way. */
export function failedTries({ attempts, failures }: Pick<WaitingMessage, 'attempts' | 'failures'>): number {
  return failures + Math.max(0, attempts - failures - FORGIVEN);
}

/**
 * The pause behind so many tries that failed. Never shorter than what the endpoint asked for, which may be as long as the longest pause.
 *
 * @param pausesMs behind each
 * @param random from 0 to 1
 * @returns undefined when the last one failed
 */
export function pauseBehind(
  failed: number,
  askedMs: number,
  pausesMs: readonly number[],
  random: () => number,
): number | undefined {
  const pauseMs = pausesMs[failed - 1];
  if (pauseMs === undefined) return undefined;
  const longer = JITTER * random();
  return Math.max(pauseMs * (1 - JITTER + 2 * longer), Math.min(askedMs, Math.max(...pausesMs)) * (1 + longer));
}
