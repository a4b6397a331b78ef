import { ARTEFACT_KINDS, ARTEFACT_LEVELS } from '../artefacts/artefact.ts';
import { HubError } from '../errors.ts';
import { ARTEFACT_BY_NAMES_OPTIONS, ARTEFACT_OPTIONS } from '../rest/artefact-options.ts';
import { headersOf } from './headers.ts';
import type { Answer, Headers, Schema, Section } from './openapi-types.ts';
import { CONDITIONS, parametersOf } from './parameters.ts';
import { ALLOWANCE, problem, problemsOf, PROBLEMS as SHARED } from './problems.ts';
import { described, listOf, object, schemaRef, text, uri } from './schema-parts.ts';
import { READ_HEADERS } from './vocabulary.ts';

const PROBLEMS = { 404: 'NotFound', 414: 'PathTooLong', 429: 'RateLimited' } as const;

const KIND: Schema = {
  name: 'kind',
  in: 'path',
  required: true,
  description: 'The standard.',
  schema: { type: 'string', enum: ARTEFACT_KINDS },
  example: 'json-schema',
};

const EXAMPLE = {
  artefact: '# Made by the Vocabulary Hub: shacl.\n…',
  mediaType: 'text/turtle; charset=utf-8',
  fileName: 'document.shapes.ttl',
  report: {
    kind: 'shacl',
    version: 'http://localhost:4000/vocabulary/v/4a0e8f9b/',
    keysHash: '52242bb7995c6e94166165c975642bb98dc8b082fe652b6b05f792511e75979d',
    base: 'http://localhost:4000/id/',
    terms: [{ key: 'timestamp', level: 'checks', missing: [] }],
    notTerms: [],
    notes: ['Shapes see a graph and no document.'],
  },
};

function answer(headers: Headers): Answer {
  const ofStandard = { schema: text };
  return {
    description:
      'The artefact in the media type of its standard; with `report=true` the artefact and what it is worth.',
    headers,
    content: {
      'application/json': { schema: { anyOf: [schemaRef('ReportedArtefact'), { type: 'object' }] }, example: EXAMPLE },
      'application/schema+json': { schema: { type: 'object' } },
      'application/ld+json': { schema: { type: 'object' } },
      'application/csvm+json': { schema: { type: 'object' } },
      'application/sparql-query': ofStandard,
      'text/turtle': ofStandard,
      'text/plain': ofStandard,
    },
  };
}

/** An answer of a read that counts as a document. */
function withAllowance(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, ...ALLOWANCE } };
}

/** The meaning of keys in other standards. */
export const ARTEFACTS: Section = {
  paths: {
    '/api/artefacts/{kind}': {
      get: {
        operationId: 'readArtefact',
        tags: ['vocabulary'],
        summary: 'What a set of keys is in another standard',
        description:
          'A schema, types, shapes or a mapping of documents that have these keys. What one key becomes depends on the others: name all keys of the documents at once. Counts as a document.',
        parameters: [KIND, ...parametersOf(ARTEFACT_BY_NAMES_OPTIONS), ...CONDITIONS],
        responses: {
          200: answer({ ...READ_HEADERS, ...ALLOWANCE }),
          ...problemsOf({
            ...PROBLEMS,
            413: 'TooLarge',
          }),
          400: withAllowance(SHARED.InvalidOption),
          304: withAllowance(SHARED.NotModified),
          412: withAllowance(SHARED.PreconditionFailed),
          500: withAllowance(SHARED.RegistryUnavailableForReads),
          422: problem(
            'A name is no term, and `lenient` is not asked for.',
            new HubError('not-all-terms', 'Not every key is a vocabulary term: "power".', {
              notTerms: ['power'],
              termsWithoutSemantics: [],
              hint: 'Take terms of the vocabulary, or ask with lenient=true, which keeps other keys as plain literals.',
            }),
            { headers: ALLOWANCE, schema: schemaRef('NotAllTerms') },
          ),
        },
      },
      post: {
        operationId: 'makeArtefact',
        tags: ['documents'],
        summary: 'What documents like a sample are in another standard',
        description:
          'The same, of the keys of a sample document, and of the forms of its values: what is a scalar, an array or a record there is one in the artefact. Keys that are no terms are taken as they are. At most 1 MB, 500 keys and 100,000 values.',
        parameters: [KIND, ...parametersOf(ARTEFACT_OPTIONS)],
        requestBody: {
          required: true,
          description: 'A JSON object. `Content-Encoding` may be gzip or br.',
          content: {
            'application/json': {
              schema: schemaRef('Document'),
              example: { timestamp: '2026-03-01T10:15:00Z', device_id: 'inverter 7', 'active_power-kW': 812.4 },
            },
          },
        },
        responses: {
          200: answer({ ...headersOf('X-Request-Id', 'Vary'), ...ALLOWANCE }),
          ...problemsOf({
            ...PROBLEMS,
            400: 'BadRequest',
            408: 'RequestTimeout',
            413: 'TooLarge',
            415: 'UnsupportedMediaType',
            503: 'Unavailable',
          }),
        },
      },
    },
  },
  schemas: {
    ReportedArtefact: object({
      artefact: described(text, 'The text.'),
      mediaType: text,
      fileName: described(text, 'A name for its file.'),
      report: schemaRef('ArtefactReport'),
    }),
    ArtefactReport: object({
      kind: text,
      version: described(uri, 'The version of the vocabulary.'),
      keysHash: described(text, 'SHA-256 over the keys and what else decides: equal hashes and versions say the same.'),
      base: described(text, 'The namespace in which entities are minted.'),
      terms: listOf(schemaRef('ArtefactTermLevel')),
      notTerms: described(listOf(text), 'Keys that are no terms: they stay plain literals.'),
      notes: described(listOf(text), 'What holds for the artefact as a whole.'),
    }),
    ArtefactTermLevel: object({
      key: text,
      level: described(
        { type: 'string', enum: ARTEFACT_LEVELS },
        'How much of the conversion the artefact does: `same` graph, `value-equal` numbers, `checks` and makes nothing, `partial`, `none`.',
      ),
      missing: described(listOf(text), 'What it does not do.'),
    }),
  },
};
