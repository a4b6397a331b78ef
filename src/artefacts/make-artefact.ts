import type { ArtefactModel } from './artefact-model.ts';
import type { Artefact, ArtefactKind, ArtefactReport, TermLevel, Written } from './artefact.ts';
import { writeCsvw } from './write-csvw.ts';
import { writeFrictionless } from './write-frictionless.ts';
import { writeJsonLd } from './write-jsonld.ts';
import { writeJsonSchema } from './write-json-schema.ts';
import { writeNgsiLd } from './write-ngsi-ld.ts';
import { writeOpenApi } from './write-openapi.ts';
import { writePython } from './write-python.ts';
import { writeRml } from './write-rml.ts';
import { writeShacl } from './write-shacl.ts';
import { writeSparql } from './write-sparql.ts';
import { writeTypescript } from './write-typescript.ts';

interface Writer {
  readonly write: (model: ArtefactModel) => Written;
  readonly mediaType: string;
  readonly fileName: string;
}

const WRITERS: Readonly<Record<ArtefactKind, Writer>> = {
  'json-schema': {
    write: writeJsonSchema,
    mediaType: 'application/schema+json; charset=utf-8',
    fileName: 'document.schema.json',
  },
  typescript: { write: writeTypescript, mediaType: 'text/plain; charset=utf-8', fileName: 'document.d.ts' },
  python: { write: writePython, mediaType: 'text/plain; charset=utf-8', fileName: 'document.py' },
  openapi: { write: writeOpenApi, mediaType: 'application/json; charset=utf-8', fileName: 'document.openapi.json' },
  shacl: { write: writeShacl, mediaType: 'text/turtle; charset=utf-8', fileName: 'document.shapes.ttl' },
  jsonld: { write: writeJsonLd, mediaType: 'application/ld+json', fileName: 'document.frame.jsonld' },
  csvw: { write: writeCsvw, mediaType: 'application/csvm+json', fileName: 'document.csv-metadata.json' },
  rml: { write: writeRml, mediaType: 'text/turtle; charset=utf-8', fileName: 'document.rml.ttl' },
  frictionless: {
    write: writeFrictionless,
    mediaType: 'application/json; charset=utf-8',
    fileName: 'datapackage.json',
  },
  'ngsi-ld': {
    write: writeNgsiLd,
    mediaType: 'application/schema+json; charset=utf-8',
    fileName: 'entity.schema.json',
  },
  sparql: { write: writeSparql, mediaType: 'application/sparql-query; charset=utf-8', fileName: 'document.rq' },
};

const NO_TEXT = 'Its name holds half of a surrogate pair, which is no text: it is left out.';

/** What a model is in a standard, and how much of the conversion that does. */
export function makeArtefact(kind: ArtefactKind, model: ArtefactModel): Artefact {
  const { write, mediaType, fileName } = WRITERS[kind];
  const { levels, notes, write: writeWith } = write(model);
  const { templates, keys, keysHash, leftOut } = model;
  const { citedOutside, undescribedNodes } = templates;
  const report: ArtefactReport = {
    kind,
    version: templates.versionIri,
    keysHash,
    base: templates.base,
    terms: [...levels, ...leftOut.map((key): TermLevel => ({ key, level: 'none', missing: [NO_TEXT] }))],
    notTerms: keys.flatMap(({ name, isTerm }) => (isTerm ? [] : [name])),
    notes: [
      ...notes,
      ...(citedOutside.length === 0
        ? []
        : [
            `Documents with one of these keys, too, have more triples: ${citedOutside.map((key) => JSON.stringify(key)).join(', ')}.`,
          ]),
      ...(undescribedNodes.length === 0
        ? []
        : [`The vocabulary does not describe these nodes of templates: ${undescribedNodes.join(', ')}.`]),
    ],
  };
  return { text: writeWith(report), mediaType, fileName, report };
}
