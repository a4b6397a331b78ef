import type { ArtefactModel } from './artefact-model.ts';
import type { Written } from './artefact.ts';
import { headerOf } from './header.ts';
import { checkingLevels, schemasOf } from './schema-parts.ts';

/** What no schema sees of a document. */
export const UNSEEN_BY_SCHEMAS = [
  'A schema does not compare the lengths of arrays, and does not see repeated keys: the hub warns of those.',
  'Ranges are annotations: the hub warns of values outside, and converts them.',
];

/** A JSON Schema of documents (draft 2020-12). It has no keywords of its own, so that strict validators take it. */
export function writeJsonSchema(model: ArtefactModel): Written {
  return {
    levels: checkingLevels(model),
    notes: UNSEEN_BY_SCHEMAS,
    write: (report) =>
      `${JSON.stringify(
        {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          $comment: JSON.stringify(headerOf(report)),
          $ref: '#/$defs/document',
          $defs: Object.fromEntries(schemasOf(model, '#/$defs/')),
        },
        null,
        2,
      )}\n`,
  };
}
