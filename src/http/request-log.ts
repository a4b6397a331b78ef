import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { MAX_PATH_CHARACTERS, traceOf } from '../traces/request-trace.ts';

/** The id of a request: in its answer, in its line of the log, and in the reference of an internal fault. */
export function requestIdOf(ctx: Context): string {
  return (ctx.state as { requestId: string }).requestId;
}

/** A request whose answer has gone out, or whose client has gone away. */
export interface AnsweredRequest {
  readonly method: string;
  /** The path as the hub has it, such as `/api/terms/:name`; null when the hub has none for the address. */
  readonly route: string | null;
  /** Null when the client went away before its answer began. */
  readonly status: number | null;
  readonly seconds: number;
}

/** Where answers are noted. */
export interface AnswerNotes {
  readonly log: Logger;
  /** Gets each request when its answer has gone out or its client has gone away. */
  readonly countRequest?: ((answered: AnsweredRequest) => void) | undefined;
}

/** What the router leaves in the context. */
interface Routed {
  readonly _matchedRoute?: string | RegExp;
  readonly _matchedRouteName?: string;
}

/**
 * Gives each request an id of our own making (one from outside could imitate another's), and notes it when its answer has gone out or its
 * client has gone away.
 */
export function noteRequests(notes: AnswerNotes): Middleware {
  return (ctx, next) => {
    const requestId = randomUUID();
    (ctx.state as { requestId: string }).requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    const trace = traceOf(ctx.req);
    if (trace !== undefined) ctx.set('Traceparent', trace.traceParent);
    const routeOf = (): string | null => {
      // Routes that are regular expressions have names.
      const { _matchedRouteName: name, _matchedRoute: path } = ctx as Routed;
      return name ?? (path === undefined ? null : String(path));
    };
    const { path, req: request, res: response } = ctx;
    noteAnswer(notes, { requestId, path, routeOf, request, response, startedAt: performance.now() });
    return next();
  };
}

/** A request that will be answered. */
interface Noted {
  readonly requestId: string;
  readonly path: string;
  /** Is known when it has been answered. */
  readonly routeOf: () => string | null;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What `performance.now()` was when the request came. */
  readonly startedAt: number;
}

/**
 * Writes one line, counts the request, and ends its trace, when the answer has gone out or its client has gone away. Queries stay out of the log: they may
 * hold what is no one else's business.
 */
export function noteAnswer({ log, countRequest }: AnswerNotes, noted: Noted): void {
  const { requestId, path, routeOf, request, response, startedAt } = noted;
  const isLogged = log.isLevelEnabled('info');
  const trace = traceOf(request);
  if (!isLogged && countRequest === undefined && trace === undefined) return;
  const { socket, method = '' } = request;
  const writtenBefore = isLogged ? socket.bytesWritten : 0;
  const note = (): void => {
    const ms = performance.now() - startedAt;
    const status = response.headersSent ? response.statusCode : null;
    const answered = { method, route: routeOf(), status, seconds: ms / 1000 };
    countRequest?.(answered);
    trace?.end(answered);
    if (!isLogged) return;
    const isWhole = response.writableFinished;
    log.info(
      {
        requestId,
        ...trace?.fields,
        method,
        path: path.slice(0, MAX_PATH_CHARACTERS),
        status,
        ms: Math.round(ms * 10) / 10,
        bytes: socket.bytesWritten - writtenBefore,
        ...(isWhole ? {} : { cutOff: true }),
      },
      'request',
    );
  };
  // A client that went away during the body may be gone for long.
  if (response.closed) note();
  else response.once('close', note);
}
