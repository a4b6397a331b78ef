import { expect, test } from 'vitest';
import { readContentType } from '../../../src/http/headers/content-type.ts';

test.each([
  [undefined, '', true],
  ['', '', true],
  ['application/json', 'application/json', true],
  [' Application/JSON ;charset=UTF-8', 'application/json', true],
  ['application/x-www-form-urlencoded; charset="utf-8"', 'application/x-www-form-urlencoded', true],
  ['application/x-www-form-urlencoded;charset=utf8', 'application/x-www-form-urlencoded', true],
  ['text/plain; charset=US-ASCII; format=flowed', 'text/plain', true],
  ['application/x-www-form-urlencoded; charset=', 'application/x-www-form-urlencoded', true],
  ['text/plain; charset = iso-8859-1', 'text/plain', false],
  ['text/plain; boundary="a;charset=latin1"; charset=utf-8', 'text/plain', true],
  ['no type', 'no type', true],
])('%j is of type %j, and in UTF-8: %s', (header, mediaType, isUtf8) => {
  expect(readContentType(header)).toEqual({ mediaType, isUtf8 });
});
