/** Deadlines and bounds of the server. They are not settings of the environment; tests shorten them. */
export interface Timing {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
  /** The longest that a document may wait for a worker. */
  readonly queueMs: number;
  /** The longest that a query may wait for one of its two places. */
  readonly queryQueueMs: number;
  /** How often slow sockets are looked for. */
  readonly checkMs: number;
  /** A body or an answer that moves fewer than `stallBytes` in this time is cut. */
  readonly stallMs: number;
  readonly stallBytes: number;
  /** The longest that an answer may take to be read. */
  readonly answerMs: number;
  /** How long the rest of a body is read after the answer to it was given early, and how much of it. */
  readonly drainMs: number;
  readonly drainBytes: number;
  /** The longest that a SPARQL server may take for a query or a change: clients of the hub learn within 5 s that it does not answer. */
  readonly storeMs: number;
  /** The longest that a request waits for Redis. */
  readonly redisMs: number;
  /** How long requests under way may take to end after SIGTERM. */
  readonly stopMs: number;
  /** How long a connection without a request is kept after SIGTERM for one that may be on its way. */
  readonly lingerMs: number;
}

export const DEFAULT_TIMING: Timing = Object.freeze({
  headersMs: 5_000,
  requestMs: 90_000,
  keepAliveMs: 5_000,
  queueMs: 7_000,
  queryQueueMs: 12_000,
  checkMs: 500,
  stallMs: 10_000,
  stallBytes: 128 * 1024,
  answerMs: 600_000,
  drainMs: 5_000,
  drainBytes: 32 * 1024 * 1024,
  storeMs: 4_000,
  redisMs: 100,
  stopMs: 3_000,
  lingerMs: 500,
});
