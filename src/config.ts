import { z } from 'zod';
import { isWebIri, withoutEndSlashes } from './rdf/iri.ts';

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
  /** The folder of the keys that sign tokens; hubs of one service share it. */
  readonly keysFolder: string;
  /** What mails go through; undefined sends none. Holds credentials. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  /** Whether mails that cannot be sent are in the log, with links that open accounts. */
  readonly showsMails: boolean;
  /** How many proxies in front of the hub write a true `X-Forwarded-For`. */
  readonly trustedProxies: number;
  readonly workers: number;
  /** Documents that may wait for a worker. */
  readonly queue: number;
  /** Documents of at most so many bytes are converted on the main thread; 0 leaves all to the workers. */
  readonly smallDocumentBytes: number;
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

/** A SPARQL 1.1 server that the hub lives on. */
export interface StoreServer {
  readonly queryUrl: string;
  readonly updateUrl: string;
  /** Graph store protocol; takes `?graph=`. */
  readonly graphsUrl: string;
  /** Value of the `Authorization` header. A secret. */
  readonly authorization: string | undefined;
}

/** The patience of the server. No settings of the environment: the tests shorten them. */
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
  /** The longest that a SPARQL server may take for a query or a change: who asks the hub is told within 5 s that it does not answer. */
  readonly storeMs: number;
  /** The longest that a request waits for Redis. */
  readonly redisMs: number;
  /** How long requests under way may take to end after SIGTERM. */
  readonly stopMs: number;
  /** How long a connection without a request is kept after SIGTERM for one that may be on its way. */
  readonly lingerMs: number;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

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

const MEBIBYTE = 1024 * 1024;

function wholeNumber(least: number, most: number, fallback: number) {
  const words = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, words)
    .transform(Number)
    .refine((value) => value >= least && value <= most, words)
    .default(fallback);
}

const baseUrl = z
  .string()
  .refine(isBaseUrl, 'must be an absolute http(s) address without user, query and fragment')
  .transform(withoutEndSlashes);

/** Whether an IRI of the vocabulary may begin with it. */
function isBaseUrl(value: string): boolean {
  return /^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/.test(value) && isWebIri(value) && URL.canParse(value);
}

/** The hub writes the credentials into a header, so that no address holds them. */
const storeUrl = z
  .string()
  .refine(
    isStoreUrl,
    'must be an http(s) address without user and fragment; HUB_STORE_USER and HUB_STORE_PASSWORD are settings of their own',
  )
  .optional();

function isStoreUrl(value: string): boolean {
  return /^https?:\/\/[^/?#@]+(?:[/?][^#]*)?$/.test(value) && URL.canParse(value);
}

/** A query could overrule what the hub asks of the client. */
function isRedisUrl(value: string): boolean {
  return /^rediss?:\/\/[^?#]+$/.test(value) && URL.canParse(value) && new URL(value).hostname !== '';
}

/** A query could overrule what the hub asks of the server. */
function isSmtpUrl(value: string): boolean {
  return /^smtps?:\/\/[^/?#]+\/?$/.test(value) && URL.canParse(value) && new URL(value).hostname !== '';
}

/** Also the list that `.env.example` is compared with. */
export const settings = {
  PORT: wholeNumber(0, 65_535, 4000),
  HUB_HOST: z.string().optional(),
  HUB_BASE_URL: baseUrl.optional(),
  HUB_DATA: z.string().default('data'),
  HUB_RATE_LIMIT: wholeNumber(1, 1_000_000, 120),
  HUB_REDIS_URL: z
    .string()
    .refine(isRedisUrl, 'must be an address that begins with redis:// or rediss://, without query and fragment')
    .optional(),
  HUB_STORE_QUERY_URL: storeUrl,
  HUB_STORE_UPDATE_URL: storeUrl,
  HUB_STORE_GRAPHS_URL: storeUrl,
  HUB_STORE_USER: z
    .string()
    .regex(/^[^:]*$/, 'must hold no colon')
    .optional(),
  HUB_STORE_PASSWORD: z.string().optional(),
  HUB_STORE_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]+=*$/, 'must be a bearer token')
    .optional(),
  HUB_PLATFORM: z.enum(['on', 'off'], 'must be on or off').default('on'),
  HUB_KEYS: z.string().optional(),
  HUB_SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'must be an address that begins with smtp:// or smtps://, without path, query and fragment')
    .optional(),
  HUB_MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an e-mail address, may be as Name <address>',
    )
    .optional(),
  HUB_SHOW_MAILS: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  HUB_TRUSTED_PROXIES: wholeNumber(0, 16, 0),
  HUB_WORKERS: wholeNumber(1, 256, 0),
  HUB_QUEUE: wholeNumber(0, 100_000, 256),
  HUB_SMALL_DOCUMENT: wholeNumber(0, 65_536, 4096),
  HUB_LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  HUB_CONVERSION_TIMEOUT: wholeNumber(1, 600, 20),
  HUB_WORKER_MEMORY: wholeNumber(64, 65_536, 1024),
  HUB_BODY_MEMORY: wholeNumber(16, 65_536, 256),
  HUB_SPOOL: wholeNumber(16, 1_048_576, 4096),
  HUB_SPARQL_WORKERS: wholeNumber(1, 64, 2),
  HUB_SPARQL_TIMEOUT: wholeNumber(1, 60, 5),
};

