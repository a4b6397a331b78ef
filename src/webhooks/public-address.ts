import ipaddr from 'ipaddr.js';

/** Addresses that are public by their range and answered by the host of a virtual machine: what Azure tells machines of themselves. */
const OF_HOSTS: ReadonlySet<string> = new Set(['168.63.129.16']);
/** Of IPv6, what is given to networks of the internet; all else that looks like a host there may stand for an address of IPv4. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address belongs to a host of the internet: it is neither of this machine, nor of a private network, nor of a cloud's own services. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || OF_HOSTS.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}
