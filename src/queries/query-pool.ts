import { HubError } from '../errors.ts';
import type { SpoolPlace } from '../workers/mapping-task.ts';
import type { Output } from '../workers/output.ts';
import type { Spool } from '../workers/spool.ts';
import { Turnstile, type Caller } from '../workers/turnstile.ts';
import { ENGINE_MEMORY_MIB, MAX_QUERY_BYTES } from './limits.ts';
import type { AnswerFacts, QueryTask } from './messages.ts';
import type { FindGraph, PublicDataset } from './public-dataset.ts';
import { ChildEnded, QueryChild, type QueryOutcome } from './query-child.ts';
import { tooComplex } from './scan-query.ts';

export interface QueryPoolOptions {
  /** Queries that may run for long at a time. One more runs that has just begun. */
  readonly longQueries: number;
  /** What one query may take. */
  readonly timeoutMs: number;
  /** Queries that may wait, and how long. */
  readonly queue: number;
  readonly queueMs: number;
  readonly dataset: () => PublicDataset;
  readonly findGraph: FindGraph;
}

/** The answer to a query. */
export interface QueryAnswer {
  /** The version of the graphs that were asked. */
  readonly version: string;
  readonly facts: AnswerFacts;
  readonly output: Output;
}

/** A query that runs longer than this is a long one. Most are done by then. */
const QUICK_MS = 500;
/** When a query has run for so long, a process for the next one had better be started. */
const SPARE_MS = 100;
/** How long a query may go on whose client is gone: most are done by then, and a new process costs more than their rest. */
const ABANDONED_MS = 250;
/** How long a process that nobody asks anything is kept. */
const IDLE_MS = 180_000;
/** Processes that are kept for who comes next. */
const MAX_IDLE = 2;

/** What became of a query in one process. `yielded` has to be tried again when there is room for a long one. */
type Attempt = { readonly version: string; readonly reply: QueryOutcome } | 'yielded' | 'timeout';

/**
 * Runs queries in processes of their own: bounded in number, in time and in memory, and ended when they go beyond. None is started
 * before the first query.
 *
 * A few queries at a time may run for long. Another that has run for a while then is ended and waits for room, so that one place is
 * always soon free for those that are quickly done.
 */
export class QueryPool {
  readonly #options: QueryPoolOptions;
  readonly #spool: Spool;
  readonly #places: Turnstile;
  readonly #longPlaces: Turnstile;
  readonly #children = new Set<QueryChild>();
  /** Those that wait for a query, each with what ends it when none comes. */
  readonly #idle = new Map<QueryChild, NodeJS.Timeout>();
  #isStopped = false;
  #ran = 0;

  constructor(options: QueryPoolOptions, spool: Spool) {
    this.#options = options;
    this.#spool = spool;
    const { longQueries, queue, queueMs } = options;
    const bounds = { maxWaiting: queue, maxWaitMs: queueMs, busy };
    this.#places = new Turnstile({ ...bounds, places: longQueries + 1 });
    this.#longPlaces = new Turnstile({ ...bounds, places: longQueries });
  }

  get load(): { readonly inside: number; readonly waiting: number; readonly processes: number } {
    const { inside, waiting } = this.#places.load;
    return { inside, waiting: waiting + this.#longPlaces.load.waiting, processes: this.#children.size };
  }

  /** How many queries were handed to a process. */
  get ran(): number {
    return this.#ran;
  }

  /**
   * Runs a query for somebody.
   *
   * @throws HubError those of `answerQuery`, `query-not-allowed`, `query-timeout`, `sparql-busy`, `converter-busy` when there is no room
   *   for the answer, `registry-unavailable`
   */
  async run(task: QueryTask, caller: Caller): Promise<QueryAnswer> {
    if (Buffer.byteLength(task.text) > MAX_QUERY_BYTES)
      throw tooComplex(`Its text may have ${MAX_QUERY_BYTES / 1024} KiB at most`);
    const first = await this.#runOnce(task, caller, null);
    if (first !== null) return first;
    const leaveLong = await this.#longPlaces.enter(caller);
    try {
      return (await this.#runOnce(task, caller, leaveLong))!;
    } finally {
      leaveLong();
    }
  }

  /** Ends every process, whatever it is doing. */
  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
    for (const child of this.#children) child.kill();
    this.#children.clear();
  }

  /** Null when the query has to wait for a place among the long ones. */
  async #runOnce(task: QueryTask, caller: Caller, longPlace: (() => void) | null): Promise<QueryAnswer | null> {
    const leave = await this.#places.enter(caller);
    try {
      const place = this.#spool.newPlace();
      const attempt = await this.#attempt(task, place, caller, longPlace).catch((error: unknown) => {
        this.#spool.abandon(place);
        throw error;
      });
      if (attempt === 'yielded' || attempt === 'timeout') {
        this.#spool.abandon(place);
        if (attempt === 'yielded') return null;
        throw this.#timeout();
      }
      const { version, reply } = attempt;
      if (reply.kind === 'answered') {
        this.#spool.count(place, reply.written);
        return { version, facts: reply.facts, output: await this.#spool.collect(place, reply.written) };
      }
      this.#spool.release(place);
      if (reply.kind === 'refused') throw new HubError(reply.code, reply.message, reply.details);
      throw Object.assign(new Error(reply.message), { stack: reply.stack });
    } finally {
      leave();
    }
  }

