import type { ChildProcess } from 'node:child_process';
import type { Config } from './config.ts';
import { imageInUse } from './queries/engine-image.ts';
import { createPublicGraphs, type PublicGraphs } from './queries/public-graphs.ts';
import { Queries } from './queries/queries.ts';
import { QueryPool } from './queries/query-pool.ts';
import { ServerQueries } from './queries/server-queries.ts';
import type { HubNamespaces } from './rdf/namespaces.ts';
import type { Spool } from './streaming/spool.ts';
import type { Versions } from './vocabulary/versions/versions.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';

/** Queries that may wait. Each may take seconds, so that more would wait for nothing. */
const QUERY_QUEUE = 64;

interface QueryParts {
  readonly hub: HubNamespaces;
  readonly vocabulary: () => Vocabulary;
  readonly versions: Versions;
  readonly spool: Spool;
  readonly log: { warn(message: string): void };
  /** Take the place of the vocabulary in what queries are about. */
  readonly publicGraphs?: PublicGraphs | undefined;
  /** Triples that the SPARQL engine in the process holds, in place of what was measured. */
  readonly maxEngineTriples?: number | undefined;
}

/** What answers SPARQL queries of others: processes of the hub, and the server that the settings name. */
export function createQueryServices(config: Config, parts: QueryParts) {
  const { storeServer, sparqlWorkers, sparqlTimeoutMs: timeoutMs, timing } = config;
  const { hub, vocabulary, versions, spool, log, maxEngineTriples } = parts;
  const publicGraphs = parts.publicGraphs ?? createPublicGraphs({ vocabulary, versions, hub });
  const pool = new QueryPool(
    {
      longQueries: sparqlWorkers,
      timeoutMs,
      queue: QUERY_QUEUE,
      timing,
      ...publicGraphs,
      likely:
        storeServer === undefined
          ? { graph: hub.vocabularyGraph, image: imageInUse(config.dataFolder), files: [], baseUrl: hub.baseUrl }
          : undefined,
    },
    spool,
  );
  const server =
    storeServer === undefined
      ? null
      : new ServerQueries(
          { server: storeServer, places: sparqlWorkers + 1, timeoutMs, queue: QUERY_QUEUE, timing },
          spool,
        );
  const sparql = new Queries({
    pool,
    server,
    dataset: publicGraphs.dataset,
    log,
    ...(maxEngineTriples === undefined ? {} : { maxTriples: maxEngineTriples }),
  });
  return {
    publicGraphs,
    queries: pool,
    sparql,
    /** A process that was started before the hub was made takes the place of the first. */
    start(started?: ChildProcess): void {
      pool.start(started);
    },
    /** Begins no query any more. */
    endWork(): void {
      pool.stop();
    },
    async stop(): Promise<void> {
      await server?.stop();
    },
  };
}
