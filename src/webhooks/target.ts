import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { findUrl } from '../find-url.ts';
import { isPublicAddress } from './public-address.ts';

/** Why nothing may be sent to an address. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

/** All addresses of a name; empty when it has none. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface TargetRules {
  /** Whether also `http:` and addresses inside the network may be sent to. */
  readonly isInsideAllowed: boolean;
  readonly resolve: ResolveName;
}

const MAX_CHARACTERS = 2_000;
const QUERY_MS = 3_000;
const TRIES = 2;

/**
 * The address that somebody wrote, with what can be known without asking for its name.
 *
 * @throws TargetError for what is no `https:` address of a host outside; with `isInsideAllowed`, for what is no http(s) address
 */
export function readTarget(text: string, { isInsideAllowed }: Pick<TargetRules, 'isInsideAllowed'>): URL {
  const schemes = isInsideAllowed ? ['https:', 'http:'] : ['https:'];
  if (text.length > MAX_CHARACTERS) throw new TargetError(`The address has more than ${MAX_CHARACTERS} characters.`);
  const url = findUrl(text);
  if (url === null && /^https?:\/\//i.test(text))
    throw new TargetError('The address is no URL: its host or its port is not valid.');
  if (url === null || !schemes.includes(url.protocol))
    throw new TargetError(`The address has to begin with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}.`);
  if (url.username !== '' || url.password !== '')
    throw new TargetError('The address must not hold a user or a password.');
  if (url.hash !== '') throw new TargetError('The address must not have a fragment.');
  const literal = literalOf(url);
  if (literal !== null && !isInsideAllowed) requirePublic([literal]);
  return url;
}

/**
 * The addresses to connect to. Each of them is one that may be sent to, so whoever connects to these and to no others is safe from names
 * whose addresses change.
 *
 * @throws TargetError when one of them is inside the network
 * @throws Error of the resolver
 */
export async function findAddresses(
  url: URL,
  { isInsideAllowed, resolve }: TargetRules,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const literal = literalOf(url);
  const addresses = literal === null ? await resolve(url.hostname, signal) : [literal];
  if (addresses.length === 0) throw new TargetError('The name of the host has no address.');
  if (!isInsideAllowed) requirePublic(addresses);
  return addresses;
}

/**
 * Asks name servers, and not the system, whose look-ups would hold threads that files are read with. So what stands in the file `hosts`
 * counts for nothing.
 */
export async function resolveByDns(name: string, signal: AbortSignal): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = found.flatMap((asked) => (asked.status === 'fulfilled' ? asked.value : []));
    const failed = found.find((asked) => asked.status === 'rejected');
    if (addresses.length === 0 && failed !== undefined) throw failed.reason;
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The address that a host is written as; null for a name. `URL` has brought all ways to write one into their usual form. */
function literalOf({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : host;
}

function requirePublic(addresses: readonly string[]): void {
  if (addresses.every(isPublicAddress)) return;
  // Which one it is, is nobody's business who does not run the network.
  throw new TargetError('The host is inside the network of the hub, or an address that no host of the internet has.');
}
