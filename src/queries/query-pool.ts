// One thing, though long: the way of a query through the places and the processes.
import type { ChildProcess } from 'node:child_process';
import { HubError } from '../errors.ts';
import type { SpoolPlace } from '../streaming/spool-place.ts';
import type { Output } from '../streaming/output.ts';
import type { Spool } from '../streaming/spool.ts';
import { FairSemaphore, type Caller } from '../streaming/fair-semaphore.ts';
import { MAX_QUERY_BYTES } from './limits.ts';
import { ImageKeeper } from './image-keeper.ts';
import type { AnswerFacts, LikelyGraph, QueryTask } from './messages.ts';
import { busy, outOfMemory, timedOut } from './pool-errors.ts';
import type { FindGraph, PublicDataset } from './public-dataset.ts';
import { QueryAttempt, type AttemptOutcome, type AttemptTiming } from './query-attempt.ts';
import type { QueryChild } from './query-child.ts';
import { QueryProcesses, type ProcessTiming } from './query-processes.ts';
import { tooComplex } from './scan-query.ts';

export interface QueryPoolOptions {
  /** Queries that may run for long at a time. One more runs that has just begun. */
  readonly longQueries: number;
  /** What one query may take. */
  readonly timeoutMs: number;
  /** Queries that may wait. */
  readonly queue: number;
  /** `queryQueueMs`: how long they may. */
  readonly timing: { readonly queryQueueMs: number; readonly keepMs: number } & AttemptTiming & ProcessTiming;
  readonly dataset: () => PublicDataset;
  readonly findGraph: FindGraph;
  /** What each process loads before it is told what is in use, and where the image of that is kept; nothing unless given. */
  readonly likely?: (LikelyGraph & { readonly image: string }) | undefined;
}

/** The answer to a query. */
export interface QueryAnswer {
  /** The version of the graphs that were asked. */
  readonly version: string;
  readonly facts: AnswerFacts;
  readonly output: Output;
}

/** A query on its way. */
interface Running {
  readonly task: QueryTask;
  readonly caller: Caller;
  /** Notes that it is a long one. */
  readonly markLong: () => void;
  /** Whether it has a place among the long ones. */
  readonly isLong: boolean;
}

/**
 * Runs queries in processes of their own: bounded in number, in time and in memory, and ended when they go beyond. One is kept ready.
 *
 * A few queries at a time may run for long. Another that has run for a while then is ended and waits for room, so that one place is
 * always soon free for those that are quickly done. A client that has as many long ones as may run waits for a process of its own for the
 * next one, without a place, and leaves to others what is ready.
 */
export class QueryPool {
  readonly #options: QueryPoolOptions;
  readonly #spool: Spool;
  readonly #processes: QueryProcesses;
  readonly #imageKeeper: ImageKeeper | null;
  readonly #places: FairSemaphore;
  readonly #longPlaces: FairSemaphore;
  /** Lets queries of clients with many long ones be tried one after the other. */
  readonly #tries: FairSemaphore;
  /** How many long queries each client has, running or waiting. */
  readonly #longOf = new Map<string, number>();
  #ran = 0;

  constructor(options: QueryPoolOptions, spool: Spool) {
    this.#options = options;
    this.#spool = spool;
    const { longQueries, queue, timing, likely } = options;
    this.#processes = new QueryProcesses(options.findGraph, timing, likely);
    this.#imageKeeper = likely === undefined ? null : new ImageKeeper(likely.image, timing);
    const bounds = { maxWaiting: queue, maxWaitMs: timing.queryQueueMs, busy };
    this.#places = new FairSemaphore({ ...bounds, places: longQueries + 1 });
    this.#longPlaces = new FairSemaphore({ ...bounds, places: longQueries });
    this.#tries = new FairSemaphore({ ...bounds, places: 1 });
  }

