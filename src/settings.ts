import { z } from 'zod';
import { withoutEndSlashes } from './end-slashes.ts';
import { findUrl } from './find-url.ts';
import { isWebIri } from './rdf/iri.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

function numberBetween(least: number, most: number) {
  const words = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, words)
    .transform(Number)
    .refine((value) => value >= least && value <= most, words);
}

function wholeNumber(least: number, most: number, fallback: number) {
  return numberBetween(least, most).default(fallback);
}

/** Where a shell has not replaced it, a folder of the name `~` would be made. */
const path = z.string().regex(/^(?!~)/, 'must not begin with ~, which only a shell replaces');

/** An address of IPv6 may stand in brackets, as it does in URLs. */
const host = z.string().transform((value) => value.replace(/^\[(.+)\]$/, '$1'));

const baseUrl = z
  .string()
  .refine(isBaseUrl, 'must be an absolute http(s) address without user, query and fragment')
  .transform(withoutEndSlashes);

/** Whether an IRI of the vocabulary may begin with it. */
function isBaseUrl(value: string): boolean {
  return /^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/.test(value) && isWebIri(value) && findUrl(value) !== null;
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
  return /^https?:\/\/[^/?#@]+(?:[/?][^#]*)?$/.test(value) && findUrl(value) !== null;
}

/** A query could overrule what the hub asks of the client. */
function isRedisUrl(value: string): boolean {
  return /^rediss?:\/\/[^?#]+$/.test(value) && hasHost(value);
}

/** A query could overrule what the hub asks of the server. */
function isSmtpUrl(value: string): boolean {
  return /^smtps?:\/\/[^/?#]+\/?$/.test(value) && hasHost(value);
}

function hasHost(address: string): boolean {
  return (findUrl(address)?.hostname ?? '') !== '';
}

/** Where people reach those who run the hub: a page, or a mailbox. */
function isContact(value: string): boolean {
  return /^https?:\/\/[^/?#@\s]+(?:[/?#]\S*)?$/.test(value)
    ? findUrl(value) !== null
    : /^[^<>@\s?&:]+@[^<>@\s?&]+$/.test(value);
}

/** Also the list that `.env.example` is compared with. */
export const settings = {
  PORT: wholeNumber(0, 65_535, 4000),
  HUB_HOST: host.optional(),
  HUB_BASE_URL: baseUrl.optional(),
  HUB_DATA: path.default('data'),
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
  HUB_FEDERATION: z.enum(['on', 'off'], 'must be on or off').default('off'),
  HUB_TRUSTED_DOCUMENTS: path.optional(),
  HUB_TRUSTED_DOCUMENTS_ONLY: z.enum(['on', 'off'], 'must be on or off').default('off'),
  HUB_PLATFORM: z.enum(['on', 'off'], 'must be on or off').default('on'),
  HUB_KEYS: path.optional(),
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
  HUB_CONTACT: z.string().refine(isContact, 'must be an http(s) address or an e-mail address').optional(),
  HUB_SHOW_MAILS: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  HUB_WEBHOOKS_INSIDE: z.enum(['on', 'off'], 'must be on or off').default('off'),
  HUB_TRUSTED_PROXIES: wholeNumber(0, 16, 0),
  HUB_WORKERS: wholeNumber(1, 256, 0),
  HUB_QUEUE: wholeNumber(0, 100_000, 256),
  HUB_SMALL_DOCUMENT: wholeNumber(0, 65_536, 4096),
  HUB_LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  HUB_METRICS_PORT: numberBetween(0, 65_535).optional(),
  HUB_METRICS_HOST: host.default('127.0.0.1'),
  HUB_METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{16,}=*$/, 'must be a bearer token of at least 16 characters')
    .optional(),
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
  'HUB_METRICS_TOKEN',
]);

/**
 * The settings that the environment gives. A variable set to the empty text counts as not set.
 *
 * @throws Error that names every mistake, one a line
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
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
  if (given['HUB_TRUSTED_DOCUMENTS_ONLY'] === 'on' && given['HUB_TRUSTED_DOCUMENTS'] === undefined)
    mistakes.push('  HUB_TRUSTED_DOCUMENTS must be given with HUB_TRUSTED_DOCUMENTS_ONLY');
  if (given['HUB_TRUSTED_DOCUMENTS_ONLY'] === 'on' && given['HUB_FEDERATION'] === 'on')
    mistakes.push('  HUB_TRUSTED_DOCUMENTS_ONLY must be off with HUB_FEDERATION: a gateway writes its queries itself');
  if (!parsed.success || mistakes.length > 0) throw new Error(`The settings cannot be used:\n${mistakes.join('\n')}`);
  return parsed.data;
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

/** The values of the settings, each checked by itself and with the others. */
export type Settings = z.infer<z.ZodObject<typeof settings>>;
