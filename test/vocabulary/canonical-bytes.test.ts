import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SKOS, XSD } from '../../src/rdf/namespaces.ts';
import type { BoundTerm } from '../../src/rdf/rows.ts';
import { TripleLineWriter } from '../../src/rdf/triple-lines.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { extendTable, lackingIn } from '../../src/vocabulary/extend-table.ts';
import { tableOf } from '../../src/vocabulary/triple-table.ts';
import {
  canonicalPieces,
  readCanonical,
  versionOf,
  versionOfText,
  writeCanonical,
} from '../../src/vocabulary/versions/version.ts';
import { HUB } from './seeded.ts';

const iris = fc
  .tuple(fc.constantFrom(HUB.vocabulary, HUB.baseUrl, 'https://other.example/'), fc.stringMatching(/^[a-c/-]{0,3}$/))
  .map(([namespace, name]): BoundTerm => ({ type: 'uri', value: namespace + name }));
// Characters beyond the first plane come before some of the first, as strings are compared.
const texts = fc.string({
  unit: fc.constantFrom('a', 'b', '"', '\\', '\n', ' ', 'ü', '\u007F', '\u{F000}', '\u{FFFE}', '\u{FFFD}', '\u{1F600}'),
});
const objects = fc.oneof(
  iris,
  texts.map((value): BoundTerm => ({ type: 'literal', value })),
  texts.map((value): BoundTerm => ({ type: 'literal', value, 'xml:lang': 'en' })),
  texts.map((value): BoundTerm => ({ type: 'literal', value, 'xml:lang': 'de-at' })),
  fc
    .constantFrom(`${XSD}token`, `${HUB.ontology}code`)
    .chain((datatype) => texts.map((value): BoundTerm => ({ type: 'literal', value, datatype }))),
);
const triple = fc.record({
  s: iris,
  p: fc.constantFrom(`${SKOS}note`, `${SKOS}notes`, `${HUB.ontology}key`),
  o: objects,
});

/** Each triple as a line, and the lines sorted. */
function sortedLines(triples: readonly Triple[]): string {
  const writer = new TripleLineWriter({ from: HUB.baseUrl, to: 'https://hub.invalid' });
  return [...new Set(triples.map((each) => writer.line(each)))].sort().join('');
}

describe('canonical texts', () => {
  test('are the lines of all triples, sorted, and versions are named by their hash', () => {
    fc.assert(
      fc.property(fc.array(triple, { maxLength: 60 }), (triples) => {
        const table = tableOf(triples, HUB);
        const text = writeCanonical(table, HUB).toString();
        expect(text).toBe(sortedLines(triples));
        expect(versionOf(table, HUB)).toBe(versionOfText(text));
        expect([...tableOf(readCanonical(text, HUB), HUB)]).toEqual([...table]);
      }),
    );
  });

  test('hold subjects of many triples, and texts of any length', () => {
    const many = Array.from({ length: 5_000 }, (_, i): Triple => ({
      s: { type: 'uri', value: `${HUB.vocabulary}${i % 3}` },
      p: `${SKOS}note`,
      o: { type: 'literal', value: i === 7 ? 'long '.repeat(100_000) : `${(i * 7_919) % 5_000} ${'ü'.repeat(i % 90)}` },
    }));
    const table = tableOf(many, HUB);
    expect(writeCanonical(table, HUB).toString() === sortedLines(many)).toBe(true);
    expect(versionOf(table, HUB)).toBe(versionOfText(sortedLines(many)));
  });

  test('are written in pieces that are the same text, whether the order of its subjects is known or not', async () => {
    const many = Array.from({ length: 9_000 }, (_, i): Triple => ({
      s: { type: 'uri', value: `${HUB.vocabulary}${(i >> 3).toString(36)}` },
      p: `${SKOS}note`,
      o: { type: 'literal', value: `${i} ${'note '.repeat(30)}` },
    }));
    for (const isNamed of [false, true]) {
      const table = tableOf(many, HUB);
      if (isNamed) versionOf(table, HUB);
      const pieces: Uint8Array[] = [];
      for await (const piece of canonicalPieces(table, HUB)) pieces.push(piece);
      expect(Buffer.concat(pieces).equals(writeCanonical(table, HUB))).toBe(true);
      expect(pieces.length).toBeGreaterThan(5);
    }
    for await (const _ of canonicalPieces(tableOf([], HUB), HUB)) expect.unreachable('Nothing has no text');
  });

  test('of what came of another vocabulary are those of the same triples made anew, by name and byte for byte', () => {
    const changes = fc.array(fc.array(triple, { maxLength: 12 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(triple, { maxLength: 60 }), changes, (triples, additions) => {
        let table = tableOf(triples, HUB);
        versionOf(table, HUB);
        const all = [...triples];
        for (const addition of additions) {
          const added = lackingIn(table, addition);
          const extended = extendTable(table, added, HUB);
          const version = versionOf(extended, HUB, { triples: table, added });
          all.push(...addition);
          expect(version).toBe(versionOf(tableOf(all, HUB), HUB));
          expect(writeCanonical(extended, HUB).equals(writeCanonical(tableOf(all, HUB), HUB))).toBe(true);
          table = extended;
        }
      }),
      { numRuns: 40 },
    );
  });

  test('of many pieces are hashed from the piece on that a change is in', () => {
    const many = Array.from({ length: 12_000 }, (_, i): Triple => ({
      s: { type: 'uri', value: `${HUB.vocabulary}${(i >> 2).toString(36)}` },
      p: `${SKOS}note`,
      o: { type: 'literal', value: `${i} ${'note '.repeat(30)}` },
    }));
    let table = tableOf(many, HUB);
    versionOf(table, HUB);
    const all = [...many];
    for (const name of ['0', 'zzz', 'a', '3b3', 'm', '3b', 'zzz', '5/']) {
      const addition: Triple = {
        s: { type: 'uri', value: HUB.vocabulary + name },
        p: `${SKOS}notes`,
        o: iriOf(all.length),
      };
      all.push(addition);
      const extended = extendTable(table, [addition], HUB);
      const version = versionOf(extended, HUB, { triples: table, added: [addition] });
      expect(version).toBe(versionOf(tableOf(all, HUB), HUB));
      table = extended;
    }
    expect(versionOf(table, HUB)).toBe(versionOfText(sortedLines(all)));
  });
});

function iriOf(number: number): BoundTerm {
  return { type: 'uri', value: `${HUB.vocabulary}${number}` };
}
