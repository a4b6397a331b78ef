import { randomUUID } from 'node:crypto';
import { HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type FormattedExecutionResult, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { ERROR_CODES, HubError, type ErrorCode, type ErrorDetails } from '../../errors.ts';
import { challengeHeaders, statusOf } from '../../problem.ts';
import type { GraphqlContext } from './context.ts';
import {
  MAX_ERRORS,
  MAX_LISTED,
  MAX_MESSAGE_CHARACTERS,
  MAX_QUERY_TOKENS,
  MAX_RECURSIVE_SELECTIONS,
} from './limits.ts';

const DEFAULT_WAIT_SECONDS = 5;
const INTERNAL = 'INTERNAL_SERVER_ERROR';
const UNAUTHENTICATED = graphqlCode('unauthenticated');

/** What is refused before GraphQL sees it, in GraphQL's form and with the status that REST gives it. */
export function refusalOf(error: HubError, baseUrl: string): GraphQLError {
  const status = statusOf(error.code);
  const headers = new HeaderMap(
    status === 429 || status === 503
      ? [['retry-after', String(Math.ceil(error.details.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS))]]
      : [],
  );
  return new GraphQLError(error.message, {
    originalError: error,
    extensions: { ...hubExtensions(error, baseUrl), http: { status, headers } },
  });
}

function hubExtensions(error: HubError, baseUrl: string): Record<string, unknown> {
  return { code: graphqlCode(error.code), type: `${baseUrl}/problems/${error.code}`, ...withinLimits(error.details) };
}

/** What an error names, with the beginnings of long lists; `omitted` counts the entries that these have besides. */
function withinLimits(details: ErrorDetails): ErrorDetails & { readonly omitted?: number } {
  const lists = Object.entries(details).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > MAX_LISTED,
  );
  if (lists.length === 0) return details;
  const omitted = lists.reduce((sum, [, list]) => sum + list.length - MAX_LISTED, 0);
  return { ...details, ...Object.fromEntries(lists.map(([name, list]) => [name, list.slice(0, MAX_LISTED)])), omitted };
}

function graphqlCode(code: ErrorCode): string {
  return code.toUpperCase().replaceAll('-', '_');
}

export interface ErrorAnswers {
  readonly formatError: (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError;
  readonly plugin: ApolloServerPlugin<GraphqlContext>;
  /** Has `formatError` know of which request these are. */
  readonly note: (errors: readonly GraphQLError[], request: GraphqlContext) => void;
}

/**
 * The form in which errors are answered: expected ones whole, wrong queries with what is wrong, and
 * anything else is a bug: it is masked, and logged here, once, under the reference that the client is shown.
 */
export function createErrorAnswers(baseUrl: string, log: Logger): ErrorAnswers {
  // Apollo formats an error without its request; this remembers whose it is.
  const requests = new WeakMap<object, GraphqlContext>();

  // Fields that shared a query share its failure, which is logged once in a request.
  const loggedIn = new WeakMap<object, string>();

  function isLogged(cause: unknown, request: GraphqlContext | undefined): boolean {
    if (typeof cause !== 'object' || cause === null || request === undefined) return false;
    const isKnown = loggedIn.get(cause) === request.requestId;
    loggedIn.set(cause, request.requestId);
    return isKnown;
  }

  function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
    const cause = originalOf(error);
    const request = error instanceof Error ? requests.get(error) : undefined;
    if (cause instanceof HubError && cause.code !== 'internal') {
      // A query that was ended because its client is gone has not failed.
      const isGone = request?.caller.signal.aborted === true;
      if (cause.cause !== undefined && statusOf(cause.code) >= 500 && !isGone && !isLogged(cause, request)) {
        log.warn({ requestId: request?.requestId, code: cause.code, err: cause.cause }, cause.message);
      }
      return shorten({ ...formatted, extensions: hubExtensions(cause, baseUrl) });
    }
    const limit = limitOf(formatted);
    if (limit !== null) return shorten({ ...formatted, extensions: { ...limit, code: 'QUERY_LIMIT_EXCEEDED' } });
    const code = formatted.extensions?.['code'];
    // graphql-js gives no code to an argument that turns out null only when the field is executed; of a subscription, where Apollo adds none, to nothing.
    const hasNone = code === undefined || code === INTERNAL;
    if (hasNone && cause instanceof GraphQLError && /^(?:Argument|Variable) "/.test(formatted.message)) {
      return shorten({ ...formatted, extensions: { code: 'BAD_USER_INPUT' } });
    }
    if (!hasNone) return shorten(formatted);
    // Nor does Apollo to a hash that is not that of the query, or is said in a form that it does not know.
    if (isRefusal(cause)) return shorten({ ...formatted, extensions: { code: 'BAD_REQUEST' } });
    return mask(formatted, cause, request);
  }

