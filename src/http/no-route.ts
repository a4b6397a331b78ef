import type { Middleware } from 'koa';
import { HubError } from '../errors.ts';

/** What a client may ask of the hub as a whole: `OPTIONS *` (RFC 9110 §9.3.7). */
const OWN_METHODS = ['GET', 'HEAD', 'POST'];

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
    const allow = isOfHub ? [...OWN_METHODS] : [...new Set(routes.flatMap((route) => route.methods))].toSorted();
    if (allow.length === 0) throw new HubError('not-found', `There is nothing at ${ctx.path.slice(0, 200)}.`);
    allow.push('OPTIONS');
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
