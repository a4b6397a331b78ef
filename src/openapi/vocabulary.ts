// One thing, though long: the description of all reads of the vocabulary, with the schemas of their answers.
import {
  PAGE_OPTIONS,
  PARAMETERS_OPTIONS,
  SEMANTICS_OPTIONS,
  TERMS_FORMAT,
  TERMS_OPTIONS,
  VOCABULARY_OPTIONS,
} from '../rest/vocabulary-options.ts';
import { fileAnswers, RANGE } from './dumps.ts';
import { headersOf } from './headers.ts';
import type { Answer, Section, Schema } from './openapi-types.ts';
import { CONDITIONS, parametersOf } from './parameters.ts';
import { CONDITIONAL, problemsOf } from './problems.ts';
import { VOCABULARY_CONTENT } from './rdf-content.ts';
import { count, described, flag, listOf, object, schemaRef, text, uri } from './schema-parts.ts';

/** What reads of the vocabulary send along. */
export const READ_HEADERS = headersOf('ETag', 'Last-Modified', 'Cache-Control', 'Link', 'Vary', 'X-Request-Id');

/** The errors of a read that has no options. */
export const PLAIN_READ_PROBLEMS = { ...CONDITIONAL, 500: 'RegistryUnavailableForReads' } as const;
const READ_PROBLEMS = { ...PLAIN_READ_PROBLEMS, 400: 'InvalidOption' } as const;

/** A read that succeeded, as JSON. */
export function listing(description: string, schema: Schema, example: unknown): Answer {
  return { description, headers: READ_HEADERS, content: { 'application/json': { schema, example } } };
}

/** A list with its length. */
export function countedList(name: string): Schema {
  return withOptional(object({ success: flag, count, data: listOf(schemaRef(name)) }), {
    total: described(count, 'How many entries the whole list has; sent where `data` is a part of it.'),
  });
}

/** An object with properties that need not be there, too. */
function withOptional({ properties, ...rest }: Schema, optional: Readonly<Record<string, Schema>>): Schema {
  return { ...rest, properties: { ...(properties as Schema), ...optional } };
}

const FOUND_EXAMPLE = {
  success: true,
  count: 1,
  rows: 1,
  didYouMean: null,
  counts: [],
  data: [
    {
      quantity: {
        name: 'active_power',
        iri: 'http://localhost:4000/vocabulary/quantity/active_power',
        label: 'Wirkleistung',
      },
      terms: [
        {
          name: 'active_power-kW',
          iri: 'http://localhost:4000/vocabulary/active_power-kW',
          datatype: 'xsd:double',
          category: 'power',
          unit: 'http://qudt.org/vocab/unit/KiloW',
          deprecated: false,
          replacedBy: null,
          label: 'Wirkleistung (kW)',
          description: 'Wirkleistung am Messpunkt.',
          match: { kind: 'label', text: 'Wirkleistung (kW)', language: 'de', isCorrected: false },
        },
      ],
    },
  ],
};

const textOrNull: Schema = { type: ['string', 'null'] };

