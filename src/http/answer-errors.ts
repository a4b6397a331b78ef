import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { HubError } from '../errors.ts';
import { logFailure, toProblemAnswer, type ProblemAnswer } from '../problem.ts';
import { wantsProblemJson } from './headers/accept.ts';
import { requestIdOf } from './request-log.ts';

/** Makes the page of a problem: what was wrong, on a page of this path. */
export type RenderProblem = (problem: Pick<ProblemAnswer, 'code' | 'message'>, path: string) => string;

interface AnswerErrorsOptions {
  readonly log: Logger;
  readonly baseUrl: string;
  readonly renderProblem: RenderProblem;
}

/** Turns what is thrown further in into an answer, and logs bugs where they are masked, once. */
export function answerErrors(options: AnswerErrorsOptions): Middleware {
  const { log } = options;
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!ctx.writable) {
        // The client is gone: no one gets an answer, and what failed because of it is not a fault.
        log.debug({ requestId: requestIdOf(ctx), err: error }, 'client gone');
        return;
      }
      sendProblem(ctx, expectedError(error), options);
    }
  };
}

/** What the framework refuses (a path that is not a URI) is the client's mistake too. */
function expectedError(error: unknown): unknown {
  const { expose, status } = error as { expose?: unknown; status?: unknown };
  const isRefusal = error instanceof Error && expose === true && typeof status === 'number' && status < 500;
  return isRefusal ? new HubError('malformed-request', 'The request cannot be understood.', {}, error) : error;
}

function sendProblem(ctx: Context, error: unknown, { log, baseUrl, renderProblem }: AnswerErrorsOptions): void {
  const requestId = requestIdOf(ctx);
  logFailure(log, error, requestId);
  const answer = toProblemAnswer(error, { baseUrl, requestId, asProblemJson: wantsProblemJson(ctx.headers.accept) });
  ctx.vary('Accept');
  ctx.status = answer.status;
  ctx.set(answer.headers);
  ctx.body = Buffer.from(answer.body);
  if (!isVisit(ctx)) return;
  ctx.vary('Sec-Fetch-Dest');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = renderProblem(answer, ctx.path);
}

/** Whether a person opens the address in a browser, or sends a form of a page to it: browsers say so. Programs never do. */
function isVisit(ctx: Context): boolean {
  return (ctx.method === 'GET' || ctx.method === 'POST') && ctx.get('Sec-Fetch-Dest') === 'document';
}
