import type Router from '@koa/router';
import { createRouter } from '../http/routes.ts';

/** Whether the hub can do its work, and how well. */
export interface Readiness {
  readonly isReady: boolean;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** `GET /healthz`: the process lives. `GET /readyz`: it can do its work. */
export function createHealthRoutes(readiness: () => Readiness | Promise<Readiness>): Router {
  const router = createRouter();
  router.get('/healthz', (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = '{"status":"ok"}';
  });
  router.get('/readyz', async (ctx) => {
    const { isReady, facts } = await readiness();
    ctx.set('Cache-Control', 'no-store');
    ctx.status = isReady ? 200 : 503;
    if (!isReady) ctx.set('Retry-After', '2');
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = JSON.stringify({ status: isReady ? 'ready' : 'not ready', ...facts });
  });
  return router;
}
