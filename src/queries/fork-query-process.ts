import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { startableModule } from '../workers/module.ts';
import { ENGINE_MEMORY_MIB } from './limits.ts';
import type { LikelyGraph, ToQueryProcess } from './messages.ts';

const MODULE = startableModule('queries/query-process');

const WASM_PAGE_BYTES = 64 * 1024;
/** The heap besides the engine's memory, which holds the text of an answer, and its triples when it is a graph. */
const HEAP_MIB = 192;
/** A lower priority than the hub, the same as its workers. */
const NICENESS = 5;

/** Starts a process for queries, which `QueryChild` takes over. */
export function forkQueryProcess(): ChildProcess {
  const child = fork(MODULE.filename, [], {
    execArgv: [
      ...MODULE.execArgv,
      `--wasm-max-mem-pages=${(ENGINE_MEMORY_MIB * 1024 * 1024) / WASM_PAGE_BYTES}`,
      `--max-old-space-size=${HEAP_MIB}`,
    ],
    // A process that runs strangers' queries gets no environment of the hub.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  // Before somebody takes it over there is nobody to tell.
  child.on('error', () => {});
  lowerPriority(child, NICENESS);
  return child;
}

/** Has it load a graph before it is told what is in use. */
export function sendLikely(child: ChildProcess, likely: LikelyGraph): void {
  child.send({ kind: 'likely', ...likely } satisfies ToQueryProcess, () => {});
}

export function lowerPriority({ pid }: ChildProcess, niceness: number): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // It ended already, or the system has no such thing: it runs like all others then.
  }
}
