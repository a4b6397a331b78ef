import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RDF, XSD } from '../../src/rdf/namespaces.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import type { BoundTerm } from '../../src/rdf/rows.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { serialize } from '../../src/rdf/write/serialize.ts';
import { extendTable, lackingIn } from '../../src/vocabulary/extend-table.ts';
import { keyOfTerm } from '../../src/vocabulary/triple-order.ts';
import { TripleTable } from '../../src/vocabulary/triple-table.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import type { KeptGroups } from '../../src/vocabulary/shapes/kept-groups.ts';
import { parseShapes } from '../../src/vocabulary/shapes/parse-shapes.ts';
import { Shapes } from '../../src/vocabulary/shapes/validate-shapes.ts';
import { validateByEngines } from '../support/validate-by-engines.ts';
import { HUB, SHAPE_PATHS } from './seeded.ts';
import { REVIEWABLE } from './shaped-vocabulary.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const TEXTS = {
  baseUrl: HUB.baseUrl,
  shapes: read(SHAPE_PATHS.shapes),
  units: read(SHAPE_PATHS.units),
  ontology: read(SHAPE_PATHS.ontology),
};
const SHAPES = new Shapes(parseShapes(TEXTS));
/** The same, of what another thread has parsed. */
const OTHERS = new Shapes(structuredClone(parseShapes(TEXTS)));
const SOUND = readTurtle({ name: 'small.ttl', text: REVIEWABLE, baseIri: HUB.vocabulary });

/** What there is, and what is wrong in its place. */
const iri = (value: string): BoundTerm => ({ type: 'uri', value });
const distinct = (terms: readonly BoundTerm[]) => [...new Map(terms.map((term) => [keyOfTerm(term), term])).values()];
const SUBJECTS = distinct([
  ...SOUND.map(({ s }) => s),
  iri(`${HUB.vocabulary}none`),
  iri(`${HUB.vocabulary}load-kW#row-9`),
  iri(`${HUB.vocabulary}none#value`),
]);
const PROPERTIES = [
  ...new Set(SOUND.map(({ p }) => p)),
  ...['quantity', 'facet', 'colour'].map((name) => `${HUB.ontology}${name}`),
  ...['related', 'exactMatch', 'broadMatch', 'changeNote'].map((name) => `http://www.w3.org/2004/02/skos/core#${name}`),
  ...['created', 'isReplacedBy'].map((name) => `http://purl.org/dc/terms/${name}`),
  'http://www.w3.org/2002/07/owl#deprecated',
  'https://schema.org/minValue',
  'https://schema.org/maxValue',
];
const text = (value: string, language?: string): BoundTerm =>
  language === undefined ? { type: 'literal', value } : { type: 'literal', value, 'xml:lang': language };
const typed = (value: string, datatype: string): BoundTerm => ({ type: 'literal', value, datatype: XSD + datatype });
const OBJECTS = distinct([
  ...SOUND.map(({ o }) => o),
  ...SUBJECTS,
  ...['Quantity', 'Facet', 'FacetValue', 'QuantileLevel'].map((name) => iri(HUB.ontology + name)),
  iri('http://example.org/elsewhere#thing'),
  iri('http://www.w3.org/2006/time#'),
  ...['en', 'de', 'pt-BR', 'it'].map((language) => text('load (kW)', language)),
  ...['METER', 'LOAD (kW)', 'Load (KW)', 'voltage (V)', 'Demand', ' Meter', ''].map((value) => text(value, 'en')),
  ...['load-kW', 'stamp', 'P_load', '1', 'MW', 'Ärger'].map((value) => text(value)),
  ...['0', '1', '2', '3'].map((value) => typed(value, 'integer')),
  ...['-1', '0.5', '1.5'].map((value) => typed(value, 'decimal')),
  ...['true', 'false'].map((value) => typed(value, 'boolean')),
  typed('2026-11-22', 'date'),
  typed('2026-11-22T00:00:00Z', 'dateTime'),
]);

