import { Readable } from 'node:stream';
import { HeaderMap, type ApolloServer, type BaseContext, type HTTPGraphQLResponse } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { Context, Middleware } from 'koa';
import { HubError } from '../errors.ts';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { traceQueries } from '../store/query-trace.ts';
import { refusalOf } from './request/graphql-errors.ts';
import { limitError, MAX_QUERY_CHARACTERS } from './request/limits.ts';
import { isSmallRequest, readJsonBody } from './request/request-body.ts';

export interface AdapterOptions<TContext extends BaseContext> {
  readonly server: ApolloServer<TContext>;
  readonly baseUrl: string;
  readonly bodyBudget: BodyBudget;
  /** Charges the client for one document. @throws HubError `rate-limited` */
  readonly chargeDocumentRequest: (ctx: Context) => Promise<void>;
  /** Resolves when a large request may be worked on, with the way out. @throws HubError `converter-busy` */
  readonly takeTurn: (ctx: Context) => Promise<() => void>;
  /** Runs once per request, when the request has been read; `isCharged` says that one document of it was paid for. */
  readonly createContext: (ctx: Context, isCharged: boolean) => TContext;
}

/** Answers GraphQL requests of Koa, by GET, HEAD or POST, with an Apollo Server. */
export function serveGraphql<TContext extends BaseContext>(options: AdapterOptions<TContext>): Middleware {
  const { server, createContext } = options;
  return async (ctx) => {
    ctx.vary('Accept');
    const { body, refusal, isCharged, release } = await readRequest(ctx, options);
    try {
      const execute = (): Promise<HTTPGraphQLResponse> =>
        server.executeHTTPGraphQLRequest({
          httpGraphQLRequest: {
            method: ctx.method === 'HEAD' ? 'GET' : ctx.method,
            headers: headersOf(ctx),
            search: ctx.search,
            body,
          },
          // Thrown here, a refusal gets the form of every other answer: the content type that was asked for, the same errors.
          context: async () => {
            if (refusal !== undefined) throw refusal;
            return createContext(ctx, isCharged);
          },
        });
      const answer = await (mayAskForQueries(ctx, body) ? traceQueries(execute) : execute());
      ctx.status = answer.status ?? 200;
      for (const [name, value] of answer.headers) ctx.set(name, value);
      ctx.body = answer.body.kind === 'complete' ? answer.body.string : Readable.from(answer.body.asyncIterator);
    } finally {
      release();
    }
  };
}

/** False when a request certainly does not ask for the SPARQL that is sent for it: to trace that slows down every other request. */
function mayAskForQueries({ method, search }: Context, body: unknown): boolean {
  if (method !== 'POST') return search.includes('extensions');
  return (body as { extensions?: { sparql?: unknown } } | null | undefined)?.extensions?.sparql === true;
}

interface ReadRequest {
  readonly body: unknown;
  readonly refusal?: GraphQLError;
  readonly isCharged: boolean;
  release(): void;
}

async function readRequest<TContext extends BaseContext>(
  ctx: Context,
  { baseUrl, bodyBudget, chargeDocumentRequest, takeTurn }: AdapterOptions<TContext>,
): Promise<ReadRequest> {
  const nothing = { body: undefined, isCharged: false, release: () => {} };
  if (ctx.method !== 'POST') return refuseLongQuery(nothing, new URLSearchParams(ctx.search).get('query'));
  try {
    const isCharged = !isSmallRequest(ctx.req);
    if (isCharged) await chargeDocumentRequest(ctx);
    const { json, release } = await readJsonBody(ctx, bodyBudget, () => takeTurn(ctx));
    const query = (json as { query?: unknown } | null | undefined)?.query;
    return refuseLongQuery({ body: json, isCharged, release }, query);
  } catch (error) {
    if (error instanceof HubError) return { ...nothing, refusal: refusalOf(error, baseUrl) };
    if (error instanceof GraphQLError) return { ...nothing, refusal: error };
    throw error;
  }
}

function refuseLongQuery(read: ReadRequest, query: unknown): ReadRequest {
  if (typeof query !== 'string' || query.length <= MAX_QUERY_CHARACTERS) return read;
  return { ...read, refusal: limitError('characters', MAX_QUERY_CHARACTERS, query.length) };
}

function headersOf(ctx: Context): HeaderMap {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(ctx.headers)) {
    // An array only for set-cookie, which requests do not have.
    if (typeof value === 'string') headers.set(name, value);
  }
  return headers;
}
