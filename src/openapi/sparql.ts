import { HubError } from '../errors.ts';
import { GRAPH_OPTIONS, QUERY, RESULT_FORMAT } from '../sparql/options.ts';
import { headersOf, ownHeader } from './headers.ts';
import type { Answer, Content, Schema, Section } from './openapi-types.ts';
import { TAG_CONDITIONS, parametersOf } from './parameters.ts';
import { problem, problemsOf } from './problems.ts';
import { rdfContent } from './rdf-content.ts';
import { flag, schemaRef, text } from './schema-parts.ts';

const OPTIONS = { ...GRAPH_OPTIONS, format: RESULT_FORMAT };

/** The options as fields of a form. A field `update` is refused with 403. */
const FORM: Schema = {
  type: 'object',
  required: [QUERY.name],
  properties: Object.fromEntries([QUERY, ...Object.values(OPTIONS)].map(({ name, schema }) => [name, schema])),
  not: { required: ['update'] },
};

const open: Schema = { type: 'object', additionalProperties: true };
const RESULTS: Content = {
  'application/sparql-results+json': {
    schema: { type: 'object', required: ['head'], properties: { head: open, results: open, boolean: flag } },
    example: { head: {}, boolean: true },
  },
  'application/sparql-results+xml': { schema: text },
  'text/csv': { schema: text },
  'text/tab-separated-values': { schema: text },
  ...rdfContent(),
};
const PAGE: Content = { 'text/html': { schema: schemaRef('Page') } };

const HEADERS = headersOf('Cache-Control', 'Vary', 'X-Request-Id');
const ANSWER = 'The answer, in the form that was asked for.';

const PROBLEMS: Readonly<Record<string, Answer>> = {
  400: problem(
    'The query is not SPARQL 1.1, or over a limit, or an option is not valid.',
    new HubError('malformed-query', 'The query is not SPARQL 1.1: line 2, column 12, ")" cannot stand here.', {
      line: 2,
      column: 12,
      piece: ')',
    }),
  ),
  403: problem(
    'An update, or SERVICE.',
    new HubError('query-not-allowed', 'This endpoint is read-only: it takes queries and no updates.'),
  ),
  413: problem(
    'The answer, or the body, is too large.',
    new HubError('answer-too-large', 'The answer would have 100,001 rows or more; at most 100,000 rows are given.', {
      hint: 'LIMIT and OFFSET, with ORDER BY, give it in parts.',
    }),
  ),
  422: problem(
    'RDF/XML cannot name a predicate of the answer.',
    new HubError('unnameable-predicate', 'RDF/XML cannot name the predicate http://example.org/1.', {
      piece: 'http://example.org/1',
    }),
  ),
  501: problem(
    'The vocabulary is larger than the engine in the process can hold, and there is no SPARQL server.',
    new HubError(
      'sparql-unavailable',
      'The vocabulary has 559,000 triples with its ontology, and the SPARQL engine in the process of the hub holds 500,000. Queries are answered 501 until HUB_STORE_QUERY_URL and the settings after it name a SPARQL server.',
    ),
  ),
  503: problem(
    'The query took too long, too many others wait, no vocabulary could be read yet, or the SPARQL server does not answer as it should.',
    new HubError('query-timeout', 'The query took longer than 5 s, which is what one query has, and was ended.', {
      hint: 'Ask for less: LIMIT, fewer patterns, or names instead of variables.',
      retryAfterSeconds: 30,
    }),
    { headers: headersOf('Retry-After') },
  ),
  ...problemsOf({}),
};

/** SPARQL 1.1 Protocol. */
export const SPARQL: Section = {
  paths: {
    '/sparql': {
      get: {
        operationId: 'querySparql',
        tags: ['vocabulary'],
        summary: 'Ask a SPARQL query',
        description: 'SPARQL 1.1 Protocol, queries alone. Without a query, the description of the service.',
        parameters: [...parametersOf({ query: QUERY, ...OPTIONS }), ...TAG_CONDITIONS],
        responses: {
          200: {
            description: ANSWER,
            headers: {
              ...ownHeader('ETag', 'Of an answer that is always the same: strong validator of these bytes.'),
              ...HEADERS,
            },
            content: { ...RESULTS, ...PAGE },
          },
          304: { description: 'The client has this answer.', headers: { ...headersOf('ETag'), ...HEADERS } },
          ...PROBLEMS,
          ...problemsOf({ 412: 'PreconditionFailed' }),
        },
      },
      post: {
        operationId: 'postSparql',
        tags: ['vocabulary'],
        summary: 'Ask a SPARQL query that is too long for an address',
        description:
          'As a form, or as the body itself with the type application/sparql-query. `format` is given once, in the address or in the form.',
        parameters: parametersOf(OPTIONS),
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': {
              schema: FORM,
              example: { query: QUERY.example },
            },
            'application/sparql-query': { schema: QUERY.schema, example: QUERY.example },
          },
        },
        responses: {
          200: { description: ANSWER, headers: HEADERS, content: RESULTS },
          ...PROBLEMS,
          415: problem(
            'The body is no query and no form, or not in UTF-8.',
            new HubError(
              'unsupported-media-type',
              'The body came without a Content-Type. Send it as application/sparql-query or application/x-www-form-urlencoded.',
              { piece: '' },
            ),
            { headers: ownHeader('Accept-Post', 'What a body may be.') },
          ),
        },
      },
    },
  },
  schemas: {},
};
