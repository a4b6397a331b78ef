import type { Context } from 'koa';

/** A signal that is aborted when the client goes away before its answer is out. */
export function clientGoneSignal(ctx: Context): AbortSignal {
  const controller = new AbortController();
  const { res } = ctx;
  if (res.destroyed || res.closed) controller.abort();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
