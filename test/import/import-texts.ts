import { readFileSync } from 'node:fs';
import type { ImportOptions } from '../../src/import/imported-term.ts';
import { ImportReport, type ImportSummary } from '../../src/import/import-report.ts';
import { importVocabulary } from '../../src/import/import-vocabulary.ts';
import { readSource, type SourceOptions } from '../../src/import/read-source.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { parseShapes } from '../../src/vocabulary/shapes/parse-shapes.ts';
import { Shapes } from '../../src/vocabulary/shapes/validate-shapes.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { HUB, SHAPE_PATHS } from '../vocabulary/seeded.ts';
import { REVIEWABLE } from '../vocabulary/shaped-vocabulary.ts';

/** The prefixes that sources of tests need. */
export const PREFIXES = `
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix ex: <https://catalogue.example/> .
@prefix om: <http://www.ontology-of-units-of-measure.org/resource/om-2/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix quantitykind: <http://qudt.org/vocab/quantitykind/> .
@prefix qudt: <http://qudt.org/schema/qudt/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix unit: <http://qudt.org/vocab/unit/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

const read = (path: string): string => readFileSync(path, 'utf8');

/** The shapes, checked on this thread: a whole check of a hub takes seconds. */
export const SHAPES = new Shapes(
  parseShapes({
    baseUrl: HUB.baseUrl,
    shapes: read(SHAPE_PATHS.shapes),
    units: read(SHAPE_PATHS.units),
    ontology: read(SHAPE_PATHS.ontology),
  }),
);

const XSD = 'http://www.w3.org/2001/XMLSchema#';

const OPTIONS: ImportOptions & SourceOptions = {
  category: 'power',
  datatypes: { measured: `${XSD}double`, other: `${XSD}string` },
  language: 'en',
  namesFrom: 'label',
  keepIris: false,
  delimiter: ',',
};

/** What an import of texts made, to which REVIEWABLE is the vocabulary, unless another one is given. */
export interface Imported {
  readonly names: readonly string[];
  readonly triples: readonly Triple[];
  readonly summary: ImportSummary;
  /** The values that the term of this name has of a property, by the end of its IRI; languages stand behind an `@`. */
  values(name: string, property: string): string[];
  /** What was found of a code, each with its detail. */
  found(
    code: string,
  ): { readonly detail: string | null; readonly count: number; readonly concepts: readonly string[] }[];
}

export async function importTexts(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<ImportOptions & SourceOptions> = {},
  vocabulary = REVIEWABLE,
): Promise<Imported> {
  const all = { ...OPTIONS, ...options };
  const report = new ImportReport();
  const bytesOf = (text: string | Uint8Array): Uint8Array => (typeof text === 'string' ? Buffer.from(text) : text);
  const sources = Object.entries(files).map(([name, text]) => ({ name, bytes: bytesOf(text) }));
  const concepts = await readSource(sources, all, report);
  const known = readTurtle({ name: 'known.ttl', text: vocabulary, baseIri: HUB.vocabulary });
  const imported = await importVocabulary(
    concepts,
    all,
    { hub: HUB, triples: known },
    {
      origin: 'a test',
      report,
      findViolations: async (candidate) => SHAPES.validate(tableOf(candidate, HUB)),
    },
  );
  const triples = [...imported.triples];
  const summary = report.summary(imported.terms.length);
  return {
    names: imported.terms.map(({ name }) => name),
    triples,
    summary,
    values: (name, property) =>
      triples
        .filter(({ s, p }) => s.value === HUB.vocabulary + encodeURIComponent(name) && p.endsWith(property))
        .map(({ o }) => o.value + (o['xml:lang'] === undefined ? '' : `@${o['xml:lang']}`)),
    found: (code) =>
      summary.findings
        .filter((finding) => finding.code === code)
        .map(({ detail, count, concepts: named }) => ({ detail, count, concepts: named })),
  };
}

/** The same of one text of Turtle behind the prefixes. */
export function importTurtle(text: string, options?: Partial<ImportOptions & SourceOptions>): Promise<Imported> {
  return importTexts({ 'catalogue.ttl': PREFIXES + text }, options);
}
