import { ARTEFACT_KINDS } from '../artefacts/artefact.ts';
import { HubError } from '../errors.ts';
import { IMPACT_LEVELS } from '../impact/impact.ts';
import { headersOf } from './headers.ts';
import type { Section } from './openapi-types.ts';
import { CHALLENGE, problem, problemsOf } from './problems.ts';
import { count, described, listOf, object, schemaRef, text } from './schema-parts.ts';

const LEVEL = described(
  { type: 'string', enum: IMPACT_LEVELS },
  'How much happens: `same` nothing; `additive` triples come; `needs-migration` an update does for graphs that there are; `changed` no update is known; `breaks` something is refused or warned of that was not.',
);
const NULLABLE_TEXT = { type: ['string', 'null'] } as const;
const UPDATE = described(NULLABLE_TEXT, 'A SPARQL Update for the graphs that there are; it was tried.');
const SAMPLE = { name: 'reading.json', document: '{"timestamp":"2026-03-01T10:15:00Z","active_power-kW":812.40}' };

/** What changes of the vocabulary do. */
export const IMPACT: Section = {
  paths: {
    '/api/impact': {
      post: {
        operationId: 'compareImpact',
        tags: ['vocabulary'],
        summary: 'What a change of the vocabulary does to documents',
        description:
          'Converts samples with two versions of the vocabulary, or with one and a candidate, and compares the graphs, key by key. For administrators: send an access token as `Authorization: Bearer …`. A comparison may take a minute.',
        security: [{ administrator: [] }],
        requestBody: {
          required: true,
          description: 'At most 32 MB, 100 samples and 2 Mi characters of documents, of 100,000 triples each.',
          content: { 'application/json': { schema: schemaRef('ImpactRequest'), example: { samples: [SAMPLE] } } },
        },
        responses: {
          200: {
            description: 'What happens.',
            headers: headersOf('X-Request-Id', 'Cache-Control', 'Vary'),
            content: {
              'application/json': {
                schema: schemaRef('Impact'),
                example: {
                  level: 'same',
                  documents: [
                    {
                      name: SAMPLE.name,
                      refusedBefore: null,
                      refusedAfter: null,
                      keyCount: 2,
                      level: 'same',
                      keys: [],
                      artefacts: [],
                    },
                  ],
                  keys: [],
                  migration: null,
                },
              },
            },
          },
          401: problem(
            'Nobody is signed in, or the token is not valid.',
            new HubError('unauthenticated', 'The access token is not valid, or has expired. Get a new one.', {
              bearerError: 'invalid_token',
            }),
            { headers: CHALLENGE },
          ),
          403: problem(
            'The account is no administrator.',
            new HubError('forbidden', 'Only administrators may do that.', { bearerError: 'insufficient_scope' }),
            { headers: CHALLENGE },
          ),
          ...problemsOf({
            400: 'BadRequest',
            404: 'NotFound',
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
    ImpactRequest: {
      type: 'object',
      properties: {
        from: described(NULLABLE_TEXT, 'The version before, by its name or its IRI. Default: the one in use.'),
        to: described(NULLABLE_TEXT, 'The version afterwards, the same way. Not with `candidate`.'),
        candidate: described(NULLABLE_TEXT, 'The vocabulary afterwards, as Turtle.'),
        samples: described(
          listOf(object({ name: text, document: described(text, 'JSON as text.') })),
          'Documents that people have; needed without `shipped`.',
        ),
        shipped: {
          type: 'boolean',
          default: false,
          description: 'Whether the documents that come with the hub are samples, too.',
        },
      },
    },
    Impact: object({
      level: LEVEL,
      documents: listOf(schemaRef('DocumentImpact')),
      keys: listOf(
        object({
          key: described(NULLABLE_TEXT, 'Null for what is said of records themselves.'),
          level: LEVEL,
          documents: described(count, 'Documents in which something happens to it.'),
          added: count,
          removed: count,
          migration: UPDATE,
        }),
      ),
      migration: UPDATE,
    }),
    DocumentImpact: object({
      name: text,
      level: LEVEL,
      refusedBefore: schemaRef('Refusal'),
      refusedAfter: schemaRef('Refusal'),
      keyCount: count,
      keys: listOf(
        object({
          key: NULLABLE_TEXT,
          level: LEVEL,
          added: described(count, 'Distinct triples that come.'),
          removed: described(count, 'Distinct triples that go.'),
          addedTriples: described(listOf(text), 'The first twenty, with prefixes.'),
          removedTriples: listOf(text),
          warnings: described(
            listOf(object({ code: text, key: text, pointer: text, count, message: text })),
            'What is warned of, and was not.',
          ),
          migration: UPDATE,
        }),
      ),
      artefacts: described(
        listOf(
          object({
            kind: { type: 'string', enum: ARTEFACT_KINDS },
            levels: listOf(object({ key: text, before: NULLABLE_TEXT, after: NULLABLE_TEXT })),
          }),
        ),
        'Artefacts of the keys of the document that say something else, and for which keys they do more or less.',
      ),
    }),
    Refusal: {
      anyOf: [object({ code: text, message: text }), { type: 'null' }],
      description: 'Why a document is not converted; null where it is.',
    },
  },
};
