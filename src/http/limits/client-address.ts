import { isIPv4, isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';

/** The client that a request counts for. */
export function clientOf(ctx: Context): string {
  return clientOfRequest(ctx.req, ctx.app.proxy ? ctx.app.maxIpsCount : 0);
}

/** The client that a request counts for: by the address that a trusted proxy wrote, else by the socket's. */
export function clientOfRequest({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const written = trustedProxies > 0 ? headers['x-forwarded-for'] : undefined;
  const forwarded = typeof written === 'string' ? written.split(',').slice(-trustedProxies)[0]!.trim() : null;
  // What a proxy wrote may be no address.
  const client = forwarded === null ? null : clientKeyOf(forwarded);
  return client ?? clientKeyOf(socket.remoteAddress ?? '') ?? 'unknown';
}

/**
 * The text by which requests of one client are counted: an IPv4 address as it is, also when it came mapped into IPv6;
 * of an IPv6 address the /64, for a household or a server owns all of that. Null for what is no address.
 */
export function clientKeyOf(address: string): string | null {
  if (isIPv4(address)) return address;
  const bare = address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/%.*$/, '');
  const withoutPort = /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.slice(0, bare.lastIndexOf(':')) : bare;
  if (isIPv4(withoutPort)) return withoutPort;
  if (!isIPv6(bare)) return null;
  const groups = expandIpv6(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [groups[6]! >> 8, groups[6]! & 0xff, groups[7]! >> 8, groups[7]! & 0xff].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address. */
function expandIpv6(address: string): number[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  let hexadecimal = address;
  if (dotted !== null) {
    const [a, b, c, d] = dotted.slice(1).map(Number) as [number, number, number, number];
    hexadecimal = `${address.slice(0, dotted.index)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  }
  const [left, right] = hexadecimal.split('::') as [string, string | undefined];
  const groupsOf = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const before = groupsOf(left);
  if (right === undefined) return before;
  const after = groupsOf(right);
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}
