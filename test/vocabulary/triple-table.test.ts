import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { extendInSteps, extendTable, placeOf } from '../../src/vocabulary/extend-table.ts';
import { keyOfTerm } from '../../src/vocabulary/triple-order.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { TripleTable } from '../../src/vocabulary/triple-table.ts';
import { readTable, writeTable } from '../../src/vocabulary/versions/table-bytes.ts';
import { HUB } from './seeded.ts';

const NAMES = HUB.vocabulary;
const triples = readTurtle({
  name: 'the text',
  baseIri: NAMES,
  text: `@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix hub: <../ontology#> .
<b#row-10> hub:object <c> . <b#row-9> hub:object <a#value> . <a> skos:definition "D"@de, "Z"@en, "d" ; a hub:Term ; skos:altLabel "1", 1 .
<b> skos:broader <c> . <a#value> hub:key <a> .`,
});
const table = tableOf(triples, HUB);
const shown = (found: Iterable<Triple>): string[] =>
  Array.from(found, ({ s, p, o }) =>
    [s.value.replace(NAMES, ''), p.replace(/.*[#/]/, ''), o.value.replace(NAMES, '')].join(' '),
  );

test('the places of subjects that stand together, sought in turn, take a look or two each', () => {
  const written = (subject: string): Triple => ({
    s: { type: 'uri', value: NAMES + subject },
    p: `${HUB.ontology}key`,
    o: { type: 'literal', value: '1' },
  });
  const numbered = (name: string): string[] => Array.from({ length: 500 }, (_, at) => `${name}/${1000 + at}`);
  const large = tableOf([...numbered('a'), ...numbered('c')].map(written), HUB);
  const sought = [...numbered('b'), ...numbered('d')].map((subject) => written(subject).s);
  const looks = vi.spyOn(large, 'subjectAt');
  let last = 0;
  const places = sought.map((subject) => (last = placeOf(large, subject, HUB, last)));
  expect(places).toEqual([...numbered('b').map(() => 500), ...numbered('d').map(() => 1000)]);
  expect(looks.mock.calls.length).toBeLessThan(2 * sought.length);
  expect(sought.map((subject) => placeOf(large, subject, HUB))).toEqual(places);
});

describe('a table of triples', () => {
  test('tells the triples of a subject without those of a property, of which it makes none', () => {
    const made = vi.spyOn(table.terms, 'at');
    const all = shown(table.of(`${NAMES}a`));
    const ofAll = made.mock.calls.length;
    made.mockClear();
    const altLabel = 'http://www.w3.org/2004/02/skos/core#altLabel';
    expect(shown(table.of(`${NAMES}a`, altLabel))).toEqual(all.filter((line) => !line.includes(' altLabel ')));
    expect(made.mock.calls.length).toBe(ofAll - 2);
    expect(shown(table.of(`${NAMES}a`, `${NAMES}unknown`))).toEqual(all);
    made.mockRestore();
  });

  test('has them by address, by number, what people read first, and English before other languages', () => {
    expect(shown(table)).toEqual([
      `a type ${HUB.ontology}Term`,
      'a altLabel 1',
      'a altLabel 1',
      'a definition Z',
      'a definition d',
      'a definition D',
      'a#value key a',
      'b broader c',
      'b#row-9 object a#value',
      'b#row-10 object c',
    ]);
    expect(table).toHaveLength(10);
  });

  test('is the same whatever the order in which they come, and how often', () => {
    const orders = fc.shuffledSubarray([...triples, ...triples], { minLength: 2 * triples.length });
    fc.assert(
      fc.property(orders, (mixed) => {
        expect([...tableOf(mixed, HUB)]).toEqual([...table]);
      }),
    );
  });

  test('with more triples is the table of all of them', () => {
    const orders = fc.tuple(fc.shuffledSubarray([...triples]), fc.shuffledSubarray([...triples]));
    fc.assert(
      fc.property(orders, ([some, more]) => {
        const extended = extendTable(tableOf(some, HUB), more, HUB);
        const whole = tableOf([...some, ...more], HUB);
        expect([...extended]).toEqual([...whole]);
        expect(new Set(Array.from(extended.terms, keyOfTerm)).size).toBe(extended.terms.length);
        for (const { o } of whole) expect([...extended.citing([o.value])]).toEqual([...whole.citing([o.value])]);
      }),
    );
  });

  test('with more triples is made in steps', () => {
    const triples = Array.from({ length: 40_000 }, (_, number) => ({
      s: { type: 'uri' as const, value: `http://ex.example/${number}` },
      p: 'http://ex.example/p',
      o: { type: 'literal' as const, value: `${number % 7}` },
    }));
    const steps = extendInSteps(tableOf(triples.slice(1), HUB), triples.slice(0, 2), HUB);
    let [count, step] = [0, steps.next()];
    for (; step.done !== true; step = steps.next()) count++;
    expect(count).toBeGreaterThan(2);
    expect([...step.value]).toEqual([...tableOf(triples, HUB)]);
  });

  test('knows what cites something also of triples that came one after another', () => {
    const additions = fc.array(fc.shuffledSubarray([...triples]), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(additions, (steps) => {
        let extended = tableOf([], HUB);
        const all: Triple[] = [];
        for (const step of steps) {
          all.push(...step);
          extended = extendTable(extended, step, HUB);
          const whole = tableOf(all, HUB);
          for (const { o } of triples) expect(extended.citing([o.value])).toEqual(whole.citing([o.value]));
        }
      }),
    );
  });

  test.each([
    [256, 1],
    [257, 2],
  ])('of %d properties and kinds takes %d bytes for each number of them, also as it is written', (count, bytes) => {
    const given = Array.from({ length: count }, (_, at): Triple => ({
      s: { type: 'uri', value: `${NAMES}${at % 10}` },
      p: `${HUB.ontology}p${at}`,
      // With the subjects' own kind as many as properties.
      o: { type: 'literal', value: '1', datatype: `${HUB.ontology}d${at % (count - 1)}` },
    }));
    const whole = tableOf(given, HUB);
    // The last one is one property, and one kind, too many for the numbers of those before.
    const extended = extendTable(tableOf(given.slice(0, -2), HUB), given.slice(-2), HUB);
    for (const { columns } of [whole, extended, new TripleTable(readTable(writeTable(extended.columns, null), '')!)]) {
      expect(columns.property.BYTES_PER_ELEMENT).toBe(bytes);
      expect([...new TripleTable(columns)]).toEqual([...whole]);
    }
    expect(readTable(writeTable(whole.columns, null), '')!.terms[0]!.kindsOfTerms.BYTES_PER_ELEMENT).toBe(bytes);
    expect(readTable(writeTable(extended.columns, null), '')!.terms[0]!.kindsOfTerms.BYTES_PER_ELEMENT).toBe(bytes);
  });

  test('finds those of a subject, the values of a property, and those that cite something', () => {
    expect(shown(table.of(`${NAMES}b`))).toEqual(['b broader c']);
    expect(table.of(`${NAMES}c`)).toEqual([]);
    const definitions = table.values(`${NAMES}a`, 'http://www.w3.org/2004/02/skos/core#definition');
    expect(definitions.map(({ value }) => value)).toEqual(['Z', 'd', 'D']);
    expect(table.values(`${NAMES}c`, 'a')).toEqual([]);
    expect(shown(table.citing([`${NAMES}c`, `${NAMES}a#value`, `${NAMES}b`]))).toEqual([
      'b broader c',
      'b#row-9 object a#value',
      'b#row-10 object c',
    ]);
  });
});
