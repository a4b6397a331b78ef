import Koa from 'koa';
import { answerEarly, type DrainBounds } from './answer-early.ts';
import { answerErrors, type RenderProblem } from './answer-errors.ts';
import { compressAnswers } from './compress.ts';
import { requireForwarded } from './limits/client-address.ts';
import { noteLongHeads, refuseLongHeads } from './limits/head-limits.ts';
import { setStandingHeaders } from './open-to-all.ts';
import { pipeStreams } from './pipe-streams.ts';
import { noteRequests, type AnswerNotes } from './request-log.ts';
import { requireHost } from './require-host.ts';

export interface FrontOptions extends AnswerNotes {
  readonly baseUrl: string;
  readonly trustedProxies: number;
  readonly timing: DrainBounds;
  /** Whether connections should end with the answer that is given. */
  readonly isStopping: () => boolean;
  /** Scripts that stand in pages, as a policy names them. */
  readonly inlineScripts: readonly string[];
  /** Makes the page that shows a problem to a person. */
  readonly renderProblem: RenderProblem;
}

/** The middleware that every request passes, whichever adapter it goes to; routes follow it. */
export function createFront(options: FrontOptions): Koa {
  const { baseUrl, trustedProxies, timing, log, isStopping, inlineScripts, renderProblem } = options;
  const koa = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  const cut = new WeakSet<Koa.Context>();
  koa.on('error', (error: NodeJS.ErrnoException, ctx?: Koa.Context) => {
    // Koa tells of a stream that fails, and then of the pipeline that it is in.
    if (ctx !== undefined && cut.has(ctx)) return;
    if (ctx !== undefined) cut.add(ctx);
    // Only what fails while the answer is on its way comes here: an answer cut short has to look like one.
    const isClientGone =
      error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'EPIPE' || error.code === 'ECONNRESET';
    log[isClientGone ? 'debug' : 'error'](
      { err: error, requestId: ctx?.state['requestId'] as unknown },
      'answer cut short',
    );
    ctx?.res.destroy();
  });
  koa.use(pipeStreams());
  koa.use(noteRequests(options));
  koa.use(noteLongHeads());
  koa.use(async (ctx, next) => {
    await next();
    if (isStopping() && !ctx.res.headersSent) ctx.set('Connection', 'close');
  });
  koa.use(answerEarly(timing));
  koa.use(setStandingHeaders(baseUrl, inlineScripts));
  koa.use(compressAnswers());
  koa.use(answerErrors({ log, baseUrl, renderProblem }));
  koa.use(requireHost());
  koa.use(refuseLongHeads());
  koa.use(requireForwarded(trustedProxies));
  return koa;
}
