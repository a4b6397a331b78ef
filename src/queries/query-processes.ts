import type { ChildProcess } from 'node:child_process';
import type { FindGraph, PublicDataset } from './public-dataset.ts';
import { busy } from './pool-errors.ts';
import { forkQueryProcess, sendLikely } from './fork-query-process.ts';
import type { LikelyGraph } from './messages.ts';
import { QueryChild } from './query-child.ts';

/** Processes that are kept for who comes next. */
const MAX_IDLE = 2;
/** When to come back to a machine on which no process gets ready. */
const RETRY_SECONDS = 30;

export interface ProcessTiming {
  /** More than any start should take. */
  readonly queryStartMs: number;
  /** How long an idle process is kept, unless it is the last one. */
  readonly queryIdleMs: number;
}

/** The processes that run queries, those that wait for one included. */
export class QueryProcesses {
  readonly #findGraph: FindGraph;
  readonly #timing: ProcessTiming;
  readonly #likely: LikelyGraph | undefined;
  readonly #all = new Set<QueryChild>();
  /** Those that wait, each with what ends it when none comes. */
  readonly #idle = new Map<QueryChild, NodeJS.Timeout>();
  /** One that is not told yet which graphs it has to have. */
  #blank: QueryChild | null = null;
  #isStopped = false;

  /** @param likely what a process that is started here loads while it waits to be told what is in use */
  constructor(findGraph: FindGraph, timing: ProcessTiming, likely?: LikelyGraph) {
    this.#findGraph = findGraph;
    this.#timing = timing;
    this.#likely = likely;
  }

  get count(): number {
    return this.#all.size;
  }

  /**
   * A process with these graphs, ready to be asked. The caller keeps or kills it.
   *
   * @param leavesOne leaves the last one that waits to others, and waits for a new one
   * @throws HubError `sparql-busy` when it does not start in time, or the system ends it before
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
      const failure = new Error('a process for queries did not start', { cause });
      throw child.isKeptFromStarting ? busy(RETRY_SECONDS, failure) : failure;
    } finally {
      signal?.removeEventListener('abort', onGone);
    }
  }

  /** Takes a sound process back, for who comes next. */
  keep(child: QueryChild): void {
    if (this.#idle.size >= MAX_IDLE || this.#isStopped) return child.kill();
    const timer = setInterval(() => {
      if (this.#idle.size > 1) child.kill();
    }, this.#timing.queryIdleMs).unref();
    this.#idle.set(child, timer);
  }

  /**
   * Starts a process that has its code when the graphs come, while they are being read.
   *
   * @param started one of `forkQueryProcess`, which is used if it still runs
   */
  startBlank(started?: ChildProcess): void {
    if (this.#isStopped) started?.kill('SIGKILL');
    else this.#blank ??= this.#fork(started?.exitCode === null && started.signalCode === null ? started : undefined);
  }

  /**
   * Starts one if there is none with these graphs, be it at work: it waits when it is done, and if that takes long another one is started then.
   * A second one that loads beside the first would keep the first query waiting. Resolves when all have their graphs, or ended.
   */
  async prepareFirst(dataset: PublicDataset): Promise<void> {
    this.#endOutdated(dataset);
    const own = [...this.#all].filter(({ version }) => version === dataset.version);
    if (own.length === 0) return this.prepare(dataset, 1);
    await Promise.all(own.map(({ ready }) => ready.catch(() => {})));
  }

  /** Starts as many as are missing to have so many that wait, or as many as may. Resolves when all that wait have their graphs, or ended. */
  async prepare(dataset: PublicDataset, wanted: number): Promise<void> {
    this.#endOutdated(dataset);
    while (this.#idle.size < Math.min(wanted, MAX_IDLE) && !this.#isStopped) this.keep(this.#start(dataset));
    await Promise.all(Array.from(this.#idle.keys(), (child) => child.ready.catch(() => {})));
  }

  /** Ends those that wait for a query. */
  endWaiting(): void {
    for (const child of this.#idle.keys()) child.kill();
    this.#blank?.kill();
  }

  /** Ends all, whatever they are doing. */
  stop(): void {
    this.#isStopped = true;
    for (const child of this.#all) child.kill();
  }

  /** One that is ready before one that still loads its graphs. Null when only outdated processes are there. */
  #takeIdle(dataset: PublicDataset, left: number): QueryChild | null {
    this.#endOutdated(dataset);
    const waiting = [...this.#idle.keys()];
    const child = waiting.find(({ isReady }) => isReady) ?? waiting[0];
    if (child === undefined || waiting.length <= left) return null;
    clearInterval(this.#idle.get(child));
    this.#idle.delete(child);
    return child;
  }

  #endOutdated({ version }: PublicDataset): void {
    for (const child of this.#idle.keys()) if (child.version !== version) child.kill();
  }

  #start(dataset: PublicDataset): QueryChild {
    const child = this.#blank ?? this.#fork(this.#forkLikely(dataset.version));
    this.#blank = null;
    child.load(dataset);
    return child;
  }

  #fork(started = this.#forkLikely()): QueryChild {
    const onEnd = (): void => {
      clearInterval(this.#idle.get(child));
      this.#idle.delete(child);
      this.#all.delete(child);
      if (this.#blank === child) this.#blank = null;
    };
    const child = new QueryChild(this.#findGraph, this.#timing.queryStartMs, onEnd, started);
    this.#all.add(child);
    return child;
  }

  /** @param version that it will be given, if that is known */
  #forkLikely(version?: string): ChildProcess {
    const forked = forkQueryProcess();
    if (this.#likely !== undefined)
      sendLikely(forked, version === undefined ? this.#likely : { ...this.#likely, version });
    return forked;
  }
}
