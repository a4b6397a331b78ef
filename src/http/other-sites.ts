import type { IncomingHttpHeaders } from 'node:http';
import { HubError } from '../errors.ts';

/**
 * Refuses what a browser sends on behalf of a page of another site, where a page could guess passwords with the addresses of its visitors.
 * Programs that are no browsers say nothing of that, and need not.
 *
 * @throws HubError `forbidden`
 */
export function refuseOtherSites(headers: IncomingHttpHeaders, baseUrl: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn = typeof site === 'string' ? site === 'same-origin' || site === 'none' : isOwnOrigin(headers, baseUrl);
  if (!isOwn) throw new HubError('forbidden', 'Pages of other sites may not ask for this.');
}

/** For browsers that don't say where a request comes from in any other way. */
function isOwnOrigin({ origin, host }: IncomingHttpHeaders, baseUrl: string): boolean {
  if (origin === undefined) return true;
  return origin === new URL(baseUrl).origin || (URL.canParse(origin) && new URL(origin).host === host);
}
