import { HeaderMap, type ApolloServer, type HTTPGraphQLRequest, type HTTPGraphQLResponse } from '@apollo/server';
import { execute, GraphQLError, type GraphQLSchema } from 'graphql';
import Negotiator from 'negotiator';
import { memoizeHeader } from '../http/headers/memoize-header.ts';
import type { GraphqlContext } from './request/context.ts';
import type { KnownOperation, KnownQueries } from './request/known-queries.ts';
import { isFree, operationCost } from './request/operation-cost.ts';
import { isRecord } from './request/request-body.ts';
import type { TrustedDocuments } from './request/trusted-documents.ts';

/** A request whose body is read. */
export interface QueryRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** With its question mark; empty without a query. */
  readonly search: string;
  /** The JSON value of the body. */
  readonly body: unknown;
}

export interface QueryAnswersOptions {
  readonly schema: GraphQLSchema;
  readonly server: ApolloServer<GraphqlContext>;
  /** The queries that `server` has found valid. */
  readonly known: KnownQueries;
  /** What requests may name. */
  readonly trusted: TrustedDocuments;
}

/** An operation that needs no more than being executed. */
interface ReadyOperation {
  readonly known: KnownOperation;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly contentType: string;
}

/**
 * Answers requests with Apollo. What Apollo does before and after the execution takes longer than most executions, and comes to nothing for a
 * query that was found valid before: such a query is executed at once, and Apollo only sees its result when there are errors in it.
 */
export class QueryAnswers {
  readonly #options: QueryAnswersOptions;

  constructor(options: QueryAnswersOptions) {
    this.#options = options;
  }

  /** @param createContext called once; what it throws is the answer */
  async answer(asked: QueryRequest, createContext: () => GraphqlContext): Promise<HTTPGraphQLResponse> {
    const request = this.#fill(asked);
    if (request instanceof GraphQLError) {
      // Thrown here, a refusal gets the form of every other answer.
      return this.#passApollo({ ...asked, body: undefined }, () => {
        throw request;
      });
    }
    const ready = this.#findReady(request);
    if (ready === null) return this.#passApollo(request, createContext);
    const context = createContext();
    const { known, operationName, variables, contentType } = ready;
    const executed = await execute({
      schema: this.#options.schema,
      document: known.document,
      contextValue: context,
      variableValues: variables,
      operationName,
    });
    if (executed.errors !== undefined) return this.#passApollo(request, () => ({ ...context, executed }));
    context.outputs.dispose();
    return {
      headers: new HeaderMap([['content-type', contentType]]),
      body: { kind: 'complete', string: `${JSON.stringify({ data: executed.data })}\n` },
    };
  }

  /** The request with the text that it names, or why it is refused. */
  #fill(request: QueryRequest): QueryRequest | GraphQLError {
    try {
      return this.#options.trusted.fill(request);
    } catch (error) {
      if (error instanceof GraphQLError) return error;
      throw error;
    }
  }

  async #passApollo(request: QueryRequest, createContext: () => GraphqlContext): Promise<HTTPGraphQLResponse> {
    const { method, headers, search, body } = request;
    const httpGraphQLRequest: HTTPGraphQLRequest = { method, headers: headerMap(headers), search, body };
    return this.#options.server.executeHTTPGraphQLRequest({ httpGraphQLRequest, context: async () => createContext() });
  }

  /** Null for whatever is unusual about a request. */
  #findReady({ method, headers, body }: QueryRequest): ReadyOperation | null {
    // Without a type, it may be a request that a page of another site sends; Apollo looks after that.
    if (method !== 'POST' || !headers['content-type'] || !isRecord(body)) return null;
    const { query, operationName = null, variables = null, extensions = null } = body;
    if (typeof query !== 'string' || extensions !== null) return null;
    if (operationName !== null && typeof operationName !== 'string') return null;
    if (variables !== null && !isRecord(variables)) return null;
    const known = this.#options.known.find(query, operationName ?? undefined);
    if (known === undefined) return null;
    const { schema } = this.#options;
    const cost = known.cost ?? operationCost(schema, known.document, known.operation, variables ?? {});
    const contentType = chooseContentType(headers['accept'] as string | undefined);
    if (!isFree(cost) || contentType === '') return null;
    return { known, operationName: operationName ?? undefined, variables: variables ?? undefined, contentType };
  }
}

/** The first of those that a client likes equally. */
const CONTENT_TYPES = [
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
  'application/json; callbackSpec=1.0; charset=utf-8',
];

/** The type of an answer, as Apollo chooses it; empty when the client reads none. */
const chooseContentType = memoizeHeader((accept) => {
  if (!accept) return CONTENT_TYPES[0]!;
  return new Negotiator({ headers: { accept } }).mediaType(CONTENT_TYPES) ?? '';
});

function headerMap(headers: QueryRequest['headers']): HeaderMap {
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    // An array only for set-cookie, which requests do not have.
    if (typeof value === 'string') map.set(name, value);
  }
  return map;
}
