import type { ResolvedKey } from '../mapping/templates/resolved-templates.ts';
import type { ArtefactModel } from './artefact-model.ts';
import type { TermLevel, Written } from './artefact.ts';
import { headerOf } from './header.ts';
import { plainName, uniqueNames } from './safe-text.ts';
import { scalarFormOf } from './scalar-form.ts';
import { scalarConstraint, type Schema } from './schema-parts.ts';

const NOTES = [
  'An entity is another graph than that of the hub: a value is a property of the entity, with its unit and instant beside it.',
  'A record is an entity of its own here; arrays are values of one property.',
];

/** What names of attributes may be (ETSI GS CIM 009, §4.6.2). */
const ATTRIBUTE = /^[A-Za-z][A-Za-z0-9_]*$/;

/** What entities have themselves. */
const OF_ENTITIES = ['id', 'type'];

/** A JSON Schema of an entity of NGSI-LD, normalized, whose attributes are the keys. */
export function writeNgsiLd(model: ArtefactModel): Written {
  const names = uniqueNames(
    model.keys.map(({ name }) => name),
    (name) => (ATTRIBUTE.test(name) ? name : `a_${plainName(name).replaceAll('-', '_')}`),
    OF_ENTITIES,
  );
  const attributes = model.keys.map((key) => [names.get(key.name)!, attributeOf(key, model)] as const);
  return {
    levels: model.keys.map((key): TermLevel => levelOf(key, model, names.get(key.name)!)),
    notes: NOTES,
    write: (report) =>
      `${JSON.stringify(
        {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          $comment: JSON.stringify(headerOf(report)),
          type: 'object',
          properties: {
            '@context': true,
            id: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9+.-]*:' },
            type: { type: 'string' },
            ...Object.fromEntries(attributes),
          },
          required: OF_ENTITIES,
          additionalProperties: model.lenient,
        },
        null,
        2,
      )}\n`,
  };
}

function levelOf({ name, isTerm, form, isTime }: ResolvedKey, model: ArtefactModel, attribute: string): TermLevel {
  if (!isTerm)
    return { key: name, level: 'none', missing: ['It is no term of the vocabulary: values of every kind fit.'] };
  const { unit, unece } = model.factsOf(name);
  const missing = [
    ...(attribute === name
      ? []
      : [`A name of NGSI-LD has letters, digits and _ alone: the attribute is ${attribute}.`]),
    ...(unit !== null && unece.length === 0
      ? ['The vocabulary has no code of UN/ECE of its unit: unitCode is not checked.']
      : []),
    ...(form === 'entity' ? ['An entity is related by its IRI: texts that are none are not.'] : []),
    ...(isTime ? ['The instant of the other values is their observedAt.'] : []),
  ];
  return { key: name, level: 'partial', missing: ['The graph of its template is not made.', ...missing] };
}

function attributeOf(key: ResolvedKey, model: ArtefactModel): Schema {
  const { unece, label } = model.factsOf(key.name);
  const title = label === undefined ? {} : { title: label };
  const comment = key.isTerm ? { $comment: key.predicate } : {};
  if (key.form === 'entity')
    return {
      ...title,
      ...comment,
      type: 'object',
      properties: { type: { const: 'Relationship' }, object: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9+.-]*:' } },
      required: ['type', 'object'],
    };
  const scalar = scalarConstraint(scalarFormOf(key.datatype));
  return {
    ...title,
    ...comment,
    type: 'object',
    properties: {
      type: { const: 'Property' },
      value: { anyOf: [scalar, { type: 'array', items: scalar }] },
      unitCode: unitCodeOf(unece),
      observedAt: scalarConstraint(scalarFormOf('http://www.w3.org/2001/XMLSchema#dateTimeStamp')),
    },
    required: ['type', 'value'],
  };
}

/** Any text where no code is known; a unit may have several, of which each is right. */
function unitCodeOf(codes: readonly string[]): Schema {
  if (codes.length === 0) return { type: 'string' };
  return codes.length === 1 ? { const: codes[0] } : { enum: codes };
}
