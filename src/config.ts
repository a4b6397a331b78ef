import { readSettings, type LogLevel, type Settings } from './settings.ts';
import { DEFAULT_TIMING, type Timing } from './timing.ts';

/** Every setting of the hub, parsed once and frozen. */
export interface Config {
  readonly port: number;
  /** The address to listen on; undefined listens on all. */
  readonly host: string | undefined;
  /** Absolute, http(s), without a slash at its end. Every IRI that the hub mints begins with it. */
  readonly baseUrl: string;
  /** The folder of the spool and of the versions of the vocabulary. */
  readonly dataFolder: string;
  /** Document requests per minute and client. */
  readonly rateLimit: number;
  /** The Redis or Valkey that the hubs of a service share; undefined for a hub that is alone. Holds credentials. */
  readonly redisUrl: string | undefined;
  /** undefined for a hub whose store is in its process. */
  readonly storeServer: StoreServer | undefined;
  /** Whether the hub signs people in, with endpoints of its own. */
  readonly hasPlatform: boolean;
  /** Whether its GraphQL interface is a subgraph of Apollo Federation, too. */
  readonly isSubgraph: boolean;
  /** The list of queries that GraphQL requests may name, and whether all others are refused; undefined for a hub without one. */
  readonly trustedDocuments: { readonly file: string; readonly isOnly: boolean } | undefined;
  /** The folder of the keys that sign tokens; hubs of one service share it. */
  readonly keysFolder: string;
  /** What mails go through; undefined sends none. Holds credentials. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  /** The address of a page or of a mailbox of those who run the hub; undefined when they gave none. */
  readonly contact: string | undefined;
  /** Whether mails that cannot be sent are in the log, with links that open accounts. */
  readonly showsMails: boolean;
  /** Whether webhooks may be sent to addresses inside the network, and without TLS. */
  readonly mayWebhooksGoInside: boolean;
  /** How many proxies in front of the hub write a true `X-Forwarded-For`. */
  readonly trustedProxies: number;
  readonly workers: number;
  /** Documents that may wait for a worker. */
  readonly queue: number;
  /** Documents of at most so many bytes are converted on the main thread; 0 leaves all to the workers. */
  readonly smallDocumentBytes: number;
  /** Who can read metrics; undefined when nobody can. */
  readonly metrics: MetricsSettings | undefined;
  readonly logLevel: LogLevel;
  readonly conversionTimeoutMs: number;
  /** Old-space limit of one worker's heap. */
  readonly workerMemoryMb: number;
  /** Bytes of request bodies held at a time, all clients together. */
  readonly bodyMemoryBytes: number;
  /** Bytes of answers on disk at a time, all clients together. */
  readonly spoolBytes: number;
  /** Bytes that one answer may have. */
  readonly answerBytes: number;
  /** Queries that may run for long at a time. */
  readonly sparqlWorkers: number;
  readonly sparqlTimeoutMs: number;
  readonly timing: Timing;
}

/** An address of its own for metrics, or a token with which they can be read at the public one, or both. */
interface MetricsSettings {
  /** Null when they are at the public address. */
  readonly address: { readonly host: string; readonly port: number } | null;
  /** What a scraper presents; undefined when its address is enough. A secret. */
  readonly token: string | undefined;
}

/** A SPARQL 1.1 server that the hub lives on. */
export interface StoreServer {
  readonly queryUrl: string;
  readonly updateUrl: string;
  /** Graph store protocol; takes `?graph=`. */
  readonly graphsUrl: string;
  /** Value of the `Authorization` header. A secret. */
  readonly authorization: string | undefined;
}

const MEBIBYTE = 1024 * 1024;

/**
 * The settings that the environment gives. A variable set to the empty text counts as not set.
 *
 * @param cores what `HUB_WORKERS` defaults to
 * @throws Error that names every mistake, one a line
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, cores: number): Config {
  const is = readSettings(env);
  const spoolBytes = is.HUB_SPOOL * MEBIBYTE;
  return Object.freeze({
    port: is.PORT,
    host: is.HUB_HOST,
    baseUrl: is.HUB_BASE_URL ?? `http://localhost:${is.PORT}`,
    dataFolder: is.HUB_DATA,
    rateLimit: is.HUB_RATE_LIMIT,
    redisUrl: is.HUB_REDIS_URL,
    storeServer: storeServerOf(is),
    hasPlatform: is.HUB_PLATFORM === 'on',
    isSubgraph: is.HUB_FEDERATION === 'on',
    trustedDocuments:
      is.HUB_TRUSTED_DOCUMENTS === undefined
        ? undefined
        : Object.freeze({ file: is.HUB_TRUSTED_DOCUMENTS, isOnly: is.HUB_TRUSTED_DOCUMENTS_ONLY === 'on' }),
    keysFolder: is.HUB_KEYS ?? `${is.HUB_DATA}/keys`,
    smtp:
      is.HUB_SMTP_URL === undefined || is.HUB_MAIL_FROM === undefined
        ? undefined
        : { url: is.HUB_SMTP_URL, from: is.HUB_MAIL_FROM },
    contact: is.HUB_CONTACT,
    showsMails: is.HUB_SHOW_MAILS === '1',
    mayWebhooksGoInside: is.HUB_WEBHOOKS_INSIDE === 'on',
    trustedProxies: is.HUB_TRUSTED_PROXIES,
    workers: is.HUB_WORKERS || cores,
    queue: is.HUB_QUEUE,
    smallDocumentBytes: is.HUB_SMALL_DOCUMENT,
    metrics: metricsOf(is),
    logLevel: is.HUB_LOG_LEVEL,
    conversionTimeoutMs: is.HUB_CONVERSION_TIMEOUT * 1000,
    workerMemoryMb: is.HUB_WORKER_MEMORY,
    bodyMemoryBytes: is.HUB_BODY_MEMORY * MEBIBYTE,
    spoolBytes,
    answerBytes: Math.min(1024 * MEBIBYTE, spoolBytes),
    sparqlWorkers: is.HUB_SPARQL_WORKERS,
    sparqlTimeoutMs: is.HUB_SPARQL_TIMEOUT * 1000,
    timing: DEFAULT_TIMING,
  });
}

function metricsOf(is: Settings): MetricsSettings | undefined {
  const { HUB_METRICS_PORT: port, HUB_METRICS_HOST: host, HUB_METRICS_TOKEN: token } = is;
  if (port === undefined && token === undefined) return undefined;
  return Object.freeze({ address: port === undefined ? null : { host, port }, token });
}

function storeServerOf(is: Settings): StoreServer | undefined {
  const { HUB_STORE_QUERY_URL, HUB_STORE_UPDATE_URL, HUB_STORE_GRAPHS_URL } = is;
  if (HUB_STORE_QUERY_URL === undefined || HUB_STORE_UPDATE_URL === undefined || HUB_STORE_GRAPHS_URL === undefined)
    return undefined;
  const { HUB_STORE_USER: user, HUB_STORE_PASSWORD: password, HUB_STORE_TOKEN: token } = is;
  const basic = user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`;
  return Object.freeze({
    queryUrl: HUB_STORE_QUERY_URL,
    updateUrl: HUB_STORE_UPDATE_URL,
    graphsUrl: HUB_STORE_GRAPHS_URL,
    authorization: token === undefined ? basic : `Bearer ${token}`,
  });
}
