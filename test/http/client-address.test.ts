import { expect, test } from 'vitest';
import { clientKeyOf } from '../../src/http/limits/client-address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
])('%s is counted as %s', (address, key) => {
  expect(clientKeyOf(address)).toBe(key);
});

test.each(['', 'unknown', '_hidden', '999.1.1.1', '1.2.3', 'a'.repeat(10_000), '::1::2', '192.0.2.7, 192.0.2.8'])(
  '%j is no address',
  (address) => {
    expect(clientKeyOf(address)).toBeNull();
  },
);
