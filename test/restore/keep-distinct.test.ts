import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanNTriples } from '../../src/restore/scan-ntriples.ts';
import { linesOf } from '../support/restored.ts';

test('equal triples are one, where they came first', () => {
  const term = fc.constantFrom('<urn:a>', '<urn:b>', '<urn:c>');
  fc.assert(
    fc.property(fc.array(fc.tuple(term, term, term), { maxLength: 60 }), (triples) => {
      const lines = triples.map((triple) => triple.join(' '));
      const graph = scanNTriples(Buffer.from(lines.map((line) => `${line} .\n`).join('')), 100);
      const read = linesOf(graph);
      expect(graph.size).toBe(new Set(lines).size);
      expect([graph.predicates.length, graph.objects.length]).toEqual([graph.size, graph.size]);
      for (const subject of ['<urn:a>', '<urn:b>', '<urn:c>'])
        expect(read.filter((line) => line.startsWith(subject))).toEqual([
          ...new Set(lines.filter((line) => line.startsWith(subject))),
        ]);
    }),
    { numRuns: 500 },
  );
});