/** Settings whose value is in no message. */
const WITH_CREDENTIALS: ReadonlySet<string> = new Set([
  'HUB_REDIS_URL',
  'HUB_SMTP_URL',
  'HUB_STORE_QUERY_URL',
  'HUB_STORE_UPDATE_URL',
  'HUB_STORE_GRAPHS_URL',
  'HUB_STORE_USER',
  'HUB_STORE_TOKEN',
]);

/**
 * The settings that the environment gives. A variable set to the empty text counts as not set.
 *
 * @param cores what `HUB_WORKERS` defaults to
 * @throws Error that names every mistake, one a line
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, cores: number): Config {
  const given = Object.fromEntries(Object.keys(settings).map((name) => [name, env[name]?.trim() || undefined]));
  const parsed = z.object(settings).safeParse(given);
  const mistakes = (parsed.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0]);
    return WITH_CREDENTIALS.has(name)
      ? `  ${name} ${issue.message}`
      : `  ${name} ${issue.message}; it is ${JSON.stringify(given[name])}`;
  });
  // The IRIs would begin with a port that is not known yet.
  if (Number(given['PORT']) === 0 && given['HUB_BASE_URL'] === undefined)
    mistakes.push('  HUB_BASE_URL must be given when PORT is 0');
  mistakes.push(...mistakesOfStore(given));
  if (given['HUB_SMTP_URL'] !== undefined && given['HUB_MAIL_FROM'] === undefined)
    mistakes.push('  HUB_MAIL_FROM must be given with HUB_SMTP_URL');
  if (!parsed.success || mistakes.length > 0) throw new Error(`The settings cannot be used:\n${mistakes.join('\n')}`);
  const is = parsed.data;
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
    keysFolder: is.HUB_KEYS ?? `${is.HUB_DATA}/keys`,
    smtp:
      is.HUB_SMTP_URL === undefined || is.HUB_MAIL_FROM === undefined
        ? undefined
        : { url: is.HUB_SMTP_URL, from: is.HUB_MAIL_FROM },
    showsMails: is.HUB_SHOW_MAILS === '1',
    trustedProxies: is.HUB_TRUSTED_PROXIES,
    workers: is.HUB_WORKERS || cores,
    queue: is.HUB_QUEUE,
    smallDocumentBytes: is.HUB_SMALL_DOCUMENT,
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

/** Settings that only mean something together. */
function mistakesOfStore(given: Readonly<Record<string, string | undefined>>): string[] {
  const urls = ['HUB_STORE_QUERY_URL', 'HUB_STORE_UPDATE_URL', 'HUB_STORE_GRAPHS_URL'];
  const credentials = ['HUB_STORE_USER', 'HUB_STORE_PASSWORD', 'HUB_STORE_TOKEN'];
  const isGiven = (name: string): boolean => given[name] !== undefined;
  if (!urls.some(isGiven))
    return credentials.filter(isGiven).map((name) => `  ${name} needs a store, ${urls.join(', ')}`);
  const mistakes = urls
    .filter((name) => !isGiven(name))
    .map((name) => `  ${name} must be given when another address of the store is`);
  if (isGiven('HUB_STORE_USER') !== isGiven('HUB_STORE_PASSWORD'))
    mistakes.push('  HUB_STORE_USER and HUB_STORE_PASSWORD must be given together');
  if (isGiven('HUB_STORE_TOKEN') && isGiven('HUB_STORE_PASSWORD'))
    mistakes.push('  HUB_STORE_TOKEN must not be given with HUB_STORE_PASSWORD');
  return mistakes;
}

type Settings = z.infer<z.ZodObject<typeof settings>>;

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
