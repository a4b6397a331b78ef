import { isIPv4, isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Context, Middleware } from 'koa';
import { HubError } from '../../errors.ts';

const { IPv6 } = ipaddr;

/** The client that a request counts for. */
export function clientOf(ctx: Context): string {
  return clientOfRequest(ctx.req, ctx.app.proxy ? ctx.app.maxIpsCount : 0);
}

/**
 * The client that a request counts for: by the entry that the outermost trusted proxy appended to `X-Forwarded-For`, when it is an
 * address, else by the address of the socket. What stands left of that entry is the client's own word and counts for nothing.
 */
export function clientOfRequest({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = trustedProxies > 0 ? entriesOf(headers['x-forwarded-for']).at(-trustedProxies) : undefined;
  // A proxy may write `unknown` or an identifier of its own (RFC 7239 §6).
  const client = forwarded === undefined ? null : clientKeyOf(forwarded);
  return client ?? clientKeyOf(socket.remoteAddress ?? '') ?? 'unknown';
}

/** Whether each trusted proxy wrote an address. Where one did not, the client could name itself, or would count as the proxy. */
export function isForwarded({ headers }: IncomingMessage, trustedProxies: number): boolean {
  return trustedProxies === 0 || entriesOf(headers['x-forwarded-for']).length >= trustedProxies;
}

/** What the system that the hub runs on asks for, without a proxy between them. */
const ASKED_FROM_INSIDE: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/healthz/', '/readyz/']);

/**
 * Refuses requests that did not come through the proxies in front of the hub, except for those of `ASKED_FROM_INSIDE`.
 *
 * @throws HubError `malformed-request`
 */
export function requireForwarded(trustedProxies: number): Middleware {
  return async (ctx, next) => {
    if (!isForwarded(ctx.req, trustedProxies) && !ASKED_FROM_INSIDE.has(ctx.path)) {
      throw new HubError(
        'malformed-request',
        'X-Forwarded-For has fewer addresses than there are proxies in front of the hub: the request did not come through all of them.',
        { key: 'x-forwarded-for' },
      );
    }
    await next();
  };
}

/** The entries of the header; empty elements of a list are ignored (RFC 9110 §5.6.1.2). */
function entriesOf(forwardedFor: string | string[] | undefined): string[] {
  return typeof forwardedFor === 'string' ? forwardedFor.split(',').filter((entry) => entry.trim() !== '') : [];
}

const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;
const IPV6_IN_BRACKETS = /^\[([^[\]]*)\](?::\d{1,5})?$/;

/**
 * The text by which requests of one client are counted: an IPv4 address as it is, also when it came mapped into IPv6;
 * of an IPv6 address the /64, for a household or a server owns all of that. Null for what is no address.
 *
 * @param address with or without a port; an IPv6 address with a port stands in brackets, without one it may
 */
export function clientKeyOf(address: string): string | null {
  const trimmed = address.trim();
  const ipv4 = IPV4_WITH_PORT.exec(trimmed)?.[1] ?? trimmed;
  if (isIPv4(ipv4)) return ipv4;
  const [bare] = (IPV6_IN_BRACKETS.exec(trimmed)?.[1] ?? trimmed).split('%', 1) as [string];
  if (!isIPv6(bare)) return null;
  const parsed = IPv6.parse(bare);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