type Edit = (triples: readonly Triple[]) => Triple[];
const place = fc.nat(10_000);
const anySubject = fc.constantFrom(...SUBJECTS);
const anyProperty = fc.constantFrom(...PROPERTIES, `${RDF}type`);
const anyObject = fc.constantFrom(...OBJECTS);
const changed =
  (change: (triple: Triple) => Partial<Triple>) =>
  (at: number): Edit =>
  (triples) =>
    triples.map((triple, index) => (index === at % triples.length ? { ...triple, ...change(triple) } : triple));

const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  place.map(
    (at): Edit =>
      (triples) =>
        triples.filter((_, index) => index !== at % triples.length),
  ),
  fc.record({ s: anySubject, p: anyProperty, o: anyObject }).map((triple): Edit => (triples) => [...triples, triple]),
  fc.tuple(place, anyObject).map(([at, o]) => changed(() => ({ o }))(at)),
  fc.tuple(place, anyProperty).map(([at, p]) => changed(() => ({ p }))(at)),
  fc.tuple(place, anySubject).map(([at, s]) => changed(() => ({ s }))(at)),
  // One more value of a property that the subject has.
  fc.tuple(place, anyObject).map(([at, o]): Edit => (triples) => [...triples, { ...triples[at % triples.length]!, o }]),
  // The object of another triple with the same property: what fits nearly.
  fc.tuple(place, place).map(([at, from]): Edit => (triples) => {
    const { p } = triples[at % triples.length]!;
    const others = triples.filter((triple) => triple.p === p);
    return changed(() => ({ o: others[from % others.length]!.o }))(at)(triples);
  }),
  // Everything that is said of something, or that cites it.
  anySubject.map(
    (gone): Edit =>
      (triples) =>
        triples.filter(({ s }) => s.value !== gone.value),
  ),
  anySubject.map(
    (gone): Edit =>
      (triples) =>
        triples.filter(({ o }) => o.value !== gone.value),
  ),
);
const edited = (edits: readonly Edit[]) =>
  edits.reduce((triples, edit) => (triples.length === 0 ? triples : edit(triples)), SOUND as readonly Triple[]);
/** Terms that are called nearly the same, some of them with their own unit. */
const anyTerm = fc
  .record({
    name: fc.stringMatching(/^probe_[a-h]$/),
    unit: fc.constantFrom('kW', 'mW', 'MW', null),
    labels: fc.uniqueArray(
      fc.constantFrom(
        'Probe',
        'probe',
        'Probe (kW)',
        'Probe (mW)',
        'PROBE (MW)',
        'Probe (mw)',
        'Load (kW)',
        'Load (KW)',
        'Voltage (v)',
        'Sonde',
      ),
      { minLength: 1, maxLength: 2 },
    ),
  })
  .map(({ name, unit, labels }) => {
    const full = unit === null ? name : `${name}-${unit}`;
    const units = { kW: 'KiloW', mW: 'MilliW', MW: 'MegaW' };
    const measures =
      unit === null ? '' : `; qudt:hasQuantityKind quantitykind:ActivePower ; qudt:hasUnit unit:${units[unit]}`;
    const label = labels.map((one, at) => `"${one}"@${['en', 'de'][at]}`).join(', ');
    return readTurtle({
      name: 'a term',
      baseIri: HUB.vocabulary,
      text: `${REVIEWABLE.slice(0, REVIEWABLE.indexOf('<./>'))}
<${full}> a rdf:Property, skos:Concept, hub:Term ; skos:prefLabel ${label} ; skos:definition "It probes."@en ; skos:notation "${full}" ;
  skos:broader <category/power> ; skos:inScheme <./> ; hub:datatype xsd:double ${measures} .`,
    });
  });
/** What comes to a vocabulary: mostly a term, or anything at something that there is. */
const anyAddition: fc.Arbitrary<(table: TripleTable) => Triple[]> = fc.oneof(
  { weight: 3, arbitrary: anyTerm.map((triples) => () => triples) },
  {
    weight: 1,
    arbitrary: fc.record({ s: anySubject, p: anyProperty, o: anyObject }).map((triple) => () => [triple]),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(place, anyProperty, anyObject).map(([at, p, o]) => (table: TripleTable) => [
      { s: table.subjectAt(at % table.subjectCount), p, o },
    ]),
  },
);
/** By day the same ones each time, by night others. */
const AMOUNT = process.env['HUB_NIGHTLY'] === undefined ? { runs: 40, seed: 1 } : { runs: 3_000 };
const RUNS = AMOUNT.runs;

