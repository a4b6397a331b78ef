import type { Middleware } from 'koa';
import { HubError } from '../errors.ts';

/**
 * Refuses requests of HTTP/1.1 that don't say, once, for which host they are (RFC 9112 §3.2).
 *
 * @throws HubError `malformed-request`
 */
export function requireHost(): Middleware {
  return async (ctx, next) => {
    const hosts = countHosts(ctx.req.rawHeaders);
    if (hosts !== 1 && ctx.req.httpVersion !== '1.0') {
      throw new HubError('malformed-request', `The request has ${hosts} Host headers; HTTP/1.1 wants one.`);
    }
    await next();
  };
}

/** Names stand before their values. Node's own list of distinct headers would be made anew for each request. */
export function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}
