import type { Piscina } from 'piscina';
import { HubError } from '../errors.ts';
import { FairSemaphore, type Caller } from '../streaming/fair-semaphore.ts';
import type { Spool } from '../streaming/spool.ts';
import { startableModule } from '../workers/module.ts';
import { startThreads } from '../workers/thread-pool.ts';
import { keepsToDataset, unavailable, type QueryServer } from './ask-server.ts';
import { MAX_QUERY_BYTES } from './limits.ts';
import type { QueryTask } from './messages.ts';
import { busy, timedOut } from './pool-errors.ts';
import type { PublicDataset } from './public-dataset.ts';
import type { QueryAnswer } from './query-pool.ts';
import { tooComplex } from './scan-query.ts';
import type { ServerQueryOutcome, ServerQueryTask } from './server-query-worker.ts';

const WORKER = startableModule('queries/server-query-worker');
/** What a thread may take to check a query and to write an answer, besides the time of the server. */
const GRACE_MS = 3_000;
/** How long it is believed that the server keeps to the graphs that it is given. */
const TRUST_MS = 60_000;
/** The heap of a thread, which holds the text of an answer, and its triples when it is a graph. In MiB. */
const HEAP_MIB = 256;

interface ServerQueriesOptions {
  readonly server: QueryServer;
  /** Queries at a time. */
  readonly places: number;
  readonly queue: number;
  readonly timeoutMs: number;
  readonly timing: { readonly queryQueueMs: number; readonly queryIdleMs: number };
}

/** Has a SPARQL server answer queries, in threads that check them and what comes back. */
export class ServerQueries {
  readonly #options: ServerQueriesOptions;
  readonly #spool: Spool;
  readonly #threads: Piscina<ServerQueryTask, ServerQueryOutcome>;
  readonly #places: FairSemaphore;
  #trustedUntil = 0;

  constructor(options: ServerQueriesOptions, spool: Spool) {
    const { places, queue, timing } = options;
    this.#options = options;
    this.#spool = spool;
    this.#places = new FairSemaphore({ places, maxWaiting: queue, maxWaitMs: timing.queryQueueMs, busy });
    this.#threads = startThreads(WORKER, {
      minThreads: 0,
      maxThreads: places,
      idleTimeout: timing.queryIdleMs,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
  }

  /**
   * Runs a query for somebody.
   *
   * @throws HubError those of `planAnswer` and `askServer`, `query-not-allowed`, `query-too-complex`, `sparql-busy`, `converter-busy`
   */
  async run(task: QueryTask, caller: Caller, dataset: PublicDataset): Promise<QueryAnswer> {
    if (Buffer.byteLength(task.text) > MAX_QUERY_BYTES)
      throw tooComplex(`Its text may have ${MAX_QUERY_BYTES / 1024} KiB at most`);
    const leave = await this.#places.enter(caller);
    try {
      await this.#checkServer(dataset);
      return await this.#runIn(task, caller, dataset);
    } finally {
      leave();
    }
  }

  /** Ends every query. */
  async stop(): Promise<void> {
    await this.#threads.destroy();
  }

  /** What else the store holds is nobody's business. @throws HubError `sparql-unavailable` */
  async #checkServer({ defaultGraph }: PublicDataset): Promise<void> {
    if (performance.now() < this.#trustedUntil || defaultGraph === null) return;
    const { server, timeoutMs } = this.#options;
    if (!(await keepsToDataset(server, defaultGraph, timeoutMs)))
      throw unavailable('it asks other graphs than those that default-graph-uri and named-graph-uri name');
    this.#trustedUntil = performance.now() + TRUST_MS;
  }

  async #runIn(task: QueryTask, { signal }: Caller, dataset: PublicDataset): Promise<QueryAnswer> {
    const { server, timeoutMs } = this.#options;
    const { defaultGraph, graphs, prefixes, baseIri, furtherGraphs, version } = dataset;
    const place = this.#spool.newPlace();
    const late = AbortSignal.timeout(timeoutMs + GRACE_MS);
    let outcome: ServerQueryOutcome;
    try {
      const usual = { defaultGraphs: defaultGraph === null ? [] : [defaultGraph], namedGraphs: [...graphs.keys()] };
      outcome = await this.#threads.run(
        { task, server, timeoutMs, prefixes, baseIri, furtherGraphs, place, dataset: usual, share: this.#spool.share },
        { signal: AbortSignal.any([late, ...(signal === undefined ? [] : [signal])]) },
      );
    } catch (error) {
      this.#spool.abandon(place);
      signal?.throwIfAborted();
      throw late.aborted ? timedOut(timeoutMs) : error;
    }
    if ('facts' in outcome) {
      const output = await this.#spool.collect(place, outcome.written);
      return { version, facts: outcome.facts, output };
    }
    this.#spool.release(place);
    const { code, message, details, why } = outcome;
    throw new HubError(code, message, details, why === null ? undefined : new Error(why));
  }
}
