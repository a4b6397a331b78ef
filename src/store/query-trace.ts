import { AsyncLocalStorage } from 'node:async_hooks';

/** So that a run that never ends keeps no list that never ends. */
const MAX_TRACED = 100;

const traces = new AsyncLocalStorage<string[]>();

let running = 0;

/** Runs something, and notes the SPARQL that stores are asked on its behalf, also behind its awaits. */
export async function traceQueries<T>(run: () => Promise<T>): Promise<T> {
  running++;
  try {
    return await traces.run([], run);
  } finally {
    // While it is enabled, every promise of the process costs several times as much, those of other requests included.
    if (--running === 0) traces.disable();
  }
}

/** The SPARQL that was asked so far in the run that this is called from, in order; empty outside of one. */
export function tracedQueries(): readonly string[] {
  return [...(traces.getStore() ?? [])];
}

/** For stores: notes a query or an update that is about to be asked. */
export function noteQuery(text: string): void {
  const trace = traces.getStore();
  if (trace !== undefined && trace.length < MAX_TRACED) trace.push(text);
}
