import { randomUUID } from 'node:crypto';
import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { HubError, type ErrorCode } from '../errors.ts';
import type { GraphqlContext } from './context.ts';
import { MAX_ERRORS, MAX_MESSAGE_CHARACTERS } from './limits.ts';

const INTERNAL = 'INTERNAL_SERVER_ERROR';

/** An expected failure as GraphQL tells it: the code in upper snake case, and every detail, in `extensions`. */
export function toGraphqlError(error: HubError, baseUrl: string, httpStatus?: number): GraphQLError {
  return new GraphQLError(error.message, {
    originalError: error,
    extensions: {
      ...hubExtensions(error, baseUrl),
      ...(httpStatus === undefined ? {} : { http: { status: httpStatus } }),
    },
  });
}

function hubExtensions(error: HubError, baseUrl: string): Record<string, unknown> {
  return { code: graphqlCode(error.code), type: `${baseUrl}/problems/${error.code}`, ...error.details };
}

function graphqlCode(code: ErrorCode): string {
  return code.toUpperCase().replaceAll('-', '_');
}

export interface ErrorAnswers {
  readonly formatError: (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError;
  readonly plugin: ApolloServerPlugin<GraphqlContext>;
}

/**
 * What becomes of errors on their way out: expected ones are told whole, queries that are wrong hear what is wrong, and
 * anything else is a bug: it is masked, and logged here, once, under the reference that the client is shown.
 */
export function createErrorAnswers(baseUrl: string, log: Logger): ErrorAnswers {
  // Apollo formats an error without its request; this remembers whose it is.
  const requests = new WeakMap<object, GraphqlContext>();

  function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
    const cause = originalOf(error);
    if (cause instanceof HubError && cause.code !== 'internal') {
      return shorten({ ...formatted, extensions: hubExtensions(cause, baseUrl) });
    }
    if (formatted.extensions?.['limit'] !== undefined) {
      return shorten({ ...formatted, extensions: { ...formatted.extensions, code: 'QUERY_LIMIT_EXCEEDED' } });
    }
    // graphql-js gives no code to an argument that turns out null only when the field is executed.
    if (cause instanceof GraphQLError && cause.message.startsWith('Argument "')) {
      return shorten({ ...formatted, extensions: { code: 'BAD_USER_INPUT' } });
    }
    if (formatted.extensions?.['code'] !== INTERNAL) return shorten(formatted);
    return mask(formatted, cause, error instanceof Error ? requests.get(error) : undefined);
  }

  function mask(formatted: GraphQLFormattedError, cause: unknown, request: GraphqlContext | undefined): GraphQLFormattedError {
    const reference = request?.requestId ?? randomUUID();
    if (request?.signal.aborted !== true) {
      log.error({ err: cause, requestId: reference, path: formatted.path }, 'a GraphQL field failed and was masked');
    }
    return {
      ...formatted,
      message: `Something went wrong inside the hub. The log knows it as ${reference}.`,
      extensions: { code: INTERNAL, reference },
    };
  }

  const plugin: ApolloServerPlugin<GraphqlContext> = {
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue }) {
          for (const error of errors) requests.set(error, contextValue);
        },
        async willSendResponse({ response }) {
          if (response.body.kind !== 'single') return;
          const result = response.body.singleResult;
          const { errors } = result;
          if (errors === undefined) return;
          // An answer that is nothing but "later" says so to those who read no GraphQL, proxies and retrying clients.
          const wait = Math.max(0, ...errors.map((error) => Number(error.extensions?.['retryAfterSeconds'] ?? 0)));
          if (wait > 0 && (result.data === null || result.data === undefined)) {
            response.http.status = errors.some((error) => error.extensions?.['code'] === graphqlCode('rate-limited')) ? 429 : 503;
            response.http.headers.set('retry-after', String(Math.ceil(wait)));
          }
          if (errors.length > MAX_ERRORS) result.errors = errors.slice(0, MAX_ERRORS);
        },
      };
    },
  };
  return { formatError, plugin };
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
