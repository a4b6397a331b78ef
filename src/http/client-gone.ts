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

/** Who waits for an answer. The signal is made when it is asked for, which few requests do. A class, as of decision 0423. */
export class WaitingClient {
  readonly client: string;
  readonly #ctx: Context;
  #signal: AbortSignal | undefined;

  constructor(client: string, ctx: Context) {
    this.client = client;
    this.#ctx = ctx;
  }

  /** Aborted when the client goes away before its answer is out. */
  get signal(): AbortSignal {
    return (this.#signal ??= clientGoneSignal(this.#ctx));
  }
}