  get load(): { readonly inside: number; readonly waiting: number; readonly processes: number } {
    const waiting = [this.#places, this.#longPlaces, this.#tries].reduce((sum, { load }) => sum + load.waiting, 0);
    return { inside: this.#places.load.inside, waiting, processes: this.#processes.count };
  }

  /** How many times a query was handed to a process. */
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
    const { client } = caller;
    let isMarked = false;
    const markLong = (): void => {
      if (!isMarked) this.#countLong(client, 1);
      isMarked = true;
    };
    try {
      const first = await this.#runFirst({ task, caller, markLong, isLong: false });
      if (first !== null) return first;
      return await this.#runLong({ task, caller, markLong, isLong: true });
    } finally {
      if (isMarked) this.#countLong(client, -1);
    }
  }

  /**
   * Starts a process that gets its graphs later, by `prepare` or the first query.
   *
   * @param started one of `forkQueryProcess`, which is used if it still runs
   */
  start(started?: ChildProcess): void {
    this.#processes.startBlank(started);
  }

  /**
   * Makes a process ready for the next query, with the graphs of this moment, unless one is that has a query. Resolves when it is, or cannot be.
   *
   * @throws HubError `registry-unavailable`
   */
  async prepare(): Promise<void> {
    const dataset = this.#options.dataset();
    await this.#processes.prepareFirst(dataset);
    this.#imageKeeper?.note(dataset);
  }

  /** Ends the processes that wait for a query, and forgets what others would begin from. */
  endWaiting(): void {
    this.#processes.endWaiting();
    this.#imageKeeper?.remove().catch(() => {});
  }

  /** Ends every process, whatever it is doing. */
  stop(): void {
    this.#processes.stop();
    this.#imageKeeper?.stop();
  }

  /** Null when the query has to wait for a place among the long ones. */
  async #runFirst(running: Running): Promise<QueryAnswer | null> {
    const { caller } = running;
    if ((this.#longOf.get(caller.client) ?? 0) >= this.#options.longQueries) {
      const leave = await this.#tries.enter(caller);
      try {
        return await this.#runBeside(running);
      } finally {
        leave();
      }
    }
    const leave = await this.#places.enter(caller);
    try {
      const dataset = this.#options.dataset();
      const child = await this.#processes.take(dataset, caller.signal, false);
      return await this.#runIn(child, running, dataset);
    } finally {
      leave();
    }
  }

  async #runLong(running: Running): Promise<QueryAnswer> {
    const leave = await this.#longPlaces.enter(running.caller);
    try {
      return (await this.#runBeside(running))!;
    } finally {
      leave();
    }
  }

  /** Takes a place only when there is a process for it. */
  async #runBeside(running: Running): Promise<QueryAnswer | null> {
    const dataset = this.#options.dataset();
    const child = await this.#processes.take(dataset, running.caller.signal, true);
    let leave: (() => void) | null = null;
    try {
      leave = await this.#places.enter(running.caller);
    } catch (error) {
      this.#processes.keep(child);
      throw error;
    }
    try {
      return await this.#runIn(child, running, dataset);
    } finally {
      leave();
    }
  }

  async #runIn(child: QueryChild, running: Running, dataset: PublicDataset): Promise<QueryAnswer | null> {
    const place = this.#newPlace(child);
    const attempt = await this.#attempt(child, place, running, dataset).catch((error: unknown) => {
      this.#spool.abandon(place);
      throw error;
    });
    switch (attempt.kind) {
      case 'answered': {
        this.#keepOrKill(child, !attempt.isWorn);
        this.#spool.count(place, attempt.written);
        const output = await this.#spool.collect(place, attempt.written);
        return { version: dataset.version, facts: attempt.facts, output };
      }
      case 'refused':
        this.#keepOrKill(child, !attempt.isFatal);
        this.#spool.release(place);
        throw new HubError(attempt.code, attempt.message, attempt.details);
      case 'fault':
        child.kill();
        this.#spool.release(place);
        throw Object.assign(new Error(attempt.message), { stack: attempt.stack });
    }
    this.#spool.abandon(place);
    switch (attempt.kind) {
      case 'yielded':
        return null;
      case 'timeout':
        throw timedOut(this.#options.timeoutMs);
      case 'abandoned':
        throw running.caller.signal!.reason;
      case 'died':
        throw outOfMemory(attempt.cause);
    }
  }

  #newPlace(child: QueryChild): SpoolPlace {
    try {
      return this.#spool.newPlace();
    } catch (error) {
      this.#processes.keep(child);
      throw error;
    }
  }

  #attempt(
    child: QueryChild,
    place: SpoolPlace,
    { task, caller, markLong, isLong }: Running,
    dataset: PublicDataset,
  ): Promise<AttemptOutcome> {
    if (caller.signal?.aborted !== true) this.#ran++;
    const attempt = new QueryAttempt(child, {
      timeoutMs: this.#options.timeoutMs,
      loadMs: this.#options.timing.queryStartMs,
      timing: this.#options.timing,
      signal: caller.signal,
      onSlow: () => void this.#processes.prepare(dataset, Math.max(1, this.#places.load.waiting)),
      enterLong: () => {
        markLong();
        return isLong ? () => {} : this.#longPlaces.tryEnter(caller.client);
      },
    });
    return attempt.run(task, place);
  }

  /** What got a lower priority keeps it: that cannot be undone. */
  #keepOrKill(child: QueryChild, isSound: boolean): void {
    if (isSound && !child.isSlow) this.#processes.keep(child);
    else child.kill();
  }

  #countLong(client: string, change: 1 | -1): void {
    const count = (this.#longOf.get(client) ?? 0) + change;
    if (count === 0) this.#longOf.delete(client);
    else this.#longOf.set(client, count);
  }
}
