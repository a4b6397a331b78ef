import type { ArtefactModel } from './artefact-model.ts';
import type { Artefact, ArtefactKind, ArtefactReport, TermLevel, Written } from './artefact.ts';
import { STANDARDS } from './standards.ts';
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
}

const WRITERS: Readonly<Record<ArtefactKind, Writer>> = {
  'json-schema': {
    write: writeJsonSchema,
    mediaType: 'application/schema+json; charset=utf-8',
  },
  typescript: { write: writeTypescript, mediaType: 'text/plain; charset=utf-8' },
  python: { write: writePython, mediaType: 'text/plain; charset=utf-8' },
  openapi: { write: writeOpenApi, mediaType: 'application/json; charset=utf-8' },
  shacl: { write: writeShacl, mediaType: 'text/turtle; charset=utf-8' },
  jsonld: { write: writeJsonLd, mediaType: 'application/ld+json' },
  csvw: { write: writeCsvw, mediaType: 'application/csvm+json' },
  rml: { write: writeRml, mediaType: 'text/turtle; charset=utf-8' },
  frictionless: {
    write: writeFrictionless,
    mediaType: 'application/json; charset=utf-8',
  },
  'ngsi-ld': {
    write: writeNgsiLd,
    mediaType: 'application/schema+json; charset=utf-8',
  },
  sparql: { write: writeSparql, mediaType: 'application/sparql-query; charset=utf-8' },
};

const NO_TEXT = 'Its name holds half of a surrogate pair, which is no text: it is left out.';

/** What a model is in a standard, and how much of the conversion that does. */
export function makeArtefact(kind: ArtefactKind, model: ArtefactModel): Artefact {
  const { write, mediaType } = WRITERS[kind];
  const { fileName } = STANDARDS[kind];
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