/** Terms, categories, prefixes, templates, and the whole vocabulary. */
export const VOCABULARY: Section = {
  paths: {
    '/api/parameters': {
      get: {
        operationId: 'listParameters',
        tags: ['vocabulary'],
        summary: 'List terms',
        description: 'The terms of the vocabulary, sorted by name.',
        parameters: [...parametersOf(PARAMETERS_OPTIONS), ...CONDITIONS],
        responses: {
          200: listing('The terms. A category that does not exist has none.', schemaRef('TermList'), {
            success: true,
            count: 1,
            data: [{ parameter: 'voltage-V', description: 'Voltage at the measuring point.', datatype: 'xsd:double' }],
          }),
          ...problemsOf(READ_PROBLEMS),
        },
      },
    },
    '/api/terms': {
      get: {
        operationId: 'findTerms',
        tags: ['vocabulary'],
        summary: 'Find terms',
        description:
          'The terms that a search and filters find, with the reason why. Terms of one quantity, which differ in their units, make one row.',
        parameters: [...parametersOf({ ...TERMS_OPTIONS, format: TERMS_FORMAT }), ...CONDITIONS],
        responses: {
          200: {
            description: 'The terms that were found. What does not exist has none.',
            headers: READ_HEADERS,
            content: {
              'application/json': { schema: schemaRef('FoundTerms'), example: FOUND_EXAMPLE },
              'text/csv': { schema: text },
              ...VOCABULARY_CONTENT,
            },
          },
          ...problemsOf(READ_PROBLEMS),
        },
      },
    },
    '/api/categories': {
      get: {
        operationId: 'listCategories',
        tags: ['vocabulary'],
        summary: 'List categories',
        description: 'The categories that terms are filed under, sorted by name.',
        parameters: [...parametersOf(PAGE_OPTIONS), ...CONDITIONS],
        responses: {
          200: listing('The categories.', schemaRef('CategoryList'), {
            success: true,
            count: 2,
            data: [{ category: 'power' }, { category: 'wind' }],
          }),
          ...problemsOf(READ_PROBLEMS),
        },
      },
    },
    '/api/ontologies': {
      get: {
        operationId: 'listOntologies',
        tags: ['vocabulary'],
        summary: 'List registered prefixes',
        description: 'Every ontology namespace that templates may cite, sorted by prefix.',
        parameters: [...parametersOf(PAGE_OPTIONS), ...CONDITIONS],
        responses: {
          200: listing('The prefixes.', listOf(schemaRef('Prefix')), [
            { prefix: 'qudt', ontology: 'http://qudt.org/schema/qudt/' },
          ]),
          ...problemsOf(READ_PROBLEMS),
        },
      },
    },
    '/api/sources': {
      get: {
        operationId: 'listSources',
        tags: ['vocabulary'],
        summary: 'List sources of data',
        description:
          'The sources whose documents the hub describes (`source`), sorted by name, with what the vocabulary covers of each.',
        parameters: [...parametersOf(PAGE_OPTIONS), ...CONDITIONS],
        responses: {
          200: listing('The sources.', schemaRef('SourceList'), {
            success: true,
            count: 1,
            data: [
              {
                source: 'fronius',
                title: 'Fronius Solar API V1',
                documentation: 'https://www.fronius.com/QR-link/0025',
                partOf: null,
                keys: 118,
                described: 103,
              },
            ],
          }),
          ...problemsOf(READ_PROBLEMS),
        },
      },
    },
    '/api/semantics': {
      get: {
        operationId: 'listSemantics',
        tags: ['vocabulary'],
        summary: 'List template rows',
        description:
          'The template rows of the terms and of the nodes that they introduce, term by term in the order of the request. What is no term has no rows.',
        parameters: [...parametersOf(SEMANTICS_OPTIONS), ...CONDITIONS],
        responses: {
          200: listing('The rows.', listOf(schemaRef('SemanticsRow')), [
            { parameter: 'timestamp', subject: 'timestamp', predicate: 'rdf:type', object: 'time:Instant' },
            {
              parameter: 'timestamp',
              subject: 'timestamp',
              predicate: 'time:inXSDDateTimeStamp',
              object: '$timestamp',
            },
          ]),
          ...problemsOf(READ_PROBLEMS),
        },
      },
    },
    '/api/vocabulary': {
      get: {
        operationId: 'readVocabulary',
        tags: ['vocabulary'],
        summary: 'Read the whole vocabulary as RDF',
        description:
          'The same as `/vocabulary/` in the formats of RDF; with `version`, the same as the address of that version.',
        parameters: [...parametersOf(VOCABULARY_OPTIONS), ...CONDITIONS, RANGE],
        responses: {
          ...fileAnswers('The vocabulary.', VOCABULARY_CONTENT),
          ...problemsOf({ ...READ_PROBLEMS, 404: 'NotFound' }),
        },
      },
    },
  },
  schemas: {
    Term: object({
      parameter: described(text, "The term's name."),
      description: text,
      datatype: described(text, 'A prefixed datatype name.'),
    }),
    TermList: countedList('Term'),
    FoundTerms: object({
      success: flag,
      count: described(count, 'How many terms were found.'),
      rows: described(count, 'How many rows they make, of which `data` has a part.'),
      didYouMean: described(textOrNull, 'The text with its mistakes corrected; null where there are none.'),
      counts: described(
        listOf(
          object({
            by: described(text, 'The option that narrows the search by it.'),
            label: text,
            values: listOf(object({ value: text, label: text, count })),
            omitted: described(count, 'How many values with fewer terms are left out.'),
          }),
        ),
        'How many of the terms have each value; empty without the option `counts`.',
      ),
      data: listOf(schemaRef('FoundRow')),
    }),
    FoundRow: withOptional(
      object({
        quantity: {
          oneOf: [{ type: 'null' }, object({ name: text, iri: uri, label: text })],
          description: 'What the terms of the row measure; null for one that is of none.',
        },
        terms: listOf(schemaRef('FoundTerm')),
      }),
      {
        omitted: described(
          count,
          'How many more terms of the quantity were found; sent where there are some. `quantity` with `format=csv` has all of them.',
        ),
      },
    ),
    FoundTerm: object({
      name: text,
      iri: uri,
      datatype: described(text, 'A prefixed name.'),
      category: described(text, 'The name of its category.'),
      unit: described({ type: ['string', 'null'], format: 'uri' }, 'The IRI of its unit; null for what has none.'),
      deprecated: flag,
      replacedBy: described(textOrNull, 'The name of the term that takes its place.'),
      label: text,
      description: text,
      match: {
        oneOf: [
          { type: 'null' },
          object({
            kind: { enum: ['name', 'label', 'other name', 'definition', 'category'] },
            text: described(text, 'The text of the term that matches.'),
            language: textOrNull,
            isCorrected: described({ type: 'boolean' }, 'A letter of the search had to be corrected.'),
          }),
        ],
        description: 'Why the search found it; null without `q`, and where only related words do.',
      },
    }),
    Category: object({ category: text }),
    CategoryList: countedList('Category'),
    Source: object({
      source: described(text, 'The name, for the option `source`.'),
      title: text,
      documentation: described(uri, "The source's own description."),
      partOf: described(
        { type: ['string', 'null'] },
        'The source that it is a part of, where nothing in a document tells the part.',
      ),
      keys: described(count, 'How many keys with amounts it is known to have.'),
      described: described(count, 'How many of them have a term.'),
    }),
    SourceList: countedList('Source'),
    Prefix: object({ prefix: text, ontology: described(uri, 'The namespace.') }),
    SemanticsRow: object({
      parameter: described(text, 'The term.'),
      subject: described(text, 'The term, or a node it introduces (`?name`).'),
      predicate: described(text, 'A prefixed name.'),
      object: described(text, 'A prefixed name, or one of the tokens `$key`, `?name`, `@key`.'),
    }),
  },
};
