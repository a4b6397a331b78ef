import type { Rest } from './thread-slices.ts';

/** Work in steps of a millisecond or less, between which others can have the thread. */
export type Steps<Result = void> = Generator<void, Result>;

/** The result of all steps, one right after another. */
export function doAtOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The same, with a rest between the steps. @throws as the steps and the rest do */
export async function doWithRests<Result>(steps: Steps<Result>, rest: Rest): Promise<Result> {
  let step = steps.next();
  while (step.done !== true) {
    await rest();
    step = steps.next();
  }
  return step.value;
}
