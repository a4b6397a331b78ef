import { HubError } from '../errors.ts';
import { CONVERT_OPTIONS, CONVERT_TERMS_OPTIONS, EMBED_OPTIONS, RESTORE_OPTIONS } from '../rest/document-options.ts';
import { CHECK_SCHEMAS, VALIDATE } from './checks.ts';
import { DOCUMENT_SCHEMAS } from './document-schemas.ts';
import { headersOf, truncatedHeader } from './headers.ts';
import type { Answer, Section } from './openapi-types.ts';
import { parametersOf } from './parameters.ts';
import { ALLOWANCE, problem, problemsOf } from './problems.ts';
import { rdfContent } from './rdf-content.ts';
import { schemaRef } from './schema-parts.ts';

const PROBLEMS = {
  400: 'BadRequest',
  408: 'RequestTimeout',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  503: 'Unavailable',
} as const;

const UNNAMEABLE = 'RDF/XML cannot name every key and predicate; a document that has such a one is 422 in that format.';

const EMBEDDED = {
  '@semantic': {
    '@prefix': {
      dcterms: 'http://purl.org/dc/terms/',
      rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
      time: 'http://www.w3.org/2006/time#',
    },
    '@context': {
      timestamp: { 'rdf:type': 'time:Instant', 'time:inXSDDateTimeStamp': '$timestamp' },
      U_L1: {},
    },
    '@annotations': {
      'dcterms:created': '2026-03-01',
      'dcterms:provenance': 'The @semantic block was assembled by the Vocabulary Hub API, version 1.0.0.',
      'dcterms:conformsTo': 'http://localhost:4000/vocabulary/v/4a0e8f9b/',
    },
  },
  timestamp: '2026-03-01T10:15:00Z',
  U_L1: 231.4,
};

const INSTANT = `@prefix time: <http://www.w3.org/2006/time#> .
@prefix vocab: <http://localhost:4000/vocabulary/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

_:b0 vocab:timestamp _:b1 .
_:b1 a time:Instant ;
  time:inXSDDateTimeStamp "2026-03-01T10:15:00Z"^^xsd:dateTimeStamp .
`;

const GRAPH = `@prefix hub: <http://localhost:4000/ontology#> .

_:b0 <http://localhost:4000/id/note> "after maintenance" ;
  hub:sourceDigest "sha-256:211b2f619b085e3129b478ac77970a0230ef855bdea5d95e28476587812af632" .
`;

const SOURCE_HEADERS = headersOf('X-Semantic-Source', 'X-Semantic-Restructured');
const RDF_HEADERS = {
  ...headersOf('X-Semantic-Triples', 'X-Semantic-Warnings', 'X-Semantic-Warning-Codes', 'X-Semantic-Unmapped'),
  ...truncatedHeader('X-Semantic-Unmapped'),
  ...headersOf('Vary', 'X-Request-Id'),
  ...ALLOWANCE,
};
const RDF: Answer = { description: 'The RDF.', headers: RDF_HEADERS, content: rdfContent(INSTANT) };