  async #attempt(
    task: QueryTask,
    place: SpoolPlace,
    { signal }: Caller,
    longPlace: (() => void) | null,
  ): Promise<Attempt> {
    const dataset = this.#options.dataset();
    const child = this.#takeChild(dataset);
    let ending: 'yielded' | 'timeout' | 'abandoned' | null = null;
    let leaveLong: (() => void) | null = null;
    const timers: NodeJS.Timeout[] = [];
    const later = (ms: number, act: () => void): void => void timers.push(setTimeout(act, ms));
    const end = (why: NonNullable<typeof ending>): void => {
      ending ??= why;
      child.kill();
    };
    const onGone = (): void => later(ABANDONED_MS, () => end('abandoned'));
    signal?.addEventListener('abort', onGone, { once: true });
    try {
      await child.ready.catch((cause: unknown) => {
        throw new Error('a process for queries did not start', { cause });
      });
      later(SPARE_MS, () => this.#startSpare(dataset));
      later(QUICK_MS, () => {
        leaveLong = longPlace === null ? this.#longPlaces.tryEnter() : null;
        if (longPlace === null && leaveLong === null) end('yielded');
        else child.slowDown();
      });
      later(this.#options.timeoutMs, () => end('timeout'));
      this.#ran++;
      const outcome = await child.run(task, place);
      const isLong = longPlace !== null || leaveLong !== null;
      const isSound = outcome.kind === 'answered' ? !outcome.isWorn : outcome.kind === 'refused' && !outcome.isFatal;
      // What ran for long was put behind all else, which cannot be undone.
      if (isSound && !isLong) this.#keep(child);
      else child.kill();
      return { version: child.version, reply: outcome };
    } catch (error) {
      child.kill();
      if (ending === 'abandoned') throw signal!.reason;
      if (ending !== null) return ending;
      if (!(error instanceof ChildEnded)) throw error;
      throw tooComplex(
        `The process that ran it ended before it was done: it needed more memory, perhaps, than the ${ENGINE_MEMORY_MIB} MiB that a query has`,
        error,
      );
    } finally {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', onGone);
      (leaveLong as (() => void) | null)?.();
    }
  }

  /** A process with these graphs, which may still be loading them. */
  #takeChild(dataset: PublicDataset): QueryChild {
    let found: QueryChild | null = null;
    for (const [child, timer] of this.#idle) {
      const isUsable = child.version === dataset.version && !child.isEnded;
      if (isUsable && found !== null) continue;
      clearTimeout(timer);
      this.#idle.delete(child);
      if (isUsable) found = child;
      else child.kill();
    }
    return found ?? this.#startChild(dataset);
  }

  #startChild(dataset: PublicDataset): QueryChild {
    const child = new QueryChild(dataset, this.#options.findGraph, () => this.#forget(child));
    this.#children.add(child);
    return child;
  }

  #startSpare(dataset: PublicDataset): void {
    if (this.#idle.size > 0 || this.#isStopped) return;
    this.#keep(this.#startChild(dataset));
  }

  #keep(child: QueryChild): void {
    if (this.#idle.size >= MAX_IDLE || this.#isStopped) return child.kill();
    this.#idle.set(
      child,
      setTimeout(() => child.kill(), IDLE_MS),
    );
  }

  #forget(child: QueryChild): void {
    clearTimeout(this.#idle.get(child));
    this.#idle.delete(child);
    this.#children.delete(child);
  }

  #timeout(): HubError {
    return new HubError(
      'query-timeout',
      `The query took longer than ${this.#options.timeoutMs / 1000} s, which is what one query has, and was ended.`,
      { hint: 'Ask for less: LIMIT, fewer patterns, or names instead of variables.', retryAfterSeconds: 30 },
    );
  }
}

function busy(retryAfterSeconds: number): HubError {
  return new HubError('sparql-busy', 'The hub is busy with other queries. Try again in a moment.', {
    retryAfterSeconds,
  });
}
