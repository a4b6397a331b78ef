import { describe, expect, test } from 'vitest';
import { codingOfAnswer, compressAtOnce, THRESHOLD_BYTES } from '../../../src/http/compress.ts';
import { readAcceptEncoding } from '../../../src/http/headers/accept-encoding.ts';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

describe('Accept-Encoding', () => {
  test.each([
    [undefined, null, true], ['', null, true], ['identity', null, true], ['deflate', null, true], ['gzip', 'gzip', true], ['GZIP;Q=1', 'gzip', true], ['gzip, deflate, br, zstd', 'br', true], ['br;q=0.1, gzip', 'gzip', true],
    ['gzip;q=0.4, identity;q=0.6', null, true], ['gzip;q=0', null, true], ['*', 'br', true], ['*;q=0', null, true], ['gzip, *;q=0', 'gzip', false], ['gzip, identity;q=0', 'gzip', false], ['*, identity;q=0', 'br', false],
    ['identity;q=0', null, true], ['gzip;q=x', null, true], ['br;q=-1', null, true], [';;,=', null, true], ['"gzip"', null, true], [`gzip${','.repeat(900)}`, 'gzip', true],
  ] as const)('%j is for %j', (header, coding, isIdentityAccepted) => {
    expect(readAcceptEncoding(header)).toEqual({ coding, isIdentityAccepted });
  }); // prettier-ignore
});

describe('an answer', () => {
  test.each([
    ['below the threshold comes as it is', 'gzip, br', THRESHOLD_BYTES - 1, null],
    ['of the threshold is compressed', 'gzip, br', THRESHOLD_BYTES, 'br'],
    ['is compressed by gzip for who takes anything', '*', THRESHOLD_BYTES, 'gzip'],
    ['is compressed below the threshold for who refuses it as it is', 'gzip, *;q=0', 1, 'gzip'],
    ['of nothing stays nothing', 'gzip, *;q=0', 0, null],
  ] as const)('%s', (_, header, bytes, coding) => {
    expect(codingOfAnswer(header, bytes)).toBe(coding);
  });

  test('compressed at once is the same', () => {
    const bytes = Buffer.from('Überprüfung\u0000 '.repeat(4_000));
    expect(gunzipSync(compressAtOnce(bytes, 'gzip')).equals(bytes)).toBe(true);
    expect(brotliDecompressSync(compressAtOnce(bytes, 'br')).equals(bytes)).toBe(true);
    expect(compressAtOnce(bytes, 'br').length).toBeLessThan(bytes.length / 10);
  });
});
