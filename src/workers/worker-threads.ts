import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import type { SpoolShare } from '../streaming/spool-place.ts';
import type { DocumentTask, MappingResult, MappingTask, MappingWorkerData } from './mapping-task.ts';
import { startableModule } from './module.ts';
import { LexiconSharer, type SharedLexicon } from './shared-lexicon.ts';
import { startThreads } from './thread-pool.ts';

/** The lexicon that a conversion is to use, and the version that identifies it. */
export interface LexiconVersion {
  readonly version: string;
  readonly lexicon: Lexicon;
}

interface WorkerThreadsOptions {
  readonly workers: number;
  /** The heap of one worker. */
  readonly memoryMb: number;
  /** The module that the workers run; the mapping when not given. */
  readonly workerModule?: URL | undefined;
  readonly spool: SpoolShare;
  /** How long a worker that has nothing to do is kept, unless it is the last one. */
  readonly timing: { readonly workerIdleMs: number };
}

/** The thread of a task was ended before it was done. */
export class EndedThreadError extends Error {
  /** Resolves when the thread is gone, with its memory, which takes seconds on a machine that others want. */
  readonly gone: Promise<unknown>;

  constructor(gone: Promise<unknown>, cause: unknown) {
    super('The thread was ended', { cause });
    this.gone = gone;
  }
}

/** The threads that hold one version of the lexicon. */
interface Generation {
  readonly version: string;
  readonly threads: Piscina<MappingTask, MappingResult>;
  running: number;
}

const WORKER = startableModule('workers/mapping-worker');

/** The threads of workers. Those of a new version of the lexicon take over at once; those before them end what they have begun. */
export class WorkerThreads {
  private readonly options: WorkerThreadsOptions;
  private current: Generation | null = null;
  private readonly retired = new Set<Generation>();
  private readonly sharer = new LexiconSharer();
  private isStopped = false;

  constructor(options: WorkerThreadsOptions) {
    this.options = options;
  }

  /** Resolves when a worker has loaded its code and this lexicon; others start when as many documents are converted at a time. */
  async warm(lexicon: LexiconVersion): Promise<void> {
    const generation = await this.enter(lexicon);
    try {
      await generation.threads.run({ kind: 'warm' });
    } finally {
      this.leave(generation);
    }
  }

  /** How many there are that hold the current version of the lexicon. */
  get count(): number {
    return this.current?.threads.threads.length ?? 0;
  }

  /**
   * What a thread makes of the task, whose body is handed over.
   *
   * @param killing ends the thread when it is aborted
   * @throws EndedThreadError when it was, another Error when the thread ended by itself before it was done
   */
  async run(task: DocumentTask, lexicon: LexiconVersion, killing: AbortSignal): Promise<MappingResult> {
    const generation = await this.enter(lexicon);
    const { threads } = generation;
    let before: readonly Worker[] = [];
    // Comes before the pool's own, which takes the thread away.
    killing.addEventListener('abort', () => (before = threads.threads), { once: true });
    try {
      return await threads.run(task, {
        signal: killing,
        transferList: [task.body.buffer as ArrayBuffer],
      });
    } catch (error) {
      if (!killing.aborted) throw error;
      const ended = before.filter((thread) => !threads.threads.includes(thread));
      throw new EndedThreadError(Promise.all(ended.map((thread) => thread.terminate())), error);
    } finally {
      this.leave(generation);
    }
  }

  /** Has each thread give back the memory that documents took. */
  rest(): void {
    const { current } = this;
    if (current === null) return;
    for (let thread = 0; thread < this.count; thread++) current.threads.run({ kind: 'rest' }).catch(() => {});
  }

  /** Ends every thread, whatever it is doing. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const all = [...this.retired, ...(this.current === null ? [] : [this.current])];
    this.retired.clear();
    this.current = null;
    await Promise.all(all.map(({ threads }) => threads.destroy()));
  }

  /** The threads that hold a lexicon, which do not end until they are left. @throws Error when all are stopped */
  private async enter({ version, lexicon }: LexiconVersion): Promise<Generation> {
    if (!this.isCurrent(version)) {
      const shared = await this.sharer.share(lexicon);
      if (this.isStopped) throw new Error('The threads are stopped');
      if (!this.isCurrent(version)) this.begin(version, shared);
    }
    const generation = this.current!;
    generation.running++;
    return generation;
  }

  private leave(generation: Generation): void {
    generation.running--;
    this.endIfDrained(generation);
  }

  /** A pool whose threads failed while they started never starts another. */
  private isCurrent(version: string): boolean {
    return this.current?.version === version && this.current.threads.threads.length > 0;
  }

  private begin(version: string, shared: SharedLexicon): void {
    const { current } = this;
    const { workers, memoryMb, workerModule, spool, timing } = this.options;
    const workerData: MappingWorkerData = { lexicon: shared, spool };
    const module = workerModule === undefined ? WORKER : { ...WORKER, filename: fileURLToPath(workerModule) };
    const threads = startThreads<MappingTask, MappingResult>(module, {
      minThreads: 1,
      maxThreads: workers,
      idleTimeout: timing.workerIdleMs,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    this.current = { version, threads, running: 0 };
    if (current !== null) {
      this.retired.add(current);
      this.endIfDrained(current);
    }
  }

  private endIfDrained(generation: Generation): void {
    if (generation.running > 0 || !this.retired.delete(generation)) return;
    void generation.threads.destroy();
  }
}
