import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpackFile } from '../../../src/web/playground/unpack-file.ts';

const TEXT = '{"größe": "1 °C"}';
const file = (name: string, ...parts: readonly (string | Uint8Array<ArrayBuffer>)[]): File =>
  new File([...parts], name);

test.each([
  ['a text', file('a.json', TEXT), TEXT],
  ['a text that gzip compressed', file('a.json.gz', gzipSync(TEXT)), TEXT],
  ['nothing', file('a.json', ''), ''],
  ['CSV that begins like Parquet', file('a.csv', 'PAR1,PK\n1,2\n'), 'PAR1,PK\n1,2\n'],
  ['UTF-16', file('a.csv', Buffer.from('a,b', 'utf16le')), 'a\0,\0b\0'],
])('of %s its bytes are taken', async (_, opened, text) => {
  expect(await unpackFile(opened)).toEqual({ bytes: new Uint8Array(Buffer.from(text)) });
});

test.each([
  [
    'a workbook',
    file('a.xlsx', 'PK\x03\x04\x14\0'),
    'a.xlsx is an archive, or a workbook as Excel saves it: unpack it, or save its sheet as CSV.',
  ],
  ['an empty archive', file('a.zip', 'PK\x05\x06\0\0'), 'a.zip is an archive,'],
  [
    'an old workbook',
    file('a.xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0])),
    'a.xls is a workbook of an old Excel:',
  ],
  ['Parquet', file('a.parquet', 'PAR1\x15\0'), 'a.parquet is Parquet: the package for Python reads frames of it.'],
  ['a PDF', file('a.pdf', '%PDF-1.7'), 'a.pdf is a PDF.'],
  ['Zstandard', file('a.json.zst', new Uint8Array([0x28, 0xb5, 0x2f, 0xfd])), 'a.json.zst is compressed by Zstandard:'],
  [
    'a compressed archive',
    file('a.tar.gz', gzipSync('a.json\0\0')),
    'a.tar.gz is no text. The playground reads JSON, NDJSON and CSV.',
  ],
  [
    'half of a compressed file',
    file('a.gz', gzipSync(TEXT).subarray(0, 20)),
    'a.gz is compressed by gzip, and cannot be unpacked here:',
  ],
  [
    'too long a text',
    file('a.json', new Uint8Array(21 * 1024 * 1024)),
    'a.json has 21 MB. The playground takes 20 MB;',
  ],
  [
    'what unpacks to too much',
    file('a.gz', gzipSync(new Uint8Array(64 * 1024 * 1024))),
    'What a.gz unpacks to has 21 MB.',
  ],
])('of %s it is said why it is not taken', async (_, opened, said) => {
  expect(await unpackFile(opened)).toEqual({ refusal: expect.stringContaining(said) as string });
});
