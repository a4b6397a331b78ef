import { expect, test } from 'vitest';
import { inVersionGraph, VersionLineReader } from '../../src/operations/version-lines.ts';

test('lines of a damaged text, however short, stand in the graph of its version, each in its line', () => {
  const graph = `<https://hub.invalid/vocabulary/v/${'a'.repeat(64)}/> .`;
  const written = inVersionGraph(Buffer.from('\n<a> <b> <c> .\n\nx\n'), 'a'.repeat(64)).toString();
  expect(written).toBe([graph, `<a> <b> <c> ${graph}`, graph, graph, ''].join('\n'));
});

test('lines of versions that take turns are read as what they are, and others are none', () => {
  const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];
  const reader = new VersionLineReader();
  const lineOf = (version: string, text: string): string =>
    inVersionGraph(Buffer.from(`<http://x/${text}> <http://x/p> "x" .\n`), version)
      .toString()
      .slice(0, -1);
  const read = [
    lineOf(one, 'a'),
    lineOf(one, 'b'),
    lineOf(other, 'a'),
    lineOf(one, 'c'),
    '<http://x/a> <http://x/p> "x" <http://x/graph> .',
    lineOf(one.toUpperCase(), 'a'),
    lineOf(one, 'd'),
  ].map((line) => reader.read(line));
  const found = (version: string, text: string) => ({ version, line: `<http://x/${text}> <http://x/p> "x" .\n` });
  expect(read).toEqual([
    found(one, 'a'),
    found(one, 'b'),
    found(other, 'a'),
    found(one, 'c'),
    null,
    null,
    found(one, 'd'),
  ]);
});
