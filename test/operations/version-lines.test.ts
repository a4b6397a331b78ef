import { expect, test } from 'vitest';
import { inVersionGraph } from '../../src/operations/version-lines.ts';

test('lines of a damaged text, however short, stand in the graph of its version, each in its line', () => {
  const graph = `<https://hub.invalid/vocabulary/v/${'a'.repeat(64)}/> .`;
  const written = inVersionGraph(Buffer.from('\n<a> <b> <c> .\n\nx\n'), 'a'.repeat(64)).toString();
  expect(written).toBe([graph, `<a> <b> <c> ${graph}`, graph, graph, ''].join('\n'));
});
