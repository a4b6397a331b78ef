/**
 * Deadlines and intervals of the hub, in ms, and what moves within them. They are not settings of the environment; tests shorten them.
 * Each room names those that it takes in its options.
 */
export interface Timing {
  // Connections
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
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
  /** How long a connection stays open for its refusal to be read. */
  readonly refusalMs: number;
  /** How long requests under way may take to end after SIGTERM. */
  readonly stopMs: number;
  /** How long a connection without a request is kept after SIGTERM for one that may be on its way. */
  readonly lingerMs: number;
  /** When the process ends after SIGTERM, whatever hangs: it promises five seconds. */
  readonly endMs: number;

  // Documents
  /** The longest that a document may wait for a worker. */
  readonly queueMs: number;
  /** What waiting and converting may take beyond one conversion: who waited for longer has less time, and an answer all the same. */
  readonly waitedMs: number;
  /** How long a document or a query may go on whose client is gone: most are done by then, and a new thread costs more than their rest. */
  readonly abandonedMs: number;
  /** How long nothing was done when threads give back their memory. */
  readonly restMs: number;
  /** How long nothing was asked when the hub itself does, at least: a reader is still there, or will be longer. */
  readonly quietMs: number;
  /** How long a worker that has nothing to do is kept, unless it is the last one: each holds some 30 MB. */
  readonly workerIdleMs: number;
  /** When a thread or process that was killed in the middle of a write is over for certain. */
  readonly killedMs: number;

  // SPARQL queries
  /** The longest that a query may wait for one of its two places. */
  readonly queryQueueMs: number;
  /** When a query has run for so long, a process for the next one had better be started. */
  readonly spareMs: number;
  /** A query that runs longer than this is a long one. Most are done by then. */
  readonly quickMs: number;
  /** How long a long one goes on before all else goes before it. A new process takes its place then, which costs more than most queries. */
  readonly slowMs: number;
  /** More than any start of a process should take. */
  readonly queryStartMs: number;
  /** How long an idle process is kept, unless it is the last one. */
  readonly queryIdleMs: number;

  // Vocabulary
  /** The longest that comparing two versions may wait, and take: half a second is usual. */
  readonly comparisonQueueMs: number;
  readonly comparisonMs: number;
  /** How long the thread that compares is kept. */
  readonly comparisonIdleMs: number;
  /** How long a version is in use before its table is written to a file, and the image of an engine that has read it. */
  readonly keepMs: number;
  /** How often some more files of old versions are checked. */
  readonly checkVersionsMs: number;
  /** How often hubs on one server look whether another changed the vocabulary: who missed the news must not be behind for long. */
  readonly pollMs: number;
  /** The wait after the first failed reading in a row, or write of a version; doubles with each. */
  readonly firstRetryMs: number;
  /** The longest of these waits, and that of readings by hubs on a server: one that is back is seen within this time. */
  readonly longestRetryMs: number;
  readonly longestServerRetryMs: number;

  // A SPARQL server as the store
  /** The longest that it may take for a query or a change: clients of the hub learn within 5 s that it does not answer. */
  readonly storeMs: number;
  /** The same for each 100,000 quads that a change of a whole vocabulary or more adds and removes. */
  readonly largeChangeMs: number;
  /** Of the caller's time, what is left to look whether a change was made to which there was no answer. */
  readonly lookMs: number;
  /** What is done in a turn begins within this time of the server's clock, or never; in a longer turn, within the same part of it. */
  readonly turnBeginMs: number;
  /** A turn counts for so long when its hub does not end it, and longer when its change may take longer. The rest is for what is done in it. */
  readonly turnMs: number;
  /** The longest that the traces of this hub take to be removed when it ends. */
  readonly closeMs: number;

  // Redis
  /** The longest that a request waits for Redis. */
  readonly redisMs: number;
  /** How often it is asked whether it is still there, and the longest that it may take to say so. */
  readonly beatMs: number;
  readonly beatAnswerMs: number;
  readonly redisConnectMs: number;
  /** The longest that the start of a hub waits for it. */
  readonly redisStartMs: number;
  readonly longestReconnectMs: number;

