import { CONTROLS, SUGGESTION_FIELDS, type FieldRule } from '../suggestions/suggestion-fields.ts';
import { headersOf } from './headers.ts';
import type { Schema, Section } from './openapi-types.ts';
import { problemsOf } from './problems.ts';
import { described, object, schemaRef, text } from './schema-parts.ts';

const FIELDS = Object.entries(SUGGESTION_FIELDS);

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

/** Suggestions of terms. */
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
        responses: {
          200: {
            description: 'It was saved for review.',
            headers: headersOf('X-Suggestion-Receipt', 'Cache-Control', 'Vary', 'X-Request-Id'),
            content: { 'application/json': { schema: schemaRef('SavedSuggestion') } },
          },
          ...problemsOf({
            400: 'InvalidSuggestion',
            408: 'RequestTimeout',
            409: 'AlreadySuggested',
            413: 'TooLarge',
            415: 'UnsupportedMediaType',
            500: 'NotSaved',
            503: 'Unavailable',
          }),
        },
      },
    },
  },
  schemas: {
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
