import { setImmediate as letOthersGo } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { bytesHeld } from '../support/bytes-held.ts';
import { convert } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

describe('what was compiled for a document', () => {
  test('holds no document', async () => {
    const lexicon = readGoldenLexicon();
    const documents: WeakRef<ArrayBufferLike>[] = [];
    for (let i = 0; i < 40; i++) {
      const body = Buffer.from(`{"@semantic":{},"key${i}":"${'x'.repeat(100_000)}","values":[1,2]}`);
      convert(body, lexicon);
      documents.push(new WeakRef(body.buffer));
    }
    // What a reference was made to is kept until the next turn of the event loop.
    await letOthersGo();
    bytesHeld();
    await letOthersGo();
    const held = documents.filter((document) => document.deref() !== undefined);
    // The one that was converted last may stand on the stack.
    expect(held.length).toBeLessThan(4);
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
