import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';

const MAX_PATH_CHARACTERS = 200;

/** The id of a request: in its answer, in its line of the log, and in the reference of an internal fault. */
export function requestIdOf(ctx: Context): string {
  return (ctx.state as { requestId: string }).requestId;
}

/**
 * Gives each request an id of our own making (one from outside could imitate another's) and writes one line when its answer
 * has gone out or its client has gone away.
 */
export function logRequests(log: Logger): Middleware {
  return (ctx, next) => {
    const requestId = randomUUID();
    (ctx.state as { requestId: string }).requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    logAnswer(log, requestId, ctx.path, ctx.req, ctx.res);
    return next();
  };
}

/**
 * Writes one line when the answer has gone out or its client has gone away. Queries stay out of the log: they may hold what is no one else's
 * business. `startedAt` is what `performance.now()` was when the request came.
 */
export function logAnswer(
  log: Logger,
  requestId: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  startedAt = performance.now(),
): void {
  if (!log.isLevelEnabled('info')) return;
  const { socket, method } = request;
  const writtenBefore = socket.bytesWritten;
  const write = (): void => {
    const isWhole = response.writableFinished;
    log.info(
      {
        requestId,
        method,
        path: path.slice(0, MAX_PATH_CHARACTERS),
        status: response.headersSent ? response.statusCode : null,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        bytes: socket.bytesWritten - writtenBefore,
        ...(isWhole ? {} : { cutOff: true }),
      },
      'request',
    );
  };
  // A client that went away during the body may be gone for long.
  if (response.closed) write();
  else response.once('close', write);
}
