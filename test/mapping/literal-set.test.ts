import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LiteralSet } from '../../src/mapping/records/literal-set.ts';
import type { Literal } from '../../src/mapping/rdf-terms/graph-terms.ts';

const DOCUMENT = Buffer.from('0123456789'.repeat(20));

/** A literal of bytes of the document, or one of a text that was made. */
const literals = fc.record({
  id: fc.nat(2),
  start: fc.nat(9),
  length: fc.nat(3),
  isMade: fc.boolean(),
});

function literalOf({ id, start, length, isMade }: { id: number; start: number; length: number; isMade: boolean }): {
  literal: Literal;
  key: string;
} {
  const end = start + length;
  const text = DOCUMENT.toString('latin1', start, end);
  const datatype = { id } as Literal['datatype'];
  return { literal: { datatype, text: isMade ? text : null, start, end, source: -1 }, key: `${id} ${text}` };
}

describe('a set of literals', () => {
  test('that is cleared has none of those before, however many there were and come', () => {
    fc.assert(
      fc.property(fc.array(fc.array(literals, { maxLength: 120 }), { maxLength: 6 }), (rounds) => {
        const set = new LiteralSet(DOCUMENT);
        for (const round of rounds) {
          set.clear(round.length);
          const seen = new Set<string>();
          for (const { literal, key } of round.map(literalOf)) {
            expect(set.add(literal)).toBe(!seen.has(key));
            seen.add(key);
          }
        }
      }),
    );
  });

  test('may be cleared after more came than were expected', () => {
    const set = new LiteralSet(DOCUMENT, 1);
    const numbers = Array.from({ length: 150 }, (_, start) => ({ id: start, start, length: 3, isMade: false }));
    for (const expected of [2, 150, 3]) {
      set.clear(expected);
      for (const number of numbers) expect(set.add(literalOf(number).literal)).toBe(true);
      for (const number of numbers) expect(set.add(literalOf(number).literal)).toBe(false);
    }
  });
});
