import type { IncomingHttpHeaders } from 'node:http';
import { HubError } from '../errors.ts';
import type { Protocol } from './server-options.ts';

type Checks = Pick<
  Protocol,
  'validateHostHeader' | 'validateOriginHeader' | 'localhostAllowedHostnames' | 'localhostAllowedOrigins'
>;

/** What may stand round a host in an address, and no browser writes into `Host`: what reads it as an address would pass over it. */
const ROUND_HOST = /[@/\\?#]/;

/**
 * Refuses requests for another host than that of the hub, and those that a browser sends for a page of another site: such a page can have a
 * name of its own lead to this machine, and would then ask in the name of who looks at it (DNS rebinding).
 *
 * @throws HubError `forbidden`
 */
export function checkCaller(protocol: Checks, { host, origin }: IncomingHttpHeaders, baseUrl: string): void {
  const own = new URL(baseUrl).hostname;
  const hosts = [own, ...protocol.localhostAllowedHostnames()];
  if (ROUND_HOST.test(host ?? '') || !protocol.validateHostHeader(host, hosts).ok)
    throw new HubError('forbidden', `The request is for the host ${shown(host)}, and this hub is ${baseUrl}.`, {
      key: 'host',
      hint: 'Agents ask at the address of the hub, which HUB_BASE_URL tells, or on its own machine at localhost.',
    });
  if (!protocol.validateOriginHeader(origin, [own, ...protocol.localhostAllowedOrigins()]).ok)
    throw new HubError('forbidden', `The request comes from a page of ${shown(origin)}.`, {
      key: 'origin',
      hint: 'Pages of other sites may not ask as agents.',
    });
}

function shown(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 100));
}
