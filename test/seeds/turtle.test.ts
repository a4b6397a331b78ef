import { readFileSync } from 'node:fs';
import { Parser } from 'n3';
import type { Quad, Term } from 'n3';
import { beforeAll, describe, expect, test } from 'vitest';
import { asTerm } from '../../src/rdf/rows.ts';
import type { BoundTerm } from '../../src/rdf/rows.ts';
import { iri, sparql } from '../../src/rdf/sparql.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { loadSeeds, readSeeds } from '../../src/vocabulary/load-seeds.ts';
import type { TurtleDocument } from '../../src/rdf/read-rdf.ts';
import { HUB, SEED_PATHS } from '../vocabulary/seeded.ts';
import { readFixture } from '../support/fixtures.ts';

const ONTOLOGY_IRI = 'https://hub.example/ontology';

let documents: TurtleDocument[];
/** Those that people write as Turtle; the others are expanded. */
let written: TurtleDocument[];
let quads: Quad[];
let ontology: Quad[];
beforeAll(async () => {
  documents = await readSeeds(SEED_PATHS.seeds, HUB);
  written = documents.filter(({ lines }) => lines === undefined);
  quads = documents.flatMap(({ text, baseIri }) => new Parser({ format: 'text/turtle', baseIRI: baseIri }).parse(text));
  ontology = new Parser({ format: 'text/turtle', baseIRI: ONTOLOGY_IRI }).parse(
    readFileSync(SEED_PATHS.ontology, 'utf8'),
  );
});

const iris = (of: Quad[]) => new Set(of.flatMap((quad) => [quad.subject, quad.predicate, quad.object]).flatMap(iriOf));
const iriOf = (term: Term) =>
  term.termType === 'NamedNode' ? [term.value] : term.termType === 'Literal' ? [term.datatype.value] : [];

