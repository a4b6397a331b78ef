import type { ArtefactModel } from './artefact-model.ts';
import type { TermLevel, Written } from './artefact.ts';
import { headerOf } from './header.ts';
import { scalarFormOf, type ScalarForm } from './scalar-form.ts';
import { checkingLevels, formsOf } from './schema-parts.ts';

const NOTES = [
  'A table has a column for each key, and a row for each document. Its values are texts: a number may have no other form than here.',
];

const REFUSED = 'A table has no arrays and records.';

/** A data package of Frictionless Data (Table Schema 1.0) for tables of documents. */
export function writeFrictionless(model: ArtefactModel): Written {
  const isColumn = (name: string): boolean => {
    if (model.shape === null) return true;
    const forms = formsOf(model, name);
    return model.shape.root.includes(name) && forms.size === 1 && forms.has('scalar');
  };
  return {
    levels: checkingLevels(model).map((level): TermLevel =>
      isColumn(level.key) ? level : { key: level.key, level: 'none', missing: [REFUSED] },
    ),
    notes: NOTES,
    write: (report) =>
      `${JSON.stringify(
        {
          profile: 'tabular-data-package',
          name: 'document',
          description: JSON.stringify(headerOf(report)),
          resources: [
            {
              profile: 'tabular-data-resource',
              name: 'document',
              path: 'document.csv',
              encoding: 'utf-8',
              schema: {
                fields: model.keys
                  .filter(({ name }) => isColumn(name))
                  .map(({ name, predicate, isTerm, datatype }) => {
                    const { label, description } = model.factsOf(name);
                    return {
                      name,
                      ...(label === undefined ? {} : { title: label }),
                      ...(description === undefined ? {} : { description }),
                      ...fieldOf(scalarFormOf(datatype)),
                      ...(isTerm ? { rdfType: predicate } : {}),
                    };
                  }),
                missingValues: [''],
              },
            },
          ],
        },
        null,
        2,
      )}\n`,
  };
}

/** Texts with the pattern of the datatype: the types of Table Schema read other spellings than the hub. */
function fieldOf(form: ScalarForm): object {
  if (form.kind === 'boolean') return { type: 'string', constraints: { enum: ['true', 'false', '0', '1'] } };
  return form.kind === 'text' ? { type: 'string' } : { type: 'string', constraints: { pattern: form.pattern } };
}
