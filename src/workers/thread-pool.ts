import { Piscina } from 'piscina';
import type { StartableModule } from './module.ts';

type PoolOptions = Omit<NonNullable<ConstructorParameters<typeof Piscina>[0]>, 'filename' | 'execArgv'>;

/** Threads that run a module. One that dies between two tasks harms nobody: who waits for a result hears of it, and the pool starts another. */
export function startThreads<Task, Result>(
  { filename, execArgv }: StartableModule,
  options: PoolOptions,
): Piscina<Task, Result> {
  return new Piscina<Task, Result>({ filename, execArgv: [...execArgv], ...options }).on('error', () => {});
}

/** One thread for a module, which ends when it has nothing to do for a while. Its heap is bounded where `memoryMb` says so. */
export function startThread<Task, Result>(
  module: StartableModule,
  { idleMs, memoryMb }: { readonly idleMs: number; readonly memoryMb?: number },
): Piscina<Task, Result> {
  return startThreads(module, {
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    ...(memoryMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
  });
}