describe('the seeds', () => {
  test('are one graph for two parsers', async () => {
    const store = new EmbeddedStore();
    await loadSeeds(store, SEED_PATHS, HUB);
    for (const [graph, expected] of [
      [HUB.vocabularyGraph, quads],
      [HUB.ontologyGraph, ontology],
    ] as const) {
      const rows = await store.select(sparql`SELECT ?s ?p ?o { GRAPH ${iri(graph)} { ?s ?p ?o } }`, {
        s: asTerm,
        p: asTerm,
        o: asTerm,
      });
      const fromStore = rows.map(({ s, p, o }) => [s, p, o].map(boundText).join(' ')).toSorted();
      const fromN3 = [
        ...new Set(expected.map((quad) => [quad.subject, quad.predicate, quad.object].map(termText).join(' '))),
      ].toSorted();
      expect(fromStore).toEqual(fromN3);
    }
  });

  test('say nothing twice', () => {
    const lines = quads.map((quad) => [quad.subject, quad.predicate, quad.object].map(termText).join(' '));
    expect(lines.length - new Set(lines).size).toBe(0);
  });

  test('have no blank nodes, nor has the ontology', () => {
    const terms = [...quads, ...ontology].flatMap((quad) => [quad.subject, quad.object]);
    expect(terms.filter((term) => term.termType === 'BlankNode')).toEqual([]);
  });

  test('begin with a line that says what the file holds', () => {
    for (const { name, text } of written) expect(text.split('\n')[0], name).toMatch(/^# .*\.$/);
  });

  test('declare the prefixes they use and no others', () => {
    for (const { name, text } of written) {
      const declared = [...text.matchAll(/^@prefix (\w+):/gm)].map(([, prefix]) => prefix);
      const body = text.replace(/^@prefix.*$/gm, '').replace(/"(?:[^"\\]|\\.)*"|<[^>]*>|#.*$/gm, ' ');
      const used = new Set([...body.matchAll(/\b(\w+):\w/g)].map(([, prefix]) => prefix));
      expect(declared, name).toEqual([...used].toSorted());
    }
  });

  test('cite only IRIs that are on the list of verified ones', () => {
    const verified = new Set(
      readFixture('vocabulary/verified-iris.txt')
        .split('\n')
        .filter((line) => line.startsWith('http')),
    );
    const core = [
      ...['type', 'Property', 'langString'].map((local) => `http://www.w3.org/1999/02/22-rdf-syntax-ns#${local}`),
      ...['label', 'comment', 'seeAlso', 'isDefinedBy'].map((local) => `http://www.w3.org/2000/01/rdf-schema#${local}`),
      'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
      'http://www.w3.org/2000/01/rdf-schema#',
      'http://www.w3.org/2002/07/owl#',
      'http://www.w3.org/2001/XMLSchema#',
      'https://creativecommons.org/licenses/by/4.0/',
      // SKOS §5: what people type and nobody is shown.
      'http://www.w3.org/2004/02/skos/core#hiddenLabel',
    ];
    const xsd =
      /^http:\/\/www\.w3\.org\/2001\/XMLSchema#(string|double|decimal|integer|duration|date|dateTime|dateTimeStamp|gYear|gYearMonth|boolean|anyURI)$/;
    const known = (cited: string) =>
      cited.startsWith('https://hub.example/') || verified.has(cited) || core.includes(cited) || xsd.test(cited);
    expect([...iris(quads)].filter((cited) => !known(cited))).toEqual([]);
    // The check would pass for anything if the list were read wrongly.
    expect(verified.size).toBeGreaterThan(500);
    expect(verified.has('https://saref.etsi.org/core/Measurement')).toBe(false);
    expect(verified.has('http://qudt.org/vocab/unit/CCY_EUR-PER-MegaW-HR')).toBe(false);
    expect(verified.has('http://www.w3.org/ns/sosa/ObservationCollection')).toBe(false);
  });

  test('use only what the ontology defines in the hub’s own namespace, and all of it that is about vocabularies', () => {
    const own = (of: Set<string>) =>
      [...of].filter((cited) => cited.startsWith(HUB.ontology) && cited !== HUB.ontology).toSorted();
    const defined = new Set(
      ontology.filter((quad) => quad.predicate.value.endsWith('#isDefinedBy')).map((quad) => quad.subject.value),
    );
    // What stands behind the suggestion's class is about what is kept beside the vocabulary.
    const text = readFileSync(SEED_PATHS.ontology, 'utf8');
    const keptBeside = text.slice(text.indexOf('\n:Suggestion'));
    const isOfVocabulary = (cited: string) => !keptBeside.includes(`\n:${cited.slice(HUB.ontology.length)}\n`);
    expect(own(iris(quads))).toEqual(own(defined).filter(isOfVocabulary));
    expect(own(iris(ontology))).toEqual(own(defined));
  });

  test('describe each class and property of the ontology', () => {
    const described = (predicate: string) =>
      new Set(ontology.filter((quad) => quad.predicate.value.endsWith(predicate)).map((quad) => quad.subject.value));
    expect(described('rdf-schema#label')).toEqual(described('rdf-schema#isDefinedBy'));
    expect(described('rdf-schema#comment')).toEqual(described('rdf-schema#isDefinedBy'));
  });

  test('state the licence, in the vocabulary and in the ontology', () => {
    for (const [of, subject] of [
      [quads, HUB.vocabulary],
      [ontology, ONTOLOGY_IRI],
    ] as const) {
      const licences = of.filter(
        (quad) => quad.subject.value === subject && quad.predicate.value === 'http://purl.org/dc/terms/license',
      );
      expect(licences.map((quad) => quad.object.value)).toEqual(['https://creativecommons.org/licenses/by/4.0/']);
    }
  });

  test('mention nothing of the hub that they do not describe', () => {
    const subjects = new Set(quads.map((quad) => quad.subject.value));
    const inside = [...iris(quads)].filter(
      (cited) => cited.startsWith(HUB.vocabulary) && !/\/(unit|quantile|quantitykind|trs)\/$/.test(cited),
    );
    expect(inside.filter((cited) => !subjects.has(cited))).toEqual([]);
  });
});

function termText(term: Term): string {
  if (term.termType !== 'Literal') return `<${term.value}>`;
  return `${JSON.stringify(term.value)} ${term.language || term.datatype.value}`;
}

function boundText(term: BoundTerm): string {
  if (term.type === 'uri') return `<${term.value}>`;
  return `${JSON.stringify(term.value)} ${term['xml:lang'] ?? term.datatype ?? 'http://www.w3.org/2001/XMLSchema#string'}`;
}