  function mask(
    formatted: GraphQLFormattedError,
    cause: unknown,
    request: GraphqlContext | undefined,
  ): GraphQLFormattedError {
    const reference = request?.requestId ?? randomUUID();
    if (request?.caller.signal.aborted !== true && !isLogged(cause, request)) {
      log.error({ err: cause, requestId: reference, path: formatted.path }, 'a GraphQL field failed and was masked');
    }
    return {
      ...formatted,
      message: `Something went wrong inside the hub. The log knows it as ${reference}.`,
      extensions: { code: INTERNAL, reference },
    };
  }

  function note(errors: readonly GraphQLError[], request: GraphqlContext): void {
    for (const error of errors) requests.set(error, request);
  }

  const plugin: ApolloServerPlugin<GraphqlContext> = {
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue }) {
          note(errors, contextValue);
        },
        async willSendResponse({ response }) {
          if (response.body.kind !== 'single') return;
          const result = response.body.singleResult;
          const { errors } = result;
          if (errors === undefined) return;
          const refusal = refusalIn(result);
          if (refusal !== null) {
            response.http.status = refusal.status;
            for (const [name, value] of refusal.headers) response.http.headers.set(name, value);
          }
          if (errors.length > MAX_ERRORS) result.errors = errors.slice(0, MAX_ERRORS);
        },
      };
    },
  };
  return { formatError, plugin, note };
}

/**
 * The status and the headers of an answer that is nothing but "later" or "sign in", which says so to those who read no GraphQL: proxies, and
 * clients that try again or renew their token. Null of any other.
 */
export function refusalIn(
  result: FormattedExecutionResult,
): { readonly status: number; readonly headers: HeaderMap } | null {
  const later = reasonsForNothing(result, ({ extensions }) => LATER.has(extensions?.['code']));
  if (later.length > 0) {
    const { status, seconds } = retryAfter(later);
    return { status, headers: new HeaderMap([['retry-after', String(seconds)]]) };
  }
  const [refusal] = reasonsForNothing(result, ({ extensions }) => extensions?.['code'] === UNAUTHENTICATED);
  if (refusal === undefined) return null;
  const status = statusOf('unauthenticated');
  const challenge = challengeHeaders(status, refusal.extensions?.['bearerError'] as string | undefined);
  return {
    status,
    headers: new HeaderMap(Object.entries(challenge).map(([name, value]) => [name.toLowerCase(), value])),
  };
}

/** The errors of a kind for which an answer has no value: each field is null for one of them, or there are no fields; else none. */
function reasonsForNothing(
  { data, errors = [] }: FormattedExecutionResult,
  isOfKind: (error: GraphQLFormattedError) => boolean,
): GraphQLFormattedError[] {
  const reasons = errors.filter(isOfKind);
  const failed = new Set(reasons.map(({ path }) => path?.[0]));
  const isReason = Object.entries(data ?? {}).every(([name, value]) => value === null && failed.has(name));
  return isReason ? reasons : [];
}

const LATER: ReadonlyMap<unknown, number> = new Map(
  ERROR_CODES.filter((code) => statusOf(code) === 429 || statusOf(code) === 503).map((code) => [
    graphqlCode(code),
    statusOf(code),
  ]),
);

/** The status and the seconds to wait for failures that pass. */
function retryAfter(later: readonly GraphQLFormattedError[]): { status: number; seconds: number } {
  const seconds = later.map((error) => Number(error.extensions?.['retryAfterSeconds'] ?? DEFAULT_WAIT_SECONDS));
  return {
    status: Math.min(...later.map((error) => LATER.get(error.extensions?.['code'])!)),
    seconds: Math.max(1, Math.ceil(Math.max(...seconds))),
  };
}

/** Which limit a query exceeds, those included that GraphQL and Apollo look after; null for other errors. */
function limitOf({ message, extensions = {} }: GraphQLFormattedError): Record<string, unknown> | null {
  if (extensions['limit'] !== undefined) return extensions;
  // graphql-js tells this by its words alone.
  if (message.endsWith('tokens. Parsing aborted.')) return { limit: 'tokens', most: MAX_QUERY_TOKENS };
  if (extensions['validationErrorCode'] === 'MAX_RECURSIVE_SELECTIONS_EXCEEDED')
    return { limit: 'selections', most: MAX_RECURSIVE_SELECTIONS };
  return null;
}

/** Whether Apollo refuses a request as wrong. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof GraphQLError && (error.extensions['http'] as { status?: unknown } | undefined)?.status === 400
  );
}

/** What a resolver threw: GraphQL and Apollo wrap it, some times twice. */
function originalOf(error: unknown): unknown {
  let original = error;
  while (original instanceof GraphQLError && original.originalError !== undefined) original = original.originalError;
  return original;
}

function shorten(formatted: GraphQLFormattedError): GraphQLFormattedError {
  if (formatted.message.length <= MAX_MESSAGE_CHARACTERS) return formatted;
  return { ...formatted, message: `${formatted.message.slice(0, MAX_MESSAGE_CHARACTERS)}…` };
}
