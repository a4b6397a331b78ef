import type { SampleRequest } from '../../parts/write-sample.ts';
import { rootOfHub } from '../page/root.ts';

/** A longer query is sent as a body: not every proxy takes a longer address. */
export const SHORT_ADDRESS = 6000;

/** The request that asks a query of this hub, for an answer in one of these media types. */
export function requestFor(query: string, accept: string, longestAddress: number): SampleRequest {
  const { href } = new URL(`${rootOfHub()}sparql`, location.href);
  const address = `${href}?query=${encodeURIComponent(query)}`;
  if (address.length <= longestAddress)
    return { method: 'GET', url: address, headers: [['Accept', accept]], body: null };
  const headers = [
    ['Accept', accept],
    ['Content-Type', 'application/sparql-query'],
  ] as const;
  return { method: 'POST', url: href, headers, body: query };
}
