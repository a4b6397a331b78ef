import { expect, test } from 'vitest';
import { readHttpDateMs } from '../src/http-date.ts';

test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
  '%s is read, wherever the hub is',
  (text) => expect(readHttpDateMs(text)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37)),
);

test.each([
  '',
  '2099',
  'tomorrow 2099',
  '2099-01-01T00:00:00Z',
  'Sun, 06 Nov 1994 08:49:37 +0100',
  'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:99 GMT',
  'Sun Nov  6 08:49:37 1994 GMT',
  'sun, 06 nov 1994 08:49:37 gmt',
])('%j is no date', (text) => expect(readHttpDateMs(text)).toBeNull());
