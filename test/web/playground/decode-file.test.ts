import { describe, expect, test } from 'vitest';
import { decodeFile } from '../../../src/web/playground/decode-file.ts';

// No €: Node 20 reads Windows-1252 as ISO 8859-1, which browsers do not.
const TEXT = '{"größe": "1 °C"}';
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

describe('a file', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT), 'UTF-8'],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), 'UTF-8'],
    ['UTF-16 with a mark', utf16(`\uFEFF${TEXT}`), 'UTF-16'],
    ['UTF-16, the other order', utf16(`\uFEFF${TEXT}`).swap16(), 'UTF-16'],
    ['UTF-16 without a mark', utf16(TEXT), 'UTF-16'],
    ['UTF-16 without a mark, the other order', utf16(TEXT).swap16(), 'UTF-16'],
    ['Windows-1252', Buffer.from(TEXT, 'latin1'), 'Windows-1252'],
  ] as const)('of %s is read as it is meant', (_, bytes, encoding) => {
    expect(decodeFile(bytes)).toEqual({ text: TEXT, encoding });
  });

  test.each([[''], ['7'], ['{}'], ['\0\0']])('of %j is UTF-8', (text) => {
    expect(decodeFile(Buffer.from(text))).toEqual({ text, encoding: 'UTF-8' });
  });
});
