import type { IncomingHttpHeaders } from 'node:http';
import { HubError } from '../errors.ts';

/**
 * Refuses what a browser sends on behalf of a page of another site, where a page could guess passwords with the addresses of its visitors.
 * Programs that are no browsers say nothing of that, and need not.
 *
 * @throws HubError `forbidden`
 */
export function refuseOtherSites(headers: IncomingHttpHeaders, baseUrl: string): void {
  refuseToldSites(headers);
  if (headers['sec-fetch-site'] === undefined && !isOwnOrigin(headers, baseUrl)) refuse();
}

/**
 * Refuses what a browser says it sends on behalf of a page of another site (Fetch Metadata). `Origin` does not count: programs send it, too.
 *
 * @throws HubError `forbidden`
 */
export function refuseToldSites({ 'sec-fetch-site': site }: IncomingHttpHeaders): void {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') refuse();
}

/**
 * Refuses, of what a page of another site asks for, also what it may send without a preflight where the hub has no TLS and browsers say nothing
 * of sites: a body that is not said to be JSON. Programs that say so may send any `Origin`.
 *
 * @throws HubError `forbidden`
 */
export function refuseUnaskedSites(headers: IncomingHttpHeaders, baseUrl: string): void {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '')) refuseOtherSites(headers, baseUrl);
  else refuseToldSites(headers);
}

function refuse(): never {
  throw new HubError('forbidden', 'Pages of other sites may not ask for this.');
}

/** For browsers that don't say where a request comes from in any other way. `Host` says nothing: a name of another site may lead to this hub. */
function isOwnOrigin({ origin }: IncomingHttpHeaders, baseUrl: string): boolean {
  return origin === undefined || origin === new URL(baseUrl).origin;
}