describe('vocabularies that were bent', () => {
  test('break for this check what they break for rdf-validate-shacl and for the queries as they stand', async () => {
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyEdit, { minLength: 1, maxLength: 4 }), async (edits) => {
        const triples = edited(edits);
        const vocabulary = serialize(triples, 'nt', { prefixes: new Map(), base: HUB.vocabulary });
        const found = SHAPES.validate(tableOf(triples, HUB));
        const expected = await validateByEngines({ ...TEXTS, vocabulary });
        expect(sorted(found)).toEqual(sorted(expected));
        if (found.length > 0) broken++;
      }),
      { ...AMOUNT, numRuns: RUNS },
    );
    expect(broken).toBeGreaterThan(RUNS / 2);
  }, 3_600_000);

  test('break after a change what they break as a whole', () => {
    let broken = 0;
    const edits = fc.array(anyEdit, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(edits, (some) => {
        const triples = edited(some);
        const table = tableOf(triples, HUB);
        const [before, after] = [keyed(SOUND), keyed(triples)];
        const change = {
          added: [...after].filter(([key]) => !before.has(key)).map(([, triple]) => triple),
          removed: [...before].filter(([key]) => !after.has(key)).map(([, triple]) => triple),
        };
        const found = SHAPES.validateChange(table, change);
        expect(found).toEqual(SHAPES.validate(table));
        if (found.length > 0) broken++;
      }),
      { ...AMOUNT, numRuns: RUNS * 20 },
    );
    expect(broken).toBeGreaterThan(RUNS * 10);
  }, 3_600_000);

  test('break after one change behind another what they break as a whole, also where groups come from elsewhere or follow', () => {
    const counts = { sound: 0, broken: 0 };
    fc.assert(
      fc.property(fc.array(anyAddition, { minLength: 4, maxLength: 12 }), (additions) => {
        let table = tableOf(SOUND, HUB);
        // What a thread has made of a table with the same numbers, piece by piece, and sent.
        OTHERS.takeGroups(table, structuredClone(OTHERS.groupsOf(new TripleTable(table.columns), 40)));
        for (const [at, addition] of additions.entries()) {
          const added = lackingIn(table, addition(table));
          const extended = extendTable(table, added, HUB);
          const found = SHAPES.validateChange(extended, { added, removed: [] }, table);
          expect(found).toEqual(SHAPES.validate(extended));
          if (at % 2 === 0) OTHERS.follow(extended, { added, removed: [] }, table);
          else expect(OTHERS.validateChange(extended, { added, removed: [] }, table)).toEqual(found);
          counts[found.length === 0 ? 'sound' : 'broken']++;
          if (at === additions.length - 1)
            expect(written(OTHERS.groupsOf(extended, 40))).toEqual(written(OTHERS.groupsOf(extended)));
          // What is refused is not in use: the next change is one of what was there before.
          if (found.length === 0) table = extended;
        }
      }),
      { ...AMOUNT, numRuns: RUNS / 2 },
    );
    expect(Math.min(counts.sound, counts.broken)).toBeGreaterThan(RUNS);
  }, 3_600_000);
});

/** Solutions in any order. */
const written = (groups: readonly (KeptGroups | null)[]) =>
  groups.map(
    (kept) =>
      kept && {
        solutions: Array.from(kept.hashes, (hash, at) => `${hash} ${kept.roots[at]}`).toSorted(),
        selected: [...kept.selected].toSorted(),
      },
  );
const sorted = (found: readonly object[]) => found.map((violation) => JSON.stringify(violation)).toSorted();
const keyed = (triples: readonly Triple[]) =>
  new Map(triples.map((triple) => [[keyOfTerm(triple.s), triple.p, keyOfTerm(triple.o)].join('\u0002'), triple]));
