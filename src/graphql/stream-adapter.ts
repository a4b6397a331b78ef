import { Readable } from 'node:stream';
import { subscribe, type ExecutionResult, type FormattedExecutionResult, type GraphQLSchema } from 'graphql';
import { HeaderMap, type HTTPGraphQLResponse } from '@apollo/server';
import type { Context, Middleware } from 'koa';
import { skipCompression } from '../http/compress.ts';
import { setHeaders } from '../http/headers/header-list.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { ClientCharges } from '../http/limits/rate-limit.ts';
import { requestIdOf } from '../http/request-log.ts';
import { eventsOf, eventsOfResult } from './event-stream.ts';
import { readRequest, type AdapterOptions } from './koa-adapter.ts';
import type { CheckedSubscription, GraphqlContext } from './request/context.ts';
import { refusalIn, type ErrorAnswers } from './request/graphql-errors.ts';
import { MAX_ERRORS } from './request/limits.ts';
import { OpenStreams } from './request/open-streams.ts';

/** What is told by the status, as everywhere: clients and proxies wait then, or renew their token. */
const TOLD_BY_STATUS: ReadonlyArray<number | undefined> = [401, 429, 503];

export interface StreamTiming {
  /** How often a stream without events shows that it is there. */
  readonly streamBeatMs: number;
}

interface StreamAdapterOptions extends AdapterOptions {
  readonly schema: GraphQLSchema;
  readonly errors: Pick<ErrorAnswers, 'formatError' | 'note'>;
  /** Aborted when the hub stops. */
  readonly stopping: AbortSignal;
  readonly timing: StreamTiming;
}

/**
 * Answers GraphQL requests by server-sent events: the protocol GraphQL over SSE, in its mode of distinct connections. A request passes what
 * every other one does; a subscription is begun when it has.
 */
export function serveStreams(options: StreamAdapterOptions): Middleware {
  const streams = new OpenStreams();
  return async (ctx) => {
    const release = streams.take(clientOf(ctx));
    if (ctx.res.closed) return release();
    ctx.res.once('close', release);
    const { answer, context, subscription } = await ask(ctx, options);
    const begun = context === null || subscription === null ? answer : await begin(context, subscription, options);
    if ('body' in begun && TOLD_BY_STATUS.includes(begun.status)) return give(ctx, begun);
    const stream = 'body' in begun ? eventsOfResult(textOf(begun)) : begun;
    ctx.set('Content-Type', 'text/event-stream; charset=utf-8');
    ctx.set('Cache-Control', 'no-store, no-transform');
    // Of nginx, which would hold events back until it has some kilobytes.
    ctx.set('X-Accel-Buffering', 'no');
    skipCompression(ctx);
    ctx.body = Readable.from(stream);
  };
}

interface Asked {
  readonly answer: HTTPGraphQLResponse;
  /** Null when there was none made. */
  readonly context: GraphqlContext | null;
  /** Null when it is another operation, or is refused. */
  readonly subscription: CheckedSubscription | null;
}

async function ask(ctx: Context, options: StreamAdapterOptions): Promise<Asked> {
  const charges = new ClientCharges(ctx.req, clientOf(ctx));
  const { body, refusal, isCharged, release } = await readRequest(ctx, charges, options);
  // It is answered as a stream, and checked as what is answered at once.
  const headers = { ...ctx.headers, accept: 'application/json' };
  const stream: { subscription: CheckedSubscription | null } = { subscription: null };
  let context: GraphqlContext | null = null;
  try {
    const request = { method: ctx.method, headers, search: ctx.search, body: refusal === null ? body : undefined };
    const answer = await options.queries.answer(request, () => {
      if (refusal !== null) throw refusal;
      const exchange = { request: ctx.req, response: ctx.res, charges, requestId: requestIdOf(ctx) };
      context = { ...options.createContext(exchange, isCharged), stream };
      return context;
    });
    setHeaders(ctx, charges.headers);
    return { answer, context, subscription: stream.subscription };
  } finally {
    release();
  }
}

/** The events of a subscription, or what is answered where it cannot be begun. */
async function begin(
  context: GraphqlContext,
  subscription: CheckedSubscription,
  { schema, errors: answers, stopping, timing }: StreamAdapterOptions,
): Promise<AsyncGenerator<string, void, undefined> | HTTPGraphQLResponse> {
  const format = ({ errors: all, ...result }: ExecutionResult): ExecutionResult => {
    if (all === undefined) return result;
    const errors = all.slice(0, MAX_ERRORS);
    answers.note(errors, context);
    return { ...result, errors: errors.map((error) => answers.formatError(error.toJSON(), error)) as never };
  };
  const begun = await subscribe({ schema, contextValue: context, ...subscription });
  if (!(Symbol.asyncIterator in begun)) {
    const result = format(begun);
    const { status = 200, headers = new HeaderMap() } = refusalIn(result as FormattedExecutionResult) ?? {};
    headers.set('content-type', 'application/json; charset=utf-8');
    return { status, headers, body: { kind: 'complete', string: JSON.stringify(result) } };
  }
  const results = begun[Symbol.asyncIterator]();
  const formatted: AsyncIterator<ExecutionResult> = {
    async next() {
      const step = await results.next();
      return step.done === true ? step : { done: false, value: format(step.value) };
    },
    return: (value) => results.return(value as undefined),
  };
  return eventsOf(formatted, { beatMs: timing.streamBeatMs, stopping });
}

function give(ctx: Context, answer: HTTPGraphQLResponse): void {
  ctx.status = answer.status ?? 200;
  for (const [name, value] of answer.headers) ctx.set(name, value);
  ctx.body = textOf(answer);
}

function textOf({ body }: HTTPGraphQLResponse): string {
  if (body.kind !== 'complete') throw new Error('an answer in pieces, which nobody asks for');
  return body.string;
}
