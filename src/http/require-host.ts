import type { Middleware } from 'koa';
import { HubError } from '../errors.ts';

/**
 * Refuses requests of HTTP/1.1 that don't say, once, for which host they are (RFC 9112 §3.2).
 *
 * @throws HubError `malformed-request`
 */
export function requireHost(): Middleware {
  return async (ctx, next) => {
    const hosts = ctx.req.headersDistinct['host']?.length ?? 0;
    if (hosts !== 1 && ctx.req.httpVersion !== '1.0') {
      throw new HubError('malformed-request', `The request has ${hosts} Host headers; HTTP/1.1 wants one.`);
    }
    await next();
  };
}
