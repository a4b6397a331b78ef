import { expect, test } from 'vitest';
import { isPublicAddress } from '../../src/webhooks/public-address.ts';
import { readTarget, TargetError } from '../../src/webhooks/target.ts';

test.each(['8.8.8.8', '1.1.1.1', '93.184.215.14', '2606:4700::1111', '2a00:1450:4001:80b::200e'])(
  '%s is an address of the internet',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

const INSIDE = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
];

test.each(INSIDE)('%j is none', (address) => expect(isPublicAddress(address)).toBe(false));

test.each([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://①②⑦.⓪.⓪.①/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:a00:1]/',
  'https://[fd00:ec2::254]/latest/meta-data/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0/',
])('%s is refused before anything is asked, however it is written', (url) => {
  expect(() => readTarget(url, { isInsideAllowed: false })).toThrow(/inside the network/);
});

test.each([
  ['http://hooks.example/', /has to begin with https:\/\/\./],
  ['ftp://hooks.example/', /has to begin with https/],
  ['file:///etc/passwd', /has to begin with https/],
  ['hooks.example', /has to begin with https/],
  ['', /has to begin with https/],
  ['https://hooks.example:99999/', /no URL: its host or its port is not valid/],
  ['HTTPS://xn--/', /no URL: its host or its port is not valid/],
  ['https://user:secret@hooks.example/', /must not hold a user or a password/],
  ['https://hooks.example/#fragment', /must not have a fragment/],
  [`https://hooks.example/${'a'.repeat(2_000)}`, /more than 2000 characters/],
])('%j is refused', (url, words) => {
  const read = () => readTarget(url, { isInsideAllowed: false });
  expect(read).toThrow(TargetError);
  expect(read).toThrow(words);
});

test('http and addresses inside are for those who allow them', () => {
  expect(readTarget('http://127.0.0.1:8080/hook', { isInsideAllowed: true }).port).toBe('8080');
  expect(() => readTarget('ftp://127.0.0.1/', { isInsideAllowed: true })).toThrow(
    'has to begin with https:// or http://',
  );
});
