import { expect, test } from 'vitest';
import { GraphBuilder } from '../../src/restore/graph.ts';

test('terms that are too long together are refused before they take memory', () => {
  const builder = new GraphBuilder(new Uint8Array(0), 10);
  const term = `<http://e.example/${'n'.repeat(1024)}>`;
  expect([builder.addText(term), builder.addText(term)]).toEqual([0, 0]);
  // A text that was put together takes no memory until somebody reads it.
  const long = `<http://e.example/${'n'.repeat(256 * 1024 * 1024 - 1024)}>`;
  const before = process.memoryUsage().rss;
  expect(() => builder.addText(long)).toThrow(expect.objectContaining({ code: 'too-many-triples' }));
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
});
