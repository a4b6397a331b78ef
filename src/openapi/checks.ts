import { CHECK_CODES, LEVELS } from '../check/finding-codes.ts';
import { ERROR_CODES } from '../errors.ts';
import { WARNING_CODES } from '../mapping/records/warnings.ts';
import { VALIDATE_OPTIONS } from '../rest/document-options.ts';
import { headersOf } from './headers.ts';
import type { Schema, Section } from './openapi-types.ts';
import { parametersOf } from './parameters.ts';
import { ALLOWANCE, problemsOf } from './problems.ts';
import { count, described, listOf, object, schemaRef, text, uri } from './schema-parts.ts';

const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const position = orNull({ type: 'integer', minimum: 1 });
const level = { enum: [...LEVELS] };

const FINDING = {
  level: 'warning',
  code: 'out-of-range',
  key: 'state_of_charge-percent',
  pointer: '/state_of_charge-percent',
  line: 1,
  column: 29,
  count: 1,
  message:
    'Values of "state_of_charge-percent" are outside of the range of the term, 0 to 100: the first of them is 520. They were kept as they are.',
  help: null,
  nearestTerm: null,
  type: 'http://localhost:4000/problems/out-of-range',
  places: [{ pointer: '/state_of_charge-percent', line: 1, column: 29 }],
};

/** `POST /api/validate` */
export const VALIDATE: Section['paths'][string] = {
  post: {
    operationId: 'validateDocument',
    tags: ['documents'],
    summary: 'Check a document',
    description:
      'Tells what a conversion of the document would refuse or warn of, and what else may be wrong: text, keys, arrays, values, units, times, plausibility, and the graph by SHACL shapes. Findings are grouped by key and code. That the document is no JSON, or cannot be converted, is a finding and no error. At most 5 MB.',
    parameters: parametersOf(VALIDATE_OPTIONS),
    requestBody: {
      required: true,
      description: 'A JSON object. `Content-Encoding` may be gzip or br.',
      content: { 'application/json': { schema: schemaRef('Document'), example: { 'state_of_charge-percent': 520 } } },
    },
    responses: {
      200: {
        description: 'What was found, in the format that was asked for.',
        headers: { ...headersOf('X-Semantic-Findings', 'X-Request-Id', 'Vary'), ...ALLOWANCE },
        content: {
          'application/json': {
            schema: schemaRef('DocumentCheck'),
            example: {
              worst: 'warning',
              counts: { error: 0, warning: 1, note: 0 },
              omitted: 0,
              triples: 13,
              findings: [FINDING],
            },
          },
          'application/x-ndjson': {
            schema: text,
            example: `${JSON.stringify({ file: 'document.json', ...FINDING })}\n`,
          },
          'application/sarif+json': { schema: { type: 'object' } },
          'application/xml': { schema: text },
          'text/plain': {
            schema: text,
            example: `document.json:1:29: warning: ${FINDING.message} [out-of-range]\n`,
          },
        },
      },
      ...problemsOf({
        400: 'BadRequest',
        408: 'RequestTimeout',
        413: 'TooLarge',
        415: 'UnsupportedMediaType',
        422: 'Unconvertible',
        429: 'RateLimited',
        503: 'Unavailable',
      }),
    },
  },
};

export const CHECK_SCHEMAS: Readonly<Record<string, Schema>> = {
  DocumentCheck: object({
    worst: described(orNull(level), 'The worst level; null where nothing was found.'),
    counts: described(
      object({ error: count, warning: count, note: count }),
      'How many findings of each level there are.',
    ),
    omitted: described(count, 'How many findings are counted and not told: a thousand are.'),
    triples: described(orNull(count), 'How many triples the graph has; null for a document that is not converted.'),
    findings: described(listOf(schemaRef('Finding')), 'What was found, by key and code.'),
  }),
  Finding: object({
    level: described(level, 'How bad it is.'),
    code: described({ enum: [...CHECK_CODES, ...WARNING_CODES, ...ERROR_CODES] }, 'What it is.'),
    key: described(orNull(text), 'The key; null where it is about none.'),
    pointer: described(orNull(text), 'JSON Pointer (RFC 6901) to the first place; null in a text that is no JSON.'),
    line: described(position, 'The line of the first place.'),
    column: described(position, 'Its column, in UTF-16 code units.'),
    count: described(count, 'How often it was found.'),
    message: described(text, 'A sentence about the first place.'),
    help: described(orNull(text), 'What to do; null where the page of the code says it.'),
    nearestTerm: described(orNull(text), 'The term that the key probably means; null where none comes near.'),
    type: described(uri, 'The address that explains the code.'),
    places: described(listOf(schemaRef('FindingPlace')), 'The first places, at most five.'),
  }),
  FindingPlace: object({ pointer: orNull(text), line: position, column: position }),
};
