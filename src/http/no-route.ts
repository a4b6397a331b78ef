import type { Middleware } from 'koa';
import { HubError } from '../errors.ts';

/** What the addresses of the hub take, one or the other; `OPTIONS *` asks for it (RFC 9110 §9.3.7). */
export const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** What routers leave on the context: the routes whose path fits, whatever their methods. */
interface Matched {
  readonly matched?: ReadonlyArray<{ readonly methods: readonly string[] }>;
}

/**
 * Ends every request that no route took: 404 where there is nothing, 204 with `Allow` for OPTIONS, else 405 with `Allow`.
 *
 * @throws HubError `not-found`, `method-not-allowed`
 */
export function refuseUnrouted(): Middleware {
  return (ctx) => {
    const routes = (ctx as Matched).matched ?? [];
    const isOfHub = ctx.method === 'OPTIONS' && ctx.path === '*';
    const ofRoutes = new Set(routes.flatMap((route) => route.methods));
    if (ofRoutes.size === 0 && !isOfHub)
      throw new HubError('not-found', `There is nothing at ${ctx.path.slice(0, 200)}.`);
    const allow = isOfHub ? METHODS : [...[...ofRoutes].toSorted(), 'OPTIONS'];
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      ctx.set('Allow', allow.join(', '));
      return;
    }
    throw new HubError(
      'method-not-allowed',
      `${ctx.path.slice(0, 200)} takes ${allow.join(', ')}, not ${ctx.method}.`,
      { allow },
    );
  };
}
