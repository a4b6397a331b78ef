import type { ArtefactModel } from './artefact-model.ts';
import type { Written } from './artefact.ts';
import { headerOf } from './header.ts';
import { checkingLevels, schemasOf } from './schema-parts.ts';
import { UNSEEN_BY_SCHEMAS } from './write-json-schema.ts';

/** Components of OpenAPI 3.1, to which operations refer: the schema of JSON Schema, at the places of OpenAPI. */
export function writeOpenApi(model: ArtefactModel): Written {
  return {
    levels: checkingLevels(model),
    notes: UNSEEN_BY_SCHEMAS,
    write: (report) =>
      `${JSON.stringify(
        {
          openapi: '3.1.1',
          info: {
            title: 'Documents of vocabulary terms',
            version: report.keysHash.slice(0, 12),
            'x-hub': headerOf(report),
          },
          paths: {},
          components: { schemas: Object.fromEntries(schemasOf(model, '#/components/schemas/')) },
        },
        null,
        2,
      )}\n`,
  };
}
