import { setImmediate as letOthersGo } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { bytesHeld } from '../support/bytes-held.ts';
import { Converter } from '../../src/mapping/convert.ts';
import type { CompiledMapping } from '../../src/mapping/compiled-mapping.ts';
import { convert, CONVERT_DEFAULTS } from '../support/convert.ts';
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

  /** A document with a block that describes each of its keys. */
  const plant = (name: string, points: number): Uint8Array => {
    const keys = Array.from({ length: points }, (_, i) => `${name}.Unit${i}.Power`);
    const context = keys.map((key) => `"${key}":{"a":"ex:Reading","ex:value":"$${key}"}`);
    const block = `{"@prefix":{"ex":"https://ex.org/ns#"},"@context":{${context.join()}}}`;
    return Buffer.from(`{"@semantic":${block},${keys.map((key, i) => `"${key}":${i}.5`).join()}}`);
  };

  test('is kept for documents with thousands of keys, too', () => {
    const converter = new Converter(readGoldenLexicon());
    const compiledOf = (body: Uint8Array): CompiledMapping => {
      let compiled: CompiledMapping | null = null;
      converter.write(
        converter.scan(body, 0),
        CONVERT_DEFAULTS,
        () => {},
        (_, of) => (compiled = of),
      );
      return compiled!;
    };
    const [north, south] = [compiledOf(plant('north', 3000)), compiledOf(plant('south', 3000))];
    expect(north).not.toBe(south);
    expect(compiledOf(plant('north', 3000))).toBe(north);
    expect(compiledOf(plant('south', 3000))).toBe(south);
  });

  test('takes a bounded amount of memory, however many such documents come', () => {
    const lexicon = readGoldenLexicon();
    convert(plant('first', 3000), lexicon);
    const before = bytesHeld();
    for (let i = 0; i < 30; i++) convert(plant(`plant ${i}`, 3000), lexicon);
    // All of them would take some 250 MB.
    expect(bytesHeld() - before).toBeLessThan(100e6);
  });

  test.each<[string, (at: number) => Uint8Array]>([
    [
      'long templates',
      (at) => {
        const template = Array.from({ length: 1000 }, (_, i) => `"ex:p${i}":"$k${at}"`).join();
        const keys = Array.from({ length: 100 }, (_, i) => `key ${i} of ${at}`);
        const context = keys.map((key) => `"${key}":{${template}}`).join();
        return Buffer.from(
          `{"@semantic":{"@prefix":{"ex":"https://ex.org/ns#"},"@context":{${context}}},"k${at}":1,${keys.map((key) => `"${key}":2`).join()}}`,
        );
      },
    ],
    [
      'long keys',
      (at) => {
        const keys = Array.from({ length: 100 }, (_, i) => `${'k'.repeat(20_000)} ${i} of ${at}`);
        return Buffer.from(`{"@semantic":{},${keys.map((key) => `"${key}":2`).join()}}`);
      },
    ],
  ])('takes a bounded amount of memory for documents with %s, too', (_, documentAt) => {
    const lexicon = readGoldenLexicon();
    convert(documentAt(-1), lexicon);
    const before = bytesHeld();
    for (let at = 0; at < 40; at++) convert(documentAt(at), lexicon);
    // All of them would take more than 150 MB.
    expect(bytesHeld() - before).toBeLessThan(100e6);
  });

  test('has the templates of its own keys, where others say the same of theirs', () => {
    const lexicon = readGoldenLexicon();
    const document = (name: string, other: string): string =>
      `{"@semantic":{"@prefix":{"ex":"https://ex.org/ns#"},"@context":{"${name}":{"ex:own":"$${name}","ex:other":"$${other}"},"${other}":{"ex:own":"$${other}"}}},"${name}":1,"${other}":2}`;
    // Keys may be named as a token, or not at all.
    const names = ['a', 'b', '', '$', '@'];
    const pairs = names.flatMap((name) =>
      names.filter((other) => other !== name).map((other) => [name, other] as const),
    );
    for (const [name, other] of pairs) {
      const { text } = convert(document(name, other), lexicon);
      expect(text).toContain('<https://ex.org/ns#own> "1"');
      expect(text).toContain('<https://ex.org/ns#other> "2"');
      expect(text).toBe(convert(document(name, other), readGoldenLexicon()).text);
    }
  });
});
