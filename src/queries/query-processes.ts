import type { FindGraph, PublicDataset } from './public-dataset.ts';
import { QueryChild } from './query-child.ts';

/** Processes that are kept for who comes next. */
const MAX_IDLE = 2;

export interface ProcessTiming {
  /** More than any start should take. */
  readonly queryStartMs: number;
  /** How long an idle process is kept. */
  readonly queryIdleMs: number;
}

/** The processes that run queries, those that wait for one included. */
export class QueryProcesses {
  readonly #findGraph: FindGraph;
  readonly #timing: ProcessTiming;
  readonly #all = new Set<QueryChild>();
  /** Those that wait, each with what ends it when none comes. */
  readonly #idle = new Map<QueryChild, NodeJS.Timeout>();
  #isStopped = false;

  constructor(findGraph: FindGraph, timing: ProcessTiming) {
    this.#findGraph = findGraph;
    this.#timing = timing;
  }

  get count(): number {
    return this.#all.size;
  }

  /**
   * A process with these graphs, ready to be asked. The caller keeps or kills it.
   *
   * @param leavesOne leaves the last one that waits to others, and waits for a new one
   * @throws the reason of the signal when it is aborted before
   */
  async take(dataset: PublicDataset, signal: AbortSignal | undefined, leavesOne: boolean): Promise<QueryChild> {
    signal?.throwIfAborted();
    const child = this.#takeIdle(dataset, leavesOne ? 1 : 0) ?? this.#start(dataset);
    const onGone = (): void => child.kill();
    signal?.addEventListener('abort', onGone, { once: true });
    try {
      await child.ready;
      return child;
    } catch (cause) {
      signal?.throwIfAborted();
      throw new Error('a process for queries did not start', { cause });
    } finally {
      signal?.removeEventListener('abort', onGone);
    }
  }

  /** Takes a sound process back, for who comes next. */
  keep(child: QueryChild): void {
    if (this.#idle.size >= MAX_IDLE || this.#isStopped) return child.kill();
    const timer = setTimeout(() => child.kill(), this.#timing.queryIdleMs);
    this.#idle.set(child, timer);
  }

  /** Starts as many as are missing to have so many that wait, or as many as may. */
  prepare(dataset: PublicDataset, wanted: number): void {
    while (this.#idle.size < Math.min(wanted, MAX_IDLE) && !this.#isStopped) this.keep(this.#start(dataset));
  }

  /** Ends all, whatever they are doing. */
  stop(): void {
    this.#isStopped = true;
    for (const child of this.#all) child.kill();
  }

  /** Null when only outdated processes are there. */
  #takeIdle({ version }: PublicDataset, left: number): QueryChild | null {
    for (const child of this.#idle.keys()) if (child.version !== version) child.kill();
    const [child] = this.#idle.keys();
    if (child === undefined || this.#idle.size <= left) return null;
    clearTimeout(this.#idle.get(child));
    this.#idle.delete(child);
    return child;
  }

  #start(dataset: PublicDataset): QueryChild {
    const child = new QueryChild(dataset, this.#findGraph, this.#timing.queryStartMs, () => {
      clearTimeout(this.#idle.get(child));
      this.#idle.delete(child);
      this.#all.delete(child);
    });
    this.#all.add(child);
    return child;
  }
}
