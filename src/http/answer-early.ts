import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Middleware } from 'koa';

/** How much longer a body is read whose answer is already there. */
export interface DrainBounds {
  readonly drainMs: number;
  readonly drainBytes: number;
}

/**
 * Lets a client read an answer that came before its body was all there. A connection that is closed on a client that still
 * sends loses the answer to a reset: so the answer goes out whole, the rest of the body is read into nothing within bounds,
 * and only then the connection ends.
 */
export function answerEarly(bounds: DrainBounds): Middleware {
  return async (ctx, next) => {
    await next();
    const { req, res, body } = ctx;
    const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
    // A small body has come with its head, and is only a moment behind it.
    if (hasBody && !req.complete) await setImmediate();
    if (!hasBody || req.complete || !ctx.writable || res.headersSent) return;
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) return;
    const bytes = Buffer.from(body);
    ctx.set('Connection', 'close');
    ctx.body = Readable.from(answerThenDrain(bytes, req, bounds), { objectMode: false });
    ctx.length = bytes.length;
  };
}

async function* answerThenDrain(bytes: Buffer, request: IncomingMessage, bounds: DrainBounds): AsyncGenerator<Buffer> {
  yield bytes;
  await drain(request, bounds);
}

/** Resolves when the body is at its end, its client is gone, or a bound is reached. */
function drain(request: IncomingMessage, bounds: DrainBounds): Promise<void> {
  return new Promise((resolve) => {
    if (request.complete || request.destroyed) return resolve();
    let drainedBytes = 0;
    const stop = (): void => {
      clearTimeout(timer);
      request.off('data', count).off('end', stop).off('close', stop);
      resolve();
    };
    const count = (chunk: Buffer): void => {
      drainedBytes += chunk.length;
      if (drainedBytes > bounds.drainBytes) stop();
    };
    const timer = setTimeout(stop, bounds.drainMs);
    request.on('data', count).on('end', stop).on('close', stop);
    request.on('error', () => {});
    request.resume();
  });
}
