import { Piscina } from 'piscina';
import type { StartableModule } from './module.ts';

interface ThreadRun {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a module makes of a task, in a new thread, which ends with it.
 *
 * @throws AbortError when it takes longer than it may, or the signal is aborted; what the module throws
 */
export async function runInThread<Task, Result>(
  { filename, execArgv }: StartableModule,
  task: Task,
  { timeoutMs, signal }: ThreadRun,
): Promise<Result> {
  const thread = new Piscina<Task, Result>({ filename, execArgv: [...execArgv], minThreads: 1, maxThreads: 1 });
  thread.on('error', () => {});
  try {
    const ended = [AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])];
    return await thread.run(task, { signal: AbortSignal.any(ended) });
  } finally {
    await thread.destroy();
  }
}