/** Embedding and converting. */
export const DOCUMENTS: Section = {
  paths: {
    '/api/semantic': {
      post: {
        operationId: 'embedSemantic',
        tags: ['documents'],
        summary: 'Embed @semantic in a document',
        description:
          "Answers with the bytes of the document and the `@semantic` object as its first member. Every key that is a vocabulary term gets the term's template, with the nodes that it introduces and the prefixes that it cites; every other key gets an empty entry. An `@semantic` object that was there is replaced. With `source`, keys are described as that source means them. At most 10 MB.",
        parameters: parametersOf(EMBED_OPTIONS),
        requestBody: {
          required: true,
          description: 'A JSON object. `Content-Encoding` may be gzip or br.',
          content: {
            'application/json': {
              schema: schemaRef('Document'),
              example: { timestamp: '2026-03-01T10:15:00Z', U_L1: 231.4 },
            },
          },
        },
        responses: {
          200: {
            description: 'The document with `@semantic`; with `report=true` the document and the report.',
            headers: {
              ...headersOf('X-Semantic-Described', 'X-Semantic-Undescribed'),
              ...truncatedHeader('X-Semantic-Undescribed'),
              ...SOURCE_HEADERS,
              ...headersOf('X-Request-Id', 'Vary'),
              ...ALLOWANCE,
            },
            content: {
              'application/json': {
                schema: { anyOf: [schemaRef('DocumentWithSemantic'), schemaRef('EmbeddedDocument')] },
                examples: {
                  document: { summary: 'The document alone', value: EMBEDDED },
                  report: {
                    summary: 'With report=true',
                    value: {
                      document: EMBEDDED,
                      report: {
                        described: ['timestamp'],
                        undescribed: ['U_L1'],
                        notTerms: ['U_L1'],
                        termsWithoutSemantics: [],
                        undeclaredPrefixes: [],
                      },
                    },
                  },
                },
              },
            },
          },
          ...problemsOf(PROBLEMS),
        },
      },
    },
    '/api/rdf': {
      post: {
        operationId: 'convertDescribed',
        tags: ['documents'],
        summary: 'Convert a document that carries @semantic',
        description: `Converts the document to RDF. At most 5 MB, and 2,000,000 triples. ${UNNAMEABLE}`,
        parameters: parametersOf(CONVERT_OPTIONS),
        requestBody: {
          required: true,
          description: 'A JSON object with `@semantic`.',
          content: {
            'application/json': {
              schema: schemaRef('DocumentWithSemantic'),
              example: {
                '@semantic': {
                  '@prefix': { '@base': 'https://plant.example/id/' },
                  '@context': {
                    timestamp: { a: 'time:Instant', 'time:inXSDDateTimeStamp': '$timestamp' },
                    U_L1: { a: 'qudt:QuantityValue', 'qudt:numericValue': '$U_L1', 'qudt:hasUnit': 'unit:V' },
                  },
                },
                timestamp: '2026-03-01T10:15:00Z',
                U_L1: 231.4,
              },
            },
          },
        },
        responses: { 200: RDF, ...problemsOf({ ...PROBLEMS, 422: 'Unconvertible' }) },
      },
    },
    '/api/json-to-rdf': {
      post: {
        operationId: 'convertTerms',
        tags: ['documents'],
        summary: 'Convert a document whose keys are all terms',
        description: `As \`/api/semantic\` followed by \`/api/rdf\`. When a key is no vocabulary term, nothing is converted and the answer names the keys. An \`@semantic\` object in the input is ignored. With \`source\`, keys are described as that source means them, and those that it does not know become plain literals. At most 5 MB, and 2,000,000 triples. ${UNNAMEABLE}`,
        parameters: parametersOf(CONVERT_TERMS_OPTIONS),
        requestBody: {
          required: true,
          description: 'A JSON object.',
          content: {
            'application/json': {
              schema: schemaRef('Document'),
              example: { timestamp: '2026-03-01T10:15:00Z', 'active_power-kW': 812.4 },
            },
          },
        },
        responses: {
          200: { ...RDF, headers: { ...headersOf('X-Semantic-Described'), ...SOURCE_HEADERS, ...RDF_HEADERS } },
          ...problemsOf(PROBLEMS),
          422: problem(
            'Not every key is a term (NotAllTerms), or the document cannot be converted in this format (Error).',
            new HubError('not-all-terms', 'Not every key is a vocabulary term: "power".', {
              notTerms: ['power'],
              termsWithoutSemantics: [],
              hint: 'Rename the keys to vocabulary terms, or describe them: post the document to /api/semantic, fill the empty entries of @semantic.@context, and post the result to /api/rdf.',
            }),
            { headers: ALLOWANCE, schema: schemaRef('NotAllTermsOrError') },
          ),
        },
      },
    },
    '/api/validate': VALIDATE,
    '/api/json': {
      post: {
        operationId: 'restoreDocuments',
        tags: ['documents'],
        summary: 'Restore the documents that a graph was made of',
        description:
          'Answers with the JSON documents that the graph was made of, one for each root, read by the templates of the version of the vocabulary that it names. One document comes as it is, several one a line. With `residue` at the conversion, each is identical to its source, which the digest proves; else it is the canonical document, and the notes say what is not known. At most 10 MB, and 500,000 triples.',
        parameters: parametersOf(RESTORE_OPTIONS),
        requestBody: {
          required: true,
          description: 'RDF that the hub made, in any order. `Content-Encoding` may be gzip or br.',
          content: rdfContent(GRAPH),
        },
        responses: {
          200: {
            description: 'The documents; with `report=true` in a list, with what is known of each.',
            headers: {
              ...headersOf('X-Semantic-Documents', 'X-Semantic-Proof', 'X-Semantic-Notes', 'X-Request-Id', 'Vary'),
              ...ALLOWANCE,
            },
            content: {
              'application/json': {
                schema: { anyOf: [schemaRef('Document'), schemaRef('RestoredDocuments')] },
                examples: {
                  document: { summary: 'The document alone', value: { note: 'after maintenance' } },
                  report: {
                    summary: 'With report=true',
                    value: { documents: [{ document: { note: 'after maintenance' }, proof: 'value', notes: [] }] },
                  },
                },
              },
              'application/x-ndjson': { schema: { type: 'string' }, example: '{"note":"one"}\n{"note":"two"}\n' },
            },
          },
          ...problemsOf({ ...PROBLEMS, 422: 'Unrestorable' }),
        },
      },
    },
  },
  schemas: { ...DOCUMENT_SCHEMAS, ...CHECK_SCHEMAS },
};
