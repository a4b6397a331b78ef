import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutBroader } from '../../src/import/broader-circles.ts';
import { ImportReport } from '../../src/import/import-report.ts';
import { KnownVocabulary } from '../../src/import/known-vocabulary.ts';
import { makeTerms } from '../../src/import/make-terms.ts';
import { RdfConcepts } from '../../src/import/read-rdf-concepts.ts';
import { TermTriples } from '../../src/import/term-triples.ts';
import { UnitNames } from '../../src/import/unit-names.ts';
import { DCTERMS, OWL, QUDT, RDF_TYPE, RDFS, SKOS, XSD } from '../../src/rdf/namespaces.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import type { BoundTerm } from '../../src/rdf/rows.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { HUB, SHAPE_PATHS } from '../vocabulary/seeded.ts';
import { REVIEWABLE } from '../vocabulary/shaped-vocabulary.ts';
import { SHAPES } from './import-texts.ts';

const SOUND = readTurtle({ name: 'small.ttl', text: REVIEWABLE, baseIri: HUB.vocabulary });
const UNITS = readTurtle({ name: 'units.ttl', text: readFileSync(SHAPE_PATHS.units, 'utf8'), baseIri: HUB.vocabulary });
const KNOWN = new KnownVocabulary(SOUND, new UnitNames(UNITS, SOUND, HUB), HUB);

const iri = (value: string): BoundTerm => ({ type: 'uri', value });
// Few words and IRIs, so that much collides: with each other, and with what the vocabulary has.
const IRIS = ['a', 'b', 'c', 'LoadFactor', 'load', '%20', '7', 'Ω'].map((name) => `https://catalogue.example/${name}`);
const WORDS = [
  'Load',
  'load',
  'LOAD (kW)',
  'Demand',
  'Last (kW)',
  'Voltage',
  'Meter',
  'Straße',
  '電力',
  '',
  ' x ',
  'a\u0000b',
  'two\nlines',
  '(kW)',
  'Mw',
  'mW',
  'P_load',
  '9',
  'x'.repeat(400),
];
const text = fc
  .record({ value: fc.constantFrom(...WORDS), language: fc.constantFrom('en', 'de', 'EN-gb', 'ja', '') })
  .map(({ value, language }): BoundTerm =>
    language === '' ? { type: 'literal', value } : { type: 'literal', value, 'xml:lang': language },
  );
const node = fc
  .constantFrom(
    ...IRIS,
    `${HUB.vocabulary}load-kW`,
    `${HUB.vocabulary}new_term`,
    `${OWL}Thing`,
    'mailto:a@b',
    'https://other.example/x',
  )
  .map(iri);
const unit = fc.constantFrom<BoundTerm>(
  ...['kW', 'mW', 'MW', 'kWp', 'W m-2', '%', 'fathom', '1', 'Hz/s', ''].map((value) => ({
    type: 'literal' as const,
    value,
  })),
  ...['KiloW', 'MegaW', 'UNITLESS', 'NUM'].map((name) => iri(`http://qudt.org/vocab/unit/${name}`)),
);
const statement = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      `${SKOS}prefLabel`,
      `${RDFS}label`,
      `${SKOS}altLabel`,
      `${SKOS}definition`,
      `${SKOS}scopeNote`,
      `${SKOS}notation`,
    ),
    text,
  ),
  fc.tuple(
    fc.constantFrom(
      `${SKOS}broader`,
      `${SKOS}narrower`,
      `${SKOS}exactMatch`,
      `${SKOS}closeMatch`,
      `${SKOS}related`,
      `${RDFS}seeAlso`,
      `${DCTERMS}isReplacedBy`,
    ),
    node,
  ),
  fc.tuple(fc.constant(`${QUDT}hasUnit`), unit),
  fc.tuple(
    fc.constant(`${QUDT}hasQuantityKind`),
    fc.constantFrom('Power', 'ActivePower', 'Torque').map((name) => iri(`http://qudt.org/vocab/quantitykind/${name}`)),
  ),
  fc.tuple(
    fc.constant(`${RDFS}range`),
    fc.constantFrom('float', 'boolean', 'NCName').map((name) => iri(XSD + name)),
  ),
  fc.tuple(
    fc.constant(`${OWL}deprecated`),
    fc.constant<BoundTerm>({ type: 'literal', value: 'true', datatype: `${XSD}boolean` }),
  ),
);
const labelled = fc
  .constantFrom(...WORDS)
  .map((value) => [`${SKOS}prefLabel`, { type: 'literal', value, 'xml:lang': 'en' }] as const);
const concept = fc.tuple(
  fc.constantFrom(...IRIS, `${HUB.vocabulary}load-kW`, `${HUB.vocabulary}new_term`),
  fc.tuple(labelled, fc.array(statement, { maxLength: 10 })).map(([label, others]) => [label, ...others]),
);

test('what is made of any concepts keeps every rule, before the check of an import has to leave anything out', () => {
  let terms = 0;
  fc.assert(
    fc.property(
      fc.array(concept, { minLength: 1, maxLength: 8 }),
      fc.record({
        keepIris: fc.boolean(),
        prefix: fc.constantFrom(undefined, 'ex'),
        namesFrom: fc.constantFrom('label' as const, 'iri' as const),
      }),
      (concepts, { keepIris, prefix, namesFrom }) => {
        const report = new ImportReport();
        const graph = new RdfConcepts();
        for (const [s, said] of concepts) {
          graph.add({ s: iri(s), p: RDF_TYPE, o: iri(`${SKOS}Concept`) });
          for (const [p, o] of said) graph.add({ s: iri(s), p, o });
        }
        const listed = cutBroader(graph.list({}, report), report);
        const namespace = 'https://catalogue.example/';
        const datatypes = { measured: `${XSD}double`, other: `${XSD}string` };
        const options = {
          category: 'things',
          datatypes,
          language: 'en' as const,
          namesFrom,
          keepIris,
          prefix,
          namespace,
        };
        const made = makeTerms(listed, options, KNOWN, report);
        const category = { name: 'things', label: 'Things', definition: 'Things.' };
        const registered = prefix === undefined ? null : { prefix, namespace };
        const triples = new TermTriples({ terms: made, category, prefix: registered }, HUB);
        terms += made.length;
        const all: Triple[] = [...SOUND, ...triples];
        expect(SHAPES.validate(tableOf(all, HUB))).toEqual([]);
        const summary = report.summary(made.length);
        expect(summary.taken + summary.notTaken).toBe(new Set(concepts.map(([s]) => s)).size);
      },
    ),
    { numRuns: 150 },
  );
  expect(terms).toBeGreaterThan(100);
});
