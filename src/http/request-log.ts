import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';

const MAX_PATH_CHARACTERS = 200;

/** The id of a request: in its answer, in its line of the log, and in the reference of an internal fault. */
export function requestIdOf(ctx: Context): string {
  return (ctx.state as { requestId: string }).requestId;
}

/**
 * Gives each request an id of our own making (one from outside could imitate another's) and writes one line when its answer
 * has gone out or its client has gone away. Queries stay out of the log: they may hold what is nobody's business.
 */
export function logRequests(log: Logger): Middleware {
  return async (ctx, next) => {
    const requestId = randomUUID();
    (ctx.state as { requestId: string }).requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    const startedAt = performance.now();
    const { socket } = ctx.req;
    const writtenBefore = socket.bytesWritten;
    ctx.res.once('close', () => {
      const isWhole = ctx.res.writableFinished;
      log.info(
        {
          requestId,
          method: ctx.method,
          path: ctx.path.slice(0, MAX_PATH_CHARACTERS),
          status: ctx.res.headersSent ? ctx.res.statusCode : null,
          ms: Math.round((performance.now() - startedAt) * 10) / 10,
          bytes: socket.bytesWritten - writtenBefore,
          ...(isWhole ? {} : { cutOff: true }),
        },
        'request',
      );
    });
    await next();
  };
}
