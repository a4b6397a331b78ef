import Router from '@koa/router';
import type { Context } from 'koa';
import { ERROR_CODES, HubError } from '../errors.ts';
import { renderProblemList, renderProblemPage } from './problem-pages.ts';
import { renderStartPage } from './start-page.ts';

/** Pages change only with a release. */
const CACHE_SECONDS = 3600;

/** The start page and the pages that explain errors. */
export function createPageRoutes(baseUrl: string): Router {
  const router = new Router({ sensitive: true });
  router.get('/', (ctx) => give(ctx, renderStartPage(baseUrl)));
  router.get('/problems/', (ctx) => give(ctx, renderProblemList(ERROR_CODES, baseUrl)));
  router.get('/problems/:code', (ctx) => {
    const code = ERROR_CODES.find((known) => known === ctx.params['code']);
    if (code === undefined) throw new HubError('not-found', 'There is no such error.');
    give(ctx, renderProblemPage(code, baseUrl));
  });
  return router;
}

function give(ctx: Context, html: string): void {
  ctx.set('Cache-Control', `public, max-age=${CACHE_SECONDS}`);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html;
}
