import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clientKeyOf, clientOfRequest, isForwarded } from '../../src/http/limits/client-address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  [' 192.0.2.7\t', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
  // Without brackets, what may be a port is a part of the address.
  ['2001:db8:1:2::1:443', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
])('%s is counted as %s', (address, key) => {
  expect(clientKeyOf(address)).toBe(key);
});

test.each([
  '',
  'unknown',
  '_hidden',
  '999.1.1.1',
  '1.2.3',
  'a'.repeat(10_000),
  '::1::2',
  '192.0.2.7, 192.0.2.8',
  '192.0.2.7:',
  '192.0.2.7:http',
  '192.0.2.7:1:2',
  '[192.0.2.7]',
  '[2001:db8::1',
  '2001:db8::1]',
  '[2001:db8::1]x',
  '[2001:db8::1]:x',
  '[[2001:db8::1]]',
  '[]',
  '"192.0.2.7"',
])('%j is no address', (address) => {
  expect(clientKeyOf(address)).toBeNull();
});

describe('behind proxies', () => {
  const request = (forwardedFor?: string) =>
    ({
      headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
      socket: { remoteAddress: '198.51.100.1' },
    }) as unknown as IncomingMessage;

  test.each([
    ['192.0.2.7', 1, '192.0.2.7'],
    ['203.0.113.9, 192.0.2.7', 1, '192.0.2.7'],
    ['203.0.113.9, 192.0.2.7, 10.0.0.1', 2, '192.0.2.7'],
    ['192.0.2.7:4711', 1, '192.0.2.7'],
    ['203.0.113.9,[2001:db8:1:2::1]:443', 1, '2001:db8:1:2::/64'],
    // Empty elements are none.
    [', 192.0.2.7,, 10.0.0.1 ,\t,', 2, '192.0.2.7'],
    // What the proxy does not name counts as the proxy, and never as what the client wrote before it.
    ['203.0.113.9, unknown', 1, '198.51.100.1'],
    ['203.0.113.9, _hidden', 1, '198.51.100.1'],
    ['203.0.113.9, "192.0.2.7"', 1, '198.51.100.1'],
    ['192.0.2.7', 0, '198.51.100.1'],
  ])('of %j, with %i trusted, %s is who asks', (forwardedFor, trustedProxies, client) => {
    expect(clientOfRequest(request(forwardedFor), trustedProxies)).toBe(client);
    expect(isForwarded(request(forwardedFor), trustedProxies)).toBe(true);
  });

  test.each([
    [undefined, 1],
    ['', 1],
    [' ', 1],
    [',', 1],
    ['192.0.2.7', 2],
    [',192.0.2.7', 2],
    ['192.0.2.7, ,', 2],
  ])('%j did not pass %i of them', (forwardedFor, trustedProxies) => {
    expect(isForwarded(request(forwardedFor), trustedProxies)).toBe(false);
    expect(clientOfRequest(request(forwardedFor), trustedProxies)).toBe('198.51.100.1');
  });
});
