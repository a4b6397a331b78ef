import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { serialize } from '../../src/rdf/write/serialize.ts';
import { CheckedGraph } from '../../src/vocabulary/shapes/checked-graph.ts';
import { parseShapes } from '../../src/vocabulary/shapes/parse-shapes.ts';
import type { ShapeViolation } from '../../src/vocabulary/shapes/shape-violation.ts';
import { Shapes } from '../../src/vocabulary/shapes/validate-shapes.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { validateByEngines } from '../support/validate-by-engines.ts';
import { HUB, SHAPE_PATHS } from './seeded.ts';
import { withSensors } from './shaped-vocabulary.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const TEXTS = {
  baseUrl: HUB.baseUrl,
  shapes: read(SHAPE_PATHS.shapes),
  units: read(SHAPE_PATHS.units),
  ontology: read(SHAPE_PATHS.ontology),
};
const SHAPES = new Shapes(parseShapes(TEXTS));
const PREFIXES = withSensors([], '');

const called = (name: string, ...statements: string[]): string =>
  [`<${name}> a hub:Term ; skos:notation "${name}"`, ...statements].join(' ; ') + ' .\n';
const other = (label: string): string => `skos:altLabel "${label}"@en`;
const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const triplesOf = (terms: readonly string[]): Triple[] =>
  readTurtle({ name: 'shared', text: PREFIXES + terms.join(''), baseIri: HUB.vocabulary });
const ofNames = (found: readonly ShapeViolation[]): ShapeViolation[] =>
  found.filter(({ message }) => /^(Another name that terms share|No two terms are called the same)/.test(message));

const keysOf = (found: readonly ShapeViolation[]): string[] => found.map((one) => JSON.stringify(one)).toSorted();

/** Terms that share names, and how many of so many of them break a rule for that. */
const SHARING: Record<
  string,
  { readonly terms: (count: number) => string[]; readonly broken: (count: number) => number }
> = {
  'terms of which no two may share their other name': {
    terms: (count) => range(count).map((at) => called(`term_${at}`, other('Value'))),
    broken: (count) => count,
  },
  'variants of one quantity': {
    terms: (count) => range(count).map((at) => called(`load-u${at}`, other('Demand'))),
    broken: () => 0,
  },
  'variants of one quantity and a term that is related to each of them': {
    terms: (count) => [
      called('demand', other('Demand')),
      ...range(count).map((at) => called(`load-u${at}`, other('Demand'), 'skos:related <demand>')),
    ],
    broken: () => 0,
  },
  'variants of two quantities': {
    terms: (count) => range(count).map((at) => called(`${at % 2 === 0 ? 'load' : 'draw'}-u${at}`, other('Demand'))),
    broken: (count) => count,
  },
  'pairs of terms with one label': {
    terms: (count) => range(count).map((at) => called(`term_${at}`, `skos:prefLabel "Label ${at >> 1}"@en`)),
    broken: (count) => count,
  },
};

/** How often the check looks for triples. */
function looksFor(terms: readonly string[], broken: number): number {
  const table = tableOf(triplesOf(terms), HUB);
  const looks = vi.spyOn(CheckedGraph.prototype, 'find');
  try {
    expect(ofNames(SHAPES.validate(table))).toHaveLength(broken);
    return looks.mock.calls.length;
  } finally {
    looks.mockRestore();
  }
}

test.each(Object.entries(SHARING))('of %s twice as many have twice as much looked up', (_, { terms, broken }) => {
  const [small, large] = [100, 200].map((count) => looksFor(terms(count), broken(count))) as [number, number];
  expect(large / small).toBeLessThan(2.1);
});

const anyTerm = fc.record({
  base: fc.constantFrom('load', 'draw', 'use'),
  unit: fc.constantFrom('', '-kW', '-MW', '-V', '-A'),
  secondName: fc.option(fc.constantFrom('load-kW', 'other'), { freq: 12 }),
  label: fc.constantFrom('"Load"', '"load"', '"Demand"', null),
  others: fc.uniqueArray(fc.constantFrom('Demand', 'Load', 'Use'), { maxLength: 2 }),
  language: fc.constantFrom('@en', '@en', '@de', ''),
  related: fc.array(fc.nat(20), { maxLength: 3 }),
  replacedBy: fc.option(fc.nat(20), { freq: 6 }),
});
const anyTerms = fc.uniqueArray(anyTerm, {
  minLength: 6,
  maxLength: 16,
  selector: ({ base, unit }) => base + unit,
});
const written = (terms: typeof anyTerms extends fc.Arbitrary<infer T> ? T : never): string[] => {
  const nameOf = (at: number): string => {
    const { base, unit } = terms[at % terms.length]!;
    return base + unit;
  };
  return terms.map(({ secondName, label, others, language, related, replacedBy }, at) =>
    called(
      nameOf(at),
      `skos:prefLabel ${label === null ? '<label>' : label + language}`,
      ...(secondName === null ? [] : [`skos:notation "${secondName}"`]),
      ...others.map((name) => `skos:altLabel "${name}"${language}`),
      ...related.map((one) => `skos:related <${nameOf(one)}>`),
      ...(replacedBy === null ? [] : [`dcterms:isReplacedBy <${nameOf(replacedBy)}>`]),
    ),
  );
};
/** By day the same ones each time, by night others. */
const AMOUNT = process.env['HUB_NIGHTLY'] === undefined ? { numRuns: 20, seed: 1 } : { numRuns: 1_000 };

describe('other names that many terms share', () => {
  test('break for this check what they break for the queries as they stand', async () => {
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(anyTerms, async (terms) => {
        const triples = triplesOf(written(terms));
        const vocabulary = serialize(triples, 'nt', { prefixes: new Map(), base: HUB.vocabulary });
        const found = ofNames(SHAPES.validate(tableOf(triples, HUB)));
        expect(keysOf(found)).toEqual(keysOf(ofNames(await validateByEngines({ ...TEXTS, vocabulary }))));
        broken += found.length;
      }),
      AMOUNT,
    );
    expect(broken).toBeGreaterThan(AMOUNT.numRuns);
  }, 3_600_000);

  test('break after a change what they break as a whole', () => {
    fc.assert(
      fc.property(anyTerms, fc.nat(200), (terms, at) => {
        const triples = triplesOf(written(terms));
        const gone = at % triples.length;
        const without = tableOf(triples.toSpliced(gone, 1), HUB);
        const whole = tableOf(triples, HUB);
        // The vocabulary was broken before: a change finds what it has broken, and may find more.
        const before = keysOf(SHAPES.validate(without));
        const after = keysOf(SHAPES.validate(whole));
        const byAddition = keysOf(SHAPES.validateChange(whole, { added: [triples[gone]!], removed: [] }));
        const byRemoval = keysOf(SHAPES.validateChange(without, { added: [], removed: [triples[gone]!] }));
        expect(byAddition).toEqual(expect.arrayContaining(after.filter((one) => !before.includes(one))));
        expect(byRemoval).toEqual(expect.arrayContaining(before.filter((one) => !after.includes(one))));
      }),
      { ...AMOUNT, numRuns: AMOUNT.numRuns * 10 },
    );
  }, 3_600_000);
});
