import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hubNamespaces, XSD } from '../../src/rdf/namespaces.ts';
import type { BoundTerm } from '../../src/rdf/rows.ts';
import { extendTable } from '../../src/vocabulary/extend-table.ts';
import { TermBuilder } from '../../src/vocabulary/term-builder.ts';
import { TermList } from '../../src/vocabulary/term-list.ts';
import { keyOfTerm } from '../../src/vocabulary/triple-order.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';

const HUB = hubNamespaces('https://hub.example');
const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '𝄞', '"', ' '), maxLength: 5 });
const term: fc.Arbitrary<BoundTerm> = fc.oneof(
  text.map((value): BoundTerm => ({ type: 'uri', value: `https://hub.example/${value}` })),
  text.map((value): BoundTerm => ({ type: 'literal', value })),
  text.map((value): BoundTerm => ({ type: 'literal', value, 'xml:lang': 'pt' })),
  text.map((value): BoundTerm => ({ type: 'literal', value, datatype: `${XSD}date` })),
  text.map((value): BoundTerm => ({ type: 'bnode', value: `b${value}` })),
);
const terms = fc.array(term, { maxLength: 60 });

test('terms come back by the numbers that they were given, each once', () => {
  fc.assert(
    fc.property(terms, (given) => {
      const builder = new TermBuilder();
      const numbers = given.map((each) => builder.add(each));
      const list = new TermList([builder.finish()]);
      expect(list.length).toBe(new Set(given.map(keyOfTerm)).size);
      expect(numbers.map((number) => list.at(number))).toEqual(given);
      expect(given.map((each) => list.numberOf(each))).toEqual(numbers);
      expect(Array.from(list)).toEqual(Array.from({ length: list.length }, (_, number) => list.at(number)));
    }),
  );
});

test('of terms alike in their text each is found, and none that is not there', () => {
  const builder = new TermBuilder();
  const alike: BoundTerm[] = [
    { type: 'uri', value: 'x' },
    { type: 'literal', value: 'x' },
    { type: 'literal', value: 'x', 'xml:lang': 'en' },
  ];
  for (const each of alike) builder.add(each);
  const list = new TermList([builder.finish()]);
  expect(alike.map((each) => list.numberOf(each))).toEqual([0, 1, 2]);
  expect(list.numberOf({ type: 'bnode', value: 'x' })).toBeUndefined();
  expect(list.numberOf({ type: 'literal', value: 'x', 'xml:lang': 'de' })).toBeUndefined();
  expect(list.numberOf({ type: 'literal', value: 'xx' })).toBeUndefined();
  expect(new TermList([]).numberOf(alike[0]!)).toBeUndefined();
});

test('parts that were added one after another are one list, however many they are', () => {
  fc.assert(
    fc.property(fc.array(fc.array(term, { maxLength: 4 }), { maxLength: 25 }), (parts) => {
      let list = new TermList([new TermBuilder().finish()]);
      const expected: BoundTerm[] = [];
      for (const part of parts) {
        const builder = new TermBuilder();
        for (const each of part) {
          if (list.numberOf(each) !== undefined) continue;
          if (builder.add(each) === builder.count - 1 && expected.every((one) => keyOfTerm(one) !== keyOfTerm(each)))
            expected.push(each);
        }
        list = list.with(builder.finish());
      }
      expect(Array.from(list)).toEqual(expected);
      expect(expected.map((each) => list.numberOf(each))).toEqual([...expected.keys()]);
      expect(list.parts.length).toBeLessThan(10);
    }),
  );
});

test('a large table is one memory for all threads, and one that extends it has the same texts', () => {
  const about = (at: number) => ({
    s: { type: 'uri', value: `${HUB.vocabulary}term_${at}` } as const,
    p: `${HUB.ontology}key`,
    o: { type: 'literal', value: `value ${at}` } as const,
  });
  const table = tableOf(
    Array.from({ length: 20_000 }, (_, at) => about(at)),
    HUB,
  );
  const sent = structuredClone(table.columns);
  expect(sent.object.buffer).toBeInstanceOf(SharedArrayBuffer);
  sent.object[0] = 4711;
  expect(table.columns.object[0]).toBe(4711);
  const extended = extendTable(table, [about(20_000)], HUB);
  expect(extended.terms.parts[0]).toBe(table.terms.parts[0]);
  expect(extended.terms.length).toBe(table.terms.length + 2);
  // The texts, and three numbers for each of 40,000 terms.
  const { texts, ends, kindsOfTerms } = table.terms.parts[0]!;
  expect(texts.byteLength + ends.byteLength + kindsOfTerms.byteLength).toBeLessThan(40_000 * 45);
});
