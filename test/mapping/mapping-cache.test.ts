import { describe, expect, test } from 'vitest';
import { bytesHeld } from '../support/bytes-held.ts';
import { convert } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const MEGABYTE = 1024 * 1024;

describe('what was compiled for a document', () => {
  test('holds neither its text nor its tape', () => {
    const lexicon = readGoldenLexicon();
    const documentOf = (key: string): string =>
      `{"@semantic":{},"${key}":"${'x'.repeat(MEGABYTE)}","values":[${'1,'.repeat(50_000)}1]}`;
    convert(documentOf('first'), lexicon);
    const before = bytesHeld();
    for (let i = 0; i < 40; i++) convert(documentOf(`key${i}`), lexicon);
    expect(bytesHeld() - before).toBeLessThan(8 * MEGABYTE);
  });

  test('is for documents with the same keys, whatever characters their names have', () => {
    const lexicon = readGoldenLexicon();
    const one = String.raw`{"@semantic":{},"a\nb":1,"c":2}`;
    const other = String.raw`{"@semantic":{},"a":1,"b\nc":2}`;
    const alone = [one, other].map((text) => convert(text, readGoldenLexicon()).text);
    expect([one, other, one].map((text) => convert(text, lexicon).text)).toEqual([...alone, alone[0]]);
    expect(alone[0]).not.toBe(alone[1]);
  });
});
