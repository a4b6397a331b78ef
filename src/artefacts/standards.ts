import type { ArtefactKind } from './artefact.ts';

interface Standard {
  /** As people call it. */
  readonly name: string;
  /** A name for the file of an artefact. */
  readonly fileName: string;
}

/** The standards of the artefacts. What it takes to write one is no part of it, so that pages can name them. */
export const STANDARDS: Readonly<Record<ArtefactKind, Standard>> = {
  'json-schema': { name: 'JSON Schema', fileName: 'document.schema.json' },
  typescript: { name: 'TypeScript', fileName: 'document.d.ts' },
  python: { name: 'Python', fileName: 'document.py' },
  openapi: { name: 'OpenAPI', fileName: 'document.openapi.json' },
  shacl: { name: 'SHACL', fileName: 'document.shapes.ttl' },
  jsonld: { name: 'JSON-LD', fileName: 'document.frame.jsonld' },
  csvw: { name: 'CSV on the Web', fileName: 'document.csv-metadata.json' },
  rml: { name: 'RML', fileName: 'document.rml.ttl' },
  frictionless: { name: 'Frictionless', fileName: 'datapackage.json' },
  'ngsi-ld': { name: 'NGSI-LD', fileName: 'entity.schema.json' },
  sparql: { name: 'SPARQL', fileName: 'document.rq' },
};