  // Suggestions
  /** Bound on all requests to the store for one suggestion: the client learns within 5 s that it cannot be saved. */
  readonly suggestMs: number;
  /** How long the number of those that wait is believed. */
  readonly countMs: number;
  /** The longest that a review waits for its term to be in use. */
  readonly inUseMs: number;
  /** The longest that a review waits behind a start on a server until that has the vocabulary, or is known to hold that of the hub's table. */
  readonly storeKnownMs: number;
  /** The longest that an acceptance waits for the version before it to be in the history while whole versions are written: a loaded one takes minutes on a server. */
  readonly notedMs: number;
  /** The longest that it waits while nothing whole is written: what is added to a version may be found out of its text, which takes seconds, and more where many wait for a processor. */
  readonly addedNotedMs: number;
  /** How often unmapped keys are saved, and old contacts erased. */
  readonly saveMs: number;
  readonly eraseMs: number;

  // Accounts
  /** How old the list of keys may be: another machine may have made one. For an unknown key it is read sooner. */
  readonly keysMs: number;
  readonly unknownKeyMs: number;
  /** How often registrations that nobody validated are removed. */
  readonly forgetMs: number;
  readonly mailConnectMs: number;
  readonly mailSilenceMs: number;
  /** Waits between tries; a mail that comes later than that has been asked for again. */
  readonly mailRetryMs: readonly number[];
  /** How long the end of the process waits for mails that are on their way. */
  readonly mailStopMs: number;

  // Streams of events
  /** How often a stream without events shows that it is there: proxies end what is silent for a minute, some for half of that. */
  readonly streamBeatMs: number;

  // Webhooks
  /** The longest that a try may take, from the question for the name to the head of the answer. */
  readonly webhookMs: number;
  /** When a try is over for certain, whatever became of the hub that made it. */
  readonly webhookClaimMs: number;
  /** The pauses behind tries that failed, as Standard Webhooks has them; after the last one the message is given up. */
  readonly webhookRetryMs: readonly number[];
  /** How often hubs look whether another one left something to be told. */
  readonly webhookLookMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What users have. */
export const DEFAULT_TIMING: Timing = Object.freeze({
  headersMs: 5_000,
  requestMs: 90_000,
  keepAliveMs: 5_000,
  checkMs: 500,
  stallMs: 10_000,
  stallBytes: 128 * 1024,
  answerMs: 600_000,
  drainMs: 5_000,
  drainBytes: 32 * 1024 * 1024,
  refusalMs: 1_000,
  stopMs: 3_000,
  lingerMs: 500,
  endMs: 4_000,

  queueMs: 7_000,
  waitedMs: 4_000,
  abandonedMs: 250,
  restMs: 2_000,
  quietMs: 5_000,
  workerIdleMs: 10_000,
  killedMs: 2_000,

  queryQueueMs: 12_000,
  spareMs: 100,
  quickMs: 300,
  slowMs: 1_200,
  queryStartMs: 30_000,
  queryIdleMs: 180_000,

  comparisonQueueMs: 7_000,
  comparisonMs: 20_000,
  comparisonIdleMs: 10_000,
  keepMs: 2_000,
  checkVersionsMs: HOUR_MS,
  pollMs: 500,
  firstRetryMs: 500,
  longestRetryMs: 30_000,
  longestServerRetryMs: 3_000,

  storeMs: 4_000,
  largeChangeMs: MINUTE_MS,
  lookMs: 1_000,
  turnBeginMs: 2_000,
  turnMs: 4_500,
  closeMs: 1_000,

  redisMs: 100,
  beatMs: 1_000,
  beatAnswerMs: 500,
  redisConnectMs: 2_000,
  redisStartMs: 1_000,
  longestReconnectMs: 1_000,

  suggestMs: 4_500,
  countMs: 5_000,
  inUseMs: 10_000,
  storeKnownMs: 30_000,
  notedMs: 2_000,
  addedNotedMs: 30_000,
  saveMs: MINUTE_MS,
  eraseMs: 24 * HOUR_MS,

  keysMs: MINUTE_MS,
  unknownKeyMs: 1_000,
  forgetMs: HOUR_MS,
  mailConnectMs: 10_000,
  mailSilenceMs: 30_000,
  mailRetryMs: [1_000, 10_000, 60_000],
  mailStopMs: 2_000,

  streamBeatMs: 15_000,

  webhookMs: 15_000,
  webhookClaimMs: 20_000,
  webhookRetryMs: [
    5_000,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
  ],
  webhookLookMs: MINUTE_MS,
});
