import { Piscina } from 'piscina';
import { HubError } from '../errors.ts';
import type { StartableModule } from './module.ts';

interface ThreadRun {
  readonly timeoutMs: number;
  /** What takes that time, with its size: the beginning of a sentence. */
  readonly doing: string;
  /** What to do when it takes longer, a sentence. */
  readonly wayOut: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a module makes of a task, in a new thread, which ends with it.
 *
 * @throws HubError `conversion-timeout` that names the limit and what met it, when it takes longer than it may
 * @throws the reason of the signal when that is aborted; what the module throws
 */
export async function runInThread<Task, Result>(
  { filename, execArgv }: StartableModule,
  task: Task,
  { timeoutMs, doing, wayOut, signal }: ThreadRun,
): Promise<Result> {
  const thread = new Piscina<Task, Result>({ filename, execArgv: [...execArgv], minThreads: 1, maxThreads: 1 });
  thread.on('error', () => {});
  const late = AbortSignal.timeout(Math.ceil(timeoutMs));
  try {
    const ended = [late, ...(signal === undefined ? [] : [signal])];
    return await thread.run(task, { signal: AbortSignal.any(ended) });
  } catch (error) {
    signal?.throwIfAborted();
    if (!late.aborted) throw error;
    const words = `${doing} took longer than ${Math.round(timeoutMs / 1000)} s, which is the limit, and was ended. ${wayOut}`;
    throw new HubError('conversion-timeout', words, {}, error);
  } finally {
    await thread.destroy();
  }
}
