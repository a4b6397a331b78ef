/** What is so at the moment of a scrape. */
export interface HubFacts {
  /** Null before one was read. */
  readonly vocabulary: { readonly version: string; readonly terms: number; readonly readAt: Date } | null;
  /** The vocabulary in use may be behind the store's. */
  readonly isStale: boolean;
  readonly pool: { readonly inside: number; readonly waiting: number; readonly threads: number };
  readonly workers: number;
  readonly queue: number;
  readonly queries: { readonly inside: number; readonly waiting: number; readonly processes: number };
  readonly spool: { readonly takenBytes: number; readonly maxBytes: number };
  readonly bodies: { readonly heldBytes: number; readonly maxBytes: number };
  /** Null for a hub that is alone. */
  readonly isRedisConnected: boolean | null;
  /** What a process without rights of its own can still write to the data folder; null when the system does not tell. */
  readonly freeBytes: number | null;
}

interface FactGauge {
  readonly name: string;
  readonly help: string;
  /** Null when there is no such value. */
  readonly of: (facts: HubFacts) => number | null;
}

export const FACT_GAUGES: readonly FactGauge[] = [
  {
    name: 'hub_vocabulary_read_timestamp_seconds',
    help: 'When the vocabulary in use was read, in Unix time.',
    of: ({ vocabulary }) => (vocabulary === null ? null : vocabulary.readAt.getTime() / 1000),
  },
  {
    name: 'hub_vocabulary_stale',
    help: '1 while the store cannot be read and the vocabulary read last stays in use.',
    of: ({ isStale }) => Number(isStale),
  },
  {
    name: 'hub_vocabulary_terms',
    help: 'Terms of the vocabulary in use.',
    of: ({ vocabulary }) => vocabulary?.terms ?? null,
  },
  { name: 'hub_workers', help: 'Converter threads that the settings ask for.', of: ({ workers }) => workers },
  { name: 'hub_worker_threads', help: 'Converter threads that run.', of: ({ pool }) => pool.threads },
  { name: 'hub_worker_documents', help: 'Documents that threads work on.', of: ({ pool }) => pool.inside },
  { name: 'hub_queue_documents', help: 'Documents that wait for a thread.', of: ({ pool }) => pool.waiting },
  { name: 'hub_queue_limit_documents', help: 'Documents that may wait for a thread.', of: ({ queue }) => queue },
  { name: 'hub_sparql_queries', help: 'SPARQL queries that run.', of: ({ queries }) => queries.inside },
  { name: 'hub_sparql_queue_queries', help: 'SPARQL queries that wait.', of: ({ queries }) => queries.waiting },
  { name: 'hub_sparql_processes', help: 'Processes for SPARQL queries.', of: ({ queries }) => queries.processes },
  { name: 'hub_spool_bytes', help: 'Bytes of answers on the disk.', of: ({ spool }) => spool.takenBytes },
  {
    name: 'hub_spool_limit_bytes',
    help: 'Bytes that answers may have on the disk.',
    of: ({ spool }) => spool.maxBytes,
  },
  { name: 'hub_body_memory_bytes', help: 'Bytes of request bodies in memory.', of: ({ bodies }) => bodies.heldBytes },
  {
    name: 'hub_body_memory_limit_bytes',
    help: 'Bytes that request bodies may have in memory.',
    of: ({ bodies }) => bodies.maxBytes,
  },
  {
    name: 'hub_redis_connected',
    help: '1 while Redis answers; a hub that is alone has no value.',
    of: ({ isRedisConnected }) => (isRedisConnected === null ? null : Number(isRedisConnected)),
  },
  {
    name: 'hub_data_free_bytes',
    help: 'Bytes that can still be written to the data folder.',
    of: ({ freeBytes }) => freeBytes,
  },
];
