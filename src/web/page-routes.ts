import type Router from '@koa/router';
import type { Context } from 'koa';
import { ERROR_CODES } from '../errors.ts';
import { createRouter } from '../http/routes.ts';
import { renderProblemList, renderProblemPage } from './problem-pages.ts';
import { renderStartPage } from './start-page.ts';

/** Pages change only with a release. */
const CACHE_SECONDS = 3600;

/** The start page of the hub. */
export function createPageRoutes(baseUrl: string): Router {
  return createRouter().get('/', (ctx) => give(ctx, renderStartPage(baseUrl)));
}

/** The pages that explain errors. */
export function createProblemRoutes(baseUrl: string): Router {
  const router = createRouter();
  router.get('/problems', (ctx) => give(ctx, renderProblemList(ERROR_CODES, baseUrl)));
  for (const code of ERROR_CODES) {
    router.get(`/problems/${code}`, (ctx) => give(ctx, renderProblemPage(code, baseUrl)));
  }
  return router;
}

function give(ctx: Context, html: string): void {
  ctx.set('Cache-Control', `public, max-age=${CACHE_SECONDS}`);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html;
}
