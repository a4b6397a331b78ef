import type { ResolvedKey } from '../mapping/templates/resolved-templates.ts';
import type { ArtefactModel } from './artefact-model.ts';
import type { TermLevel } from './artefact.ts';
import type { ValueForm } from './document-shape.ts';
import { plainName, uniqueNames } from './safe-text.ts';
import { scalarFormOf, unseenOf, type ScalarForm } from './scalar-form.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** Keys with these forms have values of each of them; of a key of which nothing is known, of all. */
const ANY_FORM: ReadonlySet<ValueForm> = new Set(['scalar', 'array', 'nested', 'record', 'records']);

/** The forms that the values of a key have. */
export function formsOf({ shape }: Pick<ArtefactModel, 'shape'>, name: string): ReadonlySet<ValueForm> {
  const forms = shape === null ? ANY_FORM : shape.forms.get(name);
  return forms === undefined || forms.size === 0 ? new Set(['scalar']) : forms;
}

/** Whether a key has arrays of scalars. */
export function holdsArrays(forms: ReadonlySet<ValueForm>): boolean {
  return forms.has('array') || forms.has('axis') || forms.has('series');
}

/** The keys that hold records, with the keys of those; the document itself is under null. */
export function recordsOf({ shape, keys, templates }: ArtefactModel): ReadonlyMap<string | null, readonly string[]> {
  if (shape === null) return new Map([[null, keys.map(({ name }) => name)]]);
  const isKnown = (key: string | null): boolean => key === null || templates.keys.has(key);
  const records = new Map<string | null, readonly string[]>([[null, shape.root], ...shape.records]);
  return new Map(
    Array.from(records, ([holder, keysOf]) => [holder, keysOf.filter(isKnown)] as const).filter(([holder]) =>
      isKnown(holder),
    ),
  );
}

/** The name of the schema of a document. */
const DOCUMENT = 'document';

/** JSON Schemas of a model, each by a name; what they refer to is `place` and a name. */
export function schemasOf(model: ArtefactModel, place: string): Map<string, Schema> {
  const names = uniqueNames(
    model.keys.map(({ name }) => name),
    plainName,
    [DOCUMENT],
  );
  const ref = (name: string): Schema => ({ $ref: place + name });
  const schemas = new Map<string, Schema>();
  const valuesOf = (name: string): string => `${names.get(name)!}.values`;
  const arrayOf = (name: string): string => `${names.get(name)!}.array`;
  const recordOf = (name: string | null): string =>
    model.shape === null || name === null ? DOCUMENT : `${names.get(name)!}.record`;

  for (const [holder, keys] of recordsOf(model)) {
    const properties = keys.map((key): [string, Schema] => [key, ref(valuesOf(key))]);
    // A document may carry its meaning; it is no data.
    if (holder === null && !keys.includes('@semantic')) properties.push(['@semantic', { type: 'object' }]);
    schemas.set(`${recordOf(holder)}`, {
      type: 'object',
      properties: Object.fromEntries(properties),
      additionalProperties: model.lenient,
    });
  }
  for (const key of model.keys) {
    const scalar = ref(names.get(key.name)!);
    const forms = formsOf(model, key.name);
    const record = ref(recordOf(key.name));
    const nothing = { type: 'null' };
    const array = ref(arrayOf(key.name));
    const items: Schema[] = [
      ...(holdsArrays(forms) ? [scalar] : []),
      ...(forms.has('records') ? [record] : []),
      ...(forms.has('nested') ? [array] : []),
    ];
    if (items.length > 0) schemas.set(arrayOf(key.name), { type: 'array', items: { anyOf: [...items, nothing] } });
    schemas.set(valuesOf(key.name), {
      anyOf: [
        ...(forms.has('scalar') ? [scalar] : []),
        nothing,
        ...(forms.has('record') ? [record] : []),
        ...(items.length === 0 ? [] : [array]),
      ],
    });
    schemas.set(names.get(key.name)!, scalarSchema(key, model));
  }
  return schemas;
}

function scalarSchema(key: ResolvedKey, model: ArtefactModel): Schema {
  const { label, description, unit, ucum } = model.factsOf(key.name);
  const comment = {
    ...(key.isTerm ? { term: key.predicate } : {}),
    ...(key.datatype === null ? {} : { datatype: key.datatype }),
    ...(unit === null ? {} : { unit }),
    ...(ucum === null ? {} : { ucum }),
    ...(key.range === null ? {} : { range: key.range }),
  };
  return {
    ...(label === undefined ? {} : { title: label }),
    ...(description === undefined ? {} : { description }),
    ...(key.replacedBy === undefined ? {} : { deprecated: true }),
    $comment: JSON.stringify(comment),
    ...scalarConstraint(scalarFormOf(key.datatype)),
  };
}

/** What a schema says of a scalar. */
export function scalarConstraint(form: ScalarForm): Schema {
  switch (form.kind) {
    case 'number':
    case 'decimal':
      return { anyOf: [{ type: 'number' }, { type: 'string', pattern: form.pattern }] };
    case 'integer': {
      const bounds = {
        ...(form.low === null ? {} : { minimum: Number(form.low) }),
        ...(form.high === null ? {} : { maximum: Number(form.high) }),
      };
      return {
        anyOf: [
          { type: 'integer', ...bounds },
          { type: 'string', pattern: form.pattern },
        ],
      };
    }
    case 'boolean':
      return { enum: [true, false, 0, 1, 'true', 'false', '0', '1'] };
    case 'moment':
      return { type: 'string', pattern: form.pattern };
    case 'text':
      return { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };
  }
}

/** What a schema does for each key: it checks the values of terms, and makes nothing. */
export function checkingLevels({ keys }: ArtefactModel): TermLevel[] {
  return keys.map(({ name, isTerm, datatype }) =>
    isTerm
      ? { key: name, level: 'checks', missing: unseenOf(scalarFormOf(datatype)) }
      : { key: name, level: 'none', missing: ['It is no term of the vocabulary: scalars of every kind fit.'] },
  );
}
