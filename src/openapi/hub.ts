import { headersOf } from './headers.ts';
import type { Section } from './openapi-types.ts';
import { CONDITIONS } from './parameters.ts';
import { CONDITIONAL, problemsOf } from './problems.ts';
import { described, flag, object, schemaRef, text } from './schema-parts.ts';
import { READ_HEADERS } from './vocabulary.ts';

const HEADERS = headersOf('Cache-Control', 'X-Request-Id', 'Vary');

const note = object({ note: text });

/** The hub itself: its description, whether it lives, whether it can work. */
export const HUB: Section = {
  paths: {
    '/api/openapi.json': {
      get: {
        operationId: 'readInterface',
        tags: ['hub'],
        summary: 'Read this description',
        parameters: CONDITIONS,
        responses: {
          200: {
            description: 'An OpenAPI 3.1 document.',
            headers: READ_HEADERS,
            content: {
              'application/json': {
                schema: { type: 'object', required: ['openapi', 'info', 'paths'], additionalProperties: true },
              },
            },
          },
          ...problemsOf(CONDITIONAL),
        },
      },
    },
    '/healthz': {
      get: {
        operationId: 'readHealth',
        tags: ['hub'],
        summary: 'Whether the process lives',
        responses: {
          200: {
            description: 'It does.',
            headers: HEADERS,
            content: {
              'application/json': { schema: object({ status: { const: 'ok' } }), example: { status: 'ok' } },
            },
          },
          ...problemsOf({}),
        },
      },
    },
    '/readyz': {
      get: {
        operationId: 'readReadiness',
        tags: ['hub'],
        summary: 'Whether the hub can do its work',
        responses: {
          200: {
            description: 'It can.',
            headers: HEADERS,
            content: { 'application/json': { schema: schemaRef('Readiness') } },
          },
          503: {
            description: 'It cannot yet, or any more.',
            headers: { ...HEADERS, ...headersOf('Retry-After') },
            content: { 'application/json': { schema: schemaRef('Readiness') } },
          },
          ...problemsOf({}),
        },
      },
    },
  },
  schemas: {
    Readiness: {
      type: 'object',
      required: ['status', 'state', 'registry', 'workers'],
      properties: {
        status: { enum: ['ready', 'not ready'] },
        state: { enum: ['starting', 'running', 'stopping'] },
        registry: {
          type: 'object',
          required: ['readAt', 'stale'],
          properties: { readAt: { type: ['string', 'null'], format: 'date-time' }, stale: flag, note: text },
        },
        store: described(note, 'There when nothing can be saved.'),
        versions: described(note, 'There when old versions cannot be kept.'),
        workers: object({ count: { type: 'integer' } }, { additionalProperties: true }),
      },
      additionalProperties: true,
    },
  },
};
