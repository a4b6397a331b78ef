import { cpuUsage } from 'node:process';
import { HubError } from '../errors.ts';
import type { Transferable } from 'node:worker_threads';
import type { StartableModule } from './module.ts';
import { startThreads } from './thread-pool.ts';

/** A machine that has other things to do gives a thread so many times the time, and not more: one that waits for nothing uses none. */
const MOST_BY_THE_CLOCK = 5;
/** Between two looks at the clock behind the first one. */
const LEAST_PAUSE_MS = 100;

interface ThreadRun {
  /** Of the processor, as far as it is known: what the process used meanwhile, in all its threads. */
  readonly timeoutMs: number;
  /** What takes that time, with its size: the beginning of a sentence. */
  readonly doing: string;
  /** What to do when it takes longer, a sentence; or what makes it when it does. */
  readonly wayOut: string | (() => Promise<string>);
  /** What of the task is given to the thread. */
  readonly transferList?: readonly Transferable[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What the process has used of the processor. */
  readonly cpuMs?: () => number;
}

/**
 * What a module makes of a task, in a new thread, which ends with it.
 *
 * @throws HubError `conversion-timeout` that names the limit and what met it, when it takes longer than it may
 * @throws the reason of the signal when that is aborted; what the module throws
 */
export async function runInThread<Task, Result>(
  module: StartableModule,
  task: Task,
  { timeoutMs, doing, wayOut, transferList = [], signal, cpuMs = cpuMsOfProcess }: ThreadRun,
): Promise<Result> {
  const thread = startThreads<Task, Result>(module, { minThreads: 1, maxThreads: 1 });
  const deadline = new Deadline(timeoutMs, cpuMs);
  try {
    const ended = [deadline.signal, ...(signal === undefined ? [] : [signal])];
    return await thread.run(task, { signal: AbortSignal.any(ended), transferList: [...transferList] });
  } catch (error) {
    signal?.throwIfAborted();
    if (deadline.met === null) throw error;
    const way = typeof wayOut === 'string' ? wayOut : await wayOut();
    throw new HubError('conversion-timeout', `${doing} took longer than ${deadline.met}. ${way}`, {}, error);
  } finally {
    deadline.clear();
    await thread.destroy();
  }
}

/** Ends what has used its time, not what was kept waiting for it. */
class Deadline {
  /** The limit that was met, in words. */
  met: string | null = null;
  readonly #timeoutMs: number;
  readonly #cpuMs: () => number;
  readonly #start = performance.now();
  readonly #cpuMsAtStart: number;
  readonly #ended = new AbortController();
  #timer: NodeJS.Timeout;

  constructor(timeoutMs: number, cpuMs: () => number) {
    this.#timeoutMs = timeoutMs;
    this.#cpuMs = cpuMs;
    this.#cpuMsAtStart = cpuMs();
    this.#timer = setTimeout(() => this.#look(), timeoutMs);
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    const [ms, usedMs] = [performance.now() - this.#start, this.#cpuMs() - this.#cpuMsAtStart];
    const [leftMs, leftByTheClockMs] = [this.#timeoutMs - usedMs, this.#timeoutMs * MOST_BY_THE_CLOCK - ms];
    const left = Math.min(leftMs, leftByTheClockMs);
    if (left > 0) {
      this.#timer = setTimeout(() => this.#look(), Math.max(left, LEAST_PAUSE_MS));
      return;
    }
    const limit = `${seconds(this.#timeoutMs)} of processor time`;
    this.met =
      leftMs <= 0
        ? `${limit}, which is the limit, and was ended after ${seconds(ms)}`
        : `${seconds(this.#timeoutMs * MOST_BY_THE_CLOCK)}, which is the limit where a machine has other things to do (it is ${limit}), and was ended`;
    this.#ended.abort();
  }
}

function cpuMsOfProcess(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
