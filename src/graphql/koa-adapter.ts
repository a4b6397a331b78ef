import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { GraphQLError } from 'graphql';
import type { Context, Middleware } from 'koa';
import { HubError } from '../errors.ts';
import { setHeaders } from '../http/headers/header-list.ts';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { ClientCharges } from '../http/limits/rate-limit.ts';
import { requestIdOf } from '../http/request-log.ts';
import { traceQueries } from '../store/query-trace.ts';
import type { QueryAnswers } from './answer-query.ts';
import type { GraphqlContext } from './request/context.ts';
import type { GraphqlExchange } from './request/exchange.ts';
import { refusalOf } from './request/graphql-errors.ts';
import { refusalOfQuery } from './request/refuse-query.ts';
import { asksForQueries, isSmallRequest, queryOf, readJsonBody } from './request/request-body.ts';

/** What a browser gets that comes without a query. */
export interface BrowserPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

export interface AdapterOptions {
  readonly queries: QueryAnswers;
  readonly baseUrl: string;
  readonly bodyBudget: BodyBudget;
  /** Makes the page for people at one of the two paths under which the endpoint is reached. */
  readonly renderPage: (path: string) => BrowserPage;
  /** Charges the client for one document. @throws HubError `rate-limited` */
  readonly chargeDocumentRequest: (charges: ClientCharges) => Promise<void>;
  /** Resolves when a large request may be worked on, with the way out. @throws HubError `converter-busy` */
  readonly takeTurn: (ctx: Context) => Promise<() => void>;
  /** Runs once per request, when the request has been read; `isCharged` says that one document of it was paid for. */
  readonly createContext: (exchange: GraphqlExchange, isCharged: boolean) => GraphqlContext;
}

/** Pages name scripts and styles of one release. */
const PAGE_CACHE_SECONDS = 60;

const failures = new WeakMap<IncomingMessage, unknown>();

/** Has `serveGraphql` fail for this request with `error`. */
export function failWith(request: IncomingMessage, error: unknown): void {
  failures.set(request, error);
}

/** Answers GraphQL requests of Koa, by GET, HEAD or POST. */
export function serveGraphql(options: AdapterOptions): Middleware {
  const { queries, createContext } = options;
  return async (ctx) => {
    ctx.vary('Accept');
    if (failures.has(ctx.req)) throw failures.get(ctx.req);
    const charges = new ClientCharges(ctx.req, clientOf(ctx));
    const { body, refusal, isCharged, release } = await readRequest(ctx, charges, options);
    const request = {
      method: ctx.method === 'HEAD' ? 'GET' : ctx.method,
      headers: ctx.headers,
      search: ctx.search,
      body: refusal === null ? body : undefined,
    };
    const execute = () =>
      queries.answer(request, () => {
        // Thrown here, a refusal gets the form of every other answer: the content type that was asked for, the same errors.
        if (refusal !== null) throw refusal;
        return createContext({ request: ctx.req, response: ctx.res, charges, requestId: requestIdOf(ctx) }, isCharged);
      });
    try {
      const answer = await (mayAskForQueries(ctx, body) ? traceQueries(execute) : execute());
      setHeaders(ctx, charges.headers);
      ctx.status = answer.status ?? 200;
      if (answer.headers.get('content-type')?.startsWith('text/html') === true) return givePage(ctx, options);
      for (const [name, value] of answer.headers) ctx.set(name, value);
      ctx.body = answer.body.kind === 'complete' ? answer.body.string : Readable.from(answer.body.asyncIterator);
    } finally {
      release();
    }
  };
}

function givePage(ctx: Context, { renderPage }: AdapterOptions): void {
  const { html, contentSecurityPolicy } = renderPage(ctx.path);
  ctx.set('Content-Security-Policy', contentSecurityPolicy);
  ctx.set('Cache-Control', `public, max-age=${PAGE_CACHE_SECONDS}`);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html;
}

/** False when a request certainly does not ask for the SPARQL that is sent for it: to trace that slows down every other request. */
function mayAskForQueries({ method, search }: Context, body: unknown): boolean {
  return method === 'POST' ? asksForQueries(body) : search.includes('extensions');
}

interface ReadRequest {
  readonly body: unknown;
  readonly refusal: GraphQLError | null;
  readonly isCharged: boolean;
  release(): void;
}

/** The body of a request, or why it is refused. Call `release` when it is answered. */
export async function readRequest(
  ctx: Context,
  charges: ClientCharges,
  {
    baseUrl,
    bodyBudget,
    chargeDocumentRequest,
    takeTurn,
  }: Pick<AdapterOptions, 'baseUrl' | 'bodyBudget' | 'chargeDocumentRequest' | 'takeTurn'>,
): Promise<ReadRequest> {
  const nothing = { body: undefined, isCharged: false, release: () => {} };
  if (ctx.method !== 'POST')
    return { ...nothing, refusal: refusalOfQuery(new URLSearchParams(ctx.search).get('query')) };
  try {
    const isCharged = !isSmallRequest(ctx.req);
    if (isCharged) await chargeDocumentRequest(charges);
    const { json, release } = await readJsonBody(ctx, bodyBudget, () => takeTurn(ctx));
    return { body: json, refusal: refusalOfQuery(queryOf(json)), isCharged, release };
  } catch (error) {
    if (error instanceof HubError) return { ...nothing, refusal: refusalOf(error, baseUrl) };
    if (error instanceof GraphQLError) return { ...nothing, refusal: error };
    throw error;
  }
}
