import { HubError } from '../errors.ts';
import type { Caller } from '../streaming/fair-semaphore.ts';
import { MAX_ENGINE_TRIPLES } from './limits.ts';
import type { QueryTask } from './messages.ts';
import type { PublicDataset } from './public-dataset.ts';
import type { QueryAnswer, QueryPool } from './query-pool.ts';
import type { ServerQueries } from './server-queries.ts';

interface QueriesOptions {
  /** The engine in processes of the hub. */
  readonly pool: QueryPool;
  /** Null where no server is named. */
  readonly server: ServerQueries | null;
  readonly dataset: () => PublicDataset;
  readonly log: { warn(message: string): void };
  /** Triples that the engine can hold. */
  readonly maxTriples?: number;
}

/** Answers to queries: of the engine in processes as long as it can hold the graphs, then of a SPARQL server, if there is one. */
export class Queries {
  readonly #options: QueriesOptions;
  /** The version of which the log says that it is too large. */
  #told: string | null = null;

  constructor(options: QueriesOptions) {
    this.#options = options;
  }

  /** Runs a query for somebody. @throws HubError as `QueryPool.run` or `ServerQueries.run`, `sparql-unavailable` */
  async run(task: QueryTask, caller: Caller): Promise<QueryAnswer> {
    const { pool, server, dataset } = this.#options;
    const current = dataset();
    const excess = this.#excessOf(current);
    if (excess === null) return pool.run(task, caller);
    if (server !== null) return server.run(task, caller, current);
    throw new HubError('sparql-unavailable', `${excess} ${WAY_OUT}`);
  }

  /** Makes ready for the next query what answers it, and says in the log where the engine cannot. @throws HubError `registry-unavailable` */
  async prepare(): Promise<void> {
    const { pool, server, dataset, log } = this.#options;
    const current = dataset();
    const excess = this.#excessOf(current);
    if (excess === null) return pool.prepare();
    pool.endWaiting();
    if (this.#told === current.version) return;
    this.#told = current.version;
    log.warn(server === null ? `${excess} ${WAY_OUT}` : `${excess} The server of HUB_STORE_QUERY_URL answers queries.`);
  }

  /** A sentence that says by how much the graphs are too large for the engine; null when they are not. */
  #excessOf({ graphs }: PublicDataset): string | null {
    const { maxTriples = MAX_ENGINE_TRIPLES } = this.#options;
    const triples = [...graphs.values()].reduce((sum, { length }) => sum + length, 0);
    if (triples <= maxTriples) return null;
    const [has, holds] = [triples, maxTriples].map((count) => count.toLocaleString('en'));
    return `The vocabulary has ${has} triples with its ontology, and the SPARQL engine in the process of the hub holds ${holds}.`;
  }
}

const WAY_OUT = 'Queries are answered 501 until HUB_STORE_QUERY_URL and the settings after it name a SPARQL server.';
