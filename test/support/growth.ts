import { readFileSync } from 'node:fs';

/** How long a text is whose time is taken: each four times the one before. */
export const LENGTHS = [2048, 8192, 32_768] as const;

/** What no text may take longer than. */
const MOST_MS = 50;
/** A quarter of the longest text takes a quarter of the time, or a sixteenth when the time grows with the square. */
const MOST_GROWTH = 8;
/** Below it, times say nothing: the clock of a thread goes in steps of up to 4 ms, and a collection of garbage takes as long. */
const LEAST_MS = 10;
const LEAST_SHORTER_MS = 1;
/** A busy machine makes times longer and never shorter. */
const MAX_TRIES = 8;
/** No busy machine makes them so much longer. */
const HOPELESS_MS = 10 * MOST_MS;

/** Takes the time in ms that a text of the nth length needs. */
export type Measure = (length: number) => number | Promise<number>;

/** What is wrong with how the time grows, in words; null when nothing is. Times that look wrong are taken again, and the shortest counts. */
export async function findFaultOfGrowth(measure: Measure): Promise<string | null> {
  const times: number[] = [];
  for (const length of LENGTHS) {
    const ms = await measure(length);
    if (ms > HOPELESS_MS) return `${length}: ${ms.toFixed(0)} ms`;
    times.push(ms);
  }
  for (let tries = 1; tries < MAX_TRIES && faultOf(times) !== null; tries++) {
    for (const [at, length] of LENGTHS.entries()) times[at] = Math.min(times[at]!, await measure(length));
  }
  return faultOf(times);
}

function faultOf(times: readonly number[]): string | null {
  const longest = times.at(-1)!;
  const shorter = Math.max(LEAST_SHORTER_MS, times.at(-2)!);
  const isSlow = times.some((ms) => ms > MOST_MS);
  const isSteep = longest > LEAST_MS && longest / shorter > MOST_GROWTH;
  if (!isSlow && !isSteep) return null;
  return LENGTHS.map((length, at) => `${length}: ${times[at]!.toFixed(1)} ms`).join(', ');
}

const word = new Int32Array(new SharedArrayBuffer(4));

/**
 * The ms of processor time that a process has used on its first thread, which in Node is the one that answers; on Linux others do not
 * count, neither of the machine nor of the process. Elsewhere it is the time of the wall.
 */
export function threadMs(pid: number | 'self'): number {
  try {
    const task = pid === 'self' ? '/proc/thread-self' : `/proc/${pid}/task/${pid}`;
    return Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** The ms that a piece of work takes of this thread. */
export async function msOf(work: () => unknown): Promise<number> {
  const before = ownThreadMs();
  await work();
  return ownThreadMs() - before;
}

/** The ms of processor time that this thread has used. It is added up when a thread stops, or at the next tick of 4 ms: so the thread stops for a moment. */
export function ownThreadMs(): number {
  Atomics.wait(word, 0, 0, 0.01);
  return threadMs('self');
}
