import { MAX_TITLE_CHARACTERS } from '../suggestions/draft-source.ts';
import { CONTROLS, SOURCE_FIELDS, SUGGESTION_FIELDS, type FieldRule } from '../suggestions/suggestion-fields.ts';
import { headersOf } from './headers.ts';
import type { Schema, Section } from './openapi-types.ts';
import { ALLOWANCE, problemsOf } from './problems.ts';
import { described, object, schemaRef, text } from './schema-parts.ts';

const FIELDS = Object.entries(SUGGESTION_FIELDS);
const OF_SOURCE = Object.entries<FieldRule>(SOURCE_FIELDS);

/** The JSON Schema of a field. */
function schemaOf({ isRequired, maxCharacters, mayHaveLines, description, schema = {} }: FieldRule): Schema {
  return {
    ...text,
    // A pattern of its own excludes blank texts and control characters already.
    ...('pattern' in schema
      ? schema
      : {
          ...(isRequired ? { pattern: '\\S' } : {}),
          not: { pattern: CONTROLS[mayHaveLines === true ? 'lines' : 'line'].source },
        }),
    ...(isRequired ? { minLength: 1 } : {}),
    maxLength: maxCharacters,
    description,
  };
}

/** What a suggestion is answered with. @param conflict the problem of one that waits already */
function answersWith(conflict: 'AlreadySuggested' | 'SourceSuggested') {
  return {
    200: {
      description: 'It was saved for review.',
      headers: { ...headersOf('X-Suggestion-Receipt', 'Cache-Control', 'Vary', 'X-Request-Id'), ...ALLOWANCE },
      content: { 'application/json': { schema: schemaRef('SavedSuggestion') } },
    },
    ...problemsOf({
      400: 'InvalidSuggestion',
      403: 'OtherSite',
      408: 'RequestTimeout',
      409: conflict,
      413: 'TooLarge',
      415: 'UnsupportedMediaType',
      429: 'TooManySuggestions',
      500: 'NotSaved',
      503: 'Unavailable',
    }),
  };
}

/** Suggestions of terms and of sources. */
export const SUGGESTIONS: Section = {
  paths: {
    '/api/suggest-parameter': {
      post: {
        operationId: 'suggestParameter',
        tags: ['suggestions'],
        summary: 'Suggest a term that the vocabulary lacks',
        description:
          'Saves the suggestion for an administrator to review; it is durable when the answer comes. Names are compared without case. Other members are ignored. Pages of other sites may not call it: it sends no CORS headers.',
        requestBody: {
          required: true,
          description: 'The suggestion, at most 64 KB.',
          content: {
            'application/json': {
              schema: schemaRef('Suggestion'),
              example: {
                parameter: 'digester_temperature-degC',
                description: 'Temperature of the substrate in the digester of a biogas plant.',
                datatype: 'xsd:double',
                units: 'degrees Celsius',
                email: 'ada@example.org',
              },
            },
          },
        },
        responses: answersWith('AlreadySuggested'),
      },
    },
    '/api/suggest-source': {
      post: {
        operationId: 'suggestSource',
        tags: ['suggestions'],
        summary: 'Suggest a source of data',
        description:
          'Saves the suggestion for an administrator to review; it is durable when the answer comes. Each key of the file names a term that there is; the error names key, line and what would be right. Other members are ignored. Pages of other sites may not call it: it sends no CORS headers.',
        requestBody: {
          required: true,
          description: 'The suggestion, at most 512 KB; the file in it has at most 100,000 characters.',
          content: {
            'application/json': {
              schema: schemaRef('SourceSuggestion'),
              example: {
                source: 'acme-meter',
                file: {
                  title: 'Acme meter',
                  documentation: 'https://acme.example/',
                  keys: { 'meter.pwr': 'active_power-W', 'meter.nrg': 'active_energy_import-kWh' },
                  also: { 'meter.at': 'timestamp' },
                },
                email: 'ada@example.org',
              },
            },
          },
        },
        responses: answersWith('SourceSuggested'),
      },
    },
  },
  schemas: {
    SourceSuggestion: {
      type: 'object',
      description: 'A source of data that somebody proposes.',
      required: OF_SOURCE.map(([name]) => name),
      additionalProperties: true,
      properties: {
        ...Object.fromEntries(OF_SOURCE.map(([name, rule]) => [name, schemaOf(rule)])),
        file: {
          type: 'object',
          description: `${SOURCE_FIELDS.file.description} Which keys need which terms is in docs/sources.md; the hub accepts no others.`,
          required: ['title', 'documentation', 'keys'],
          additionalProperties: true,
          properties: {
            title: {
              ...text,
              pattern: '\\S',
              maxLength: MAX_TITLE_CHARACTERS,
              description: 'What people call the source.',
            },
            documentation: {
              ...text,
              pattern: '^https?://[A-Za-z0-9.-]+/$',
              description: "Where the source's own description is. The hub accepts every http(s) address.",
            },
            keys: {
              type: 'object',
              minProperties: 1,
              additionalProperties: text,
              description: 'Pattern and term of each key with an amount. Every term exists and is not deprecated.',
            },
          },
        },
      },
    },
    Suggestion: {
      type: 'object',
      description:
        'A term that somebody proposes. Its texts are Unicode without lone surrogates; a character beyond U+FFFF counts as two. White space around a text is removed, except around the name.',
      required: FIELDS.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
      additionalProperties: true,
      properties: Object.fromEntries(FIELDS.map(([name, rule]) => [name, schemaOf(rule)])),
    },
    SavedSuggestion: object({
      message: described(
        text,
        "Says that it was saved, names similar terms, and tells the receipt with which GraphQL's `suggestion` tells what became of it.",
      ),
    }),
  },
};
