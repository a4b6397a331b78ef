import { CHANGES_OPTIONS, VERSIONS_OPTIONS } from '../rest/vocabulary-options.ts';
import type { Section } from './openapi-types.ts';
import { CONDITIONS, parametersOf } from './parameters.ts';
import { CONDITIONAL, problemsOf } from './problems.ts';
import { described, flag, listOf, object, schemaRef, text, uri } from './schema-parts.ts';
import { countedList, READ_HEADERS } from './vocabulary.ts';

const [NEW, OLD] = ['4a0e8f9b'.repeat(8), '9c1f0e6b'.repeat(8)];
const NEW_VERSION = {
  version: NEW,
  iri: `http://localhost:4000/vocabulary/v/${NEW}/`,
  since: '2026-11-21T12:00:00.000Z',
  predecessor: OLD,
  isCurrent: true,
};
const OLD_VERSION = {
  version: OLD,
  iri: `http://localhost:4000/vocabulary/v/${OLD}/`,
  since: '2026-11-21T12:00:00.000Z',
  predecessor: null,
  isCurrent: false,
};

const nameOrNull = { type: ['string', 'null'] };
const term = { term: text, iri: uri, label: text };
const properties = listOf(schemaRef('PropertyChange'));
const values = listOf(schemaRef('ChangedValue'));

/** The versions of the vocabulary, and what changed between them. */
export const VERSIONS: Section = {
  paths: {
    '/api/versions': {
      get: {
        operationId: 'listVersions',
        tags: ['vocabulary'],
        summary: 'List versions',
        description:
          'The versions of the vocabulary that can be read, the current one first, then the one that was in use before it, and so on.',
        parameters: [...parametersOf(VERSIONS_OPTIONS), ...CONDITIONS],
        responses: {
          200: {
            description: 'The versions.',
            headers: READ_HEADERS,
            content: {
              'application/json': {
                schema: schemaRef('VersionList'),
                example: { success: true, count: 2, data: [NEW_VERSION, OLD_VERSION] },
              },
            },
          },
          ...problemsOf({
            ...CONDITIONAL,
            400: 'InvalidOption',
            404: 'NotFound',
            500: 'RegistryUnavailableForReads',
          }),
        },
      },
    },
    '/api/changes': {
      get: {
        operationId: 'listChanges',
        tags: ['vocabulary'],
        summary: 'List changes',
        description:
          'What is different in one version of the vocabulary from another; what is the same in both is left out.',
        parameters: [...parametersOf(CHANGES_OPTIONS), ...CONDITIONS],
        responses: {
          200: {
            description: 'The changes.',
            headers: READ_HEADERS,
            content: {
              'application/json': {
                schema: schemaRef('Changes'),
                example: {
                  from: OLD_VERSION,
                  to: NEW_VERSION,
                  added: [],
                  changed: [
                    {
                      term: 'voltage-V',
                      iri: 'http://localhost:4000/vocabulary/voltage-V',
                      label: 'Voltage (V)',
                      properties: [
                        {
                          property: 'skos:altLabel',
                          before: [],
                          after: [{ value: 'Tension', type: 'literal', language: 'fr' }],
                        },
                      ],
                    },
                  ],
                  deprecated: [],
                  removed: [],
                  others: [],
                },
              },
            },
          },
          ...problemsOf({
            ...CONDITIONAL,
            400: 'InvalidOption',
            404: 'NotFound',
            500: 'RegistryUnavailableForReads',
            503: 'ComparisonUnavailable',
          }),
        },
      },
    },
  },
  schemas: {
    Version: object({
      version: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the content, in hex.' },
      iri: uri,
      since: {
        type: 'string',
        format: 'date-time',
        description: 'When this hub took it into use; of one that came back, when it came back.',
      },
      predecessor: described(nameOrNull, 'The version that was in use before it; null when none is known.'),
      isCurrent: flag,
    }),
    VersionList: countedList('Version'),
    ChangedTerm: object(term),
    ChangedTermWithProperties: object({ ...term, properties }),
    DeprecatedTerm: object({
      ...term,
      replacedBy: described(nameOrNull, 'The term that takes its place; null when none does.'),
    }),
    OtherChange: object({ iri: uri, kind: { enum: ['added', 'changed', 'removed'] }, properties }),
    PropertyChange: object({
      property: described(text, 'A prefixed name, an IRI where no registered prefix fits, or `template`.'),
      before: values,
      after: values,
    }),
    ChangedValue: {
      type: 'object',
      required: ['value', 'type'],
      properties: {
        value: described(text, 'An IRI, the text of a literal, or a row of a template: predicate and object.'),
        type: { enum: ['iri', 'literal', 'row'] },
        language: text,
        datatype: uri,
      },
    },
    Changes: object({
      from: {
        description: 'Null where there was no version before.',
        oneOf: [schemaRef('Version'), { type: 'null' }],
      },
      to: schemaRef('Version'),
      added: listOf(schemaRef('ChangedTerm')),
      changed: listOf(schemaRef('ChangedTermWithProperties')),
      deprecated: described(listOf(schemaRef('DeprecatedTerm')), 'Terms that are deprecated and were not.'),
      removed: listOf(schemaRef('ChangedTerm')),
      others: described(
        listOf(schemaRef('OtherChange')),
        'Categories, prefixes, nodes of templates, units and all else that is no term.',
      ),
    }),
  },
};
