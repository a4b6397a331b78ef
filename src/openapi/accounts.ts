import { CREDENTIALS, REFRESH_REQUEST } from '../rest/token-fields.ts';
import { headersOf, ownHeader } from './headers.ts';
import type { Answer, Section } from './openapi-types.ts';
import { problemsOf } from './problems.ts';
import { described, listOf, object, schemaRef, text } from './schema-parts.ts';

const TOKEN = 'eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl';
const access = described(text, 'A JWT, valid for an hour.');

function tokens(description: string, schema: string, example: unknown): Answer {
  return {
    description,
    headers: {
      ...headersOf('Cache-Control', 'Vary', 'X-Request-Id'),
      ...ownHeader('Pragma', 'Nobody keeps tokens.', { const: 'no-cache' }),
    },
    content: { 'application/json': { schema: schemaRef(schema), example } },
  };
}

/** Tokens, and the keys that they are verified with. */
export const ACCOUNTS: Section = {
  paths: {
    '/api/v1/token': {
      post: {
        operationId: 'signIn',
        tags: ['accounts'],
        summary: 'Get tokens for e-mail and password',
        description:
          'The account is registered and its address validated. A failure says the same, and takes as long, whether there is an account. Pages of other sites may not call it: it sends no CORS headers.',
        requestBody: {
          required: true,
          description: 'At most 16 KB, in UTF-8.',
          content: {
            'application/x-www-form-urlencoded': {
              schema: schemaRef('Credentials'),
              example: { email: 'ada@example.org', password: 'correct horse battery' },
            },
          },
        },
        responses: {
          200: tokens('The tokens.', 'TokenPair', { access: TOKEN, refresh: TOKEN }),
          ...problemsOf({
            400: 'InvalidField',
            401: 'SignInRefused',
            408: 'RequestTimeout',
            413: 'TooLarge',
            415: 'UnsupportedMediaType',
            429: 'TooManyAttempts',
            503: 'AccountsUnavailable',
          }),
        },
      },
    },
    '/api/v1/token/refresh': {
      post: {
        operationId: 'refreshAccess',
        tags: ['accounts'],
        summary: 'Get a new access token for a refresh token',
        description: 'The refresh token stays valid until its 24 hours are over; no new one is issued.',
        requestBody: {
          required: true,
          description: 'At most 16 KB.',
          content: { 'application/json': { schema: schemaRef('RefreshRequest'), example: { refresh: TOKEN } } },
        },
        responses: {
          200: tokens('The access token.', 'AccessToken', { access: TOKEN }),
          ...problemsOf({
            400: 'InvalidField',
            401: 'RefreshRefused',
            408: 'RequestTimeout',
            413: 'TooLarge',
            415: 'UnsupportedMediaType',
            503: 'AccountsUnavailable',
          }),
        },
      },
    },
    '/.well-known/jwks.json': {
      get: {
        operationId: 'readKeys',
        tags: ['accounts'],
        summary: 'The keys that tokens are verified with',
        responses: {
          200: {
            description: 'The public keys.',
            headers: headersOf('Cache-Control', 'Vary', 'X-Request-Id'),
            content: {
              'application/jwk-set+json': {
                schema: schemaRef('KeySet'),
                example: {
                  keys: [
                    {
                      kty: 'EC',
                      crv: 'P-256',
                      x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
                      y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
                      kid: 'oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U',
                      alg: 'ES256',
                      use: 'sig',
                    },
                  ],
                },
              },
            },
          },
          ...problemsOf({}),
        },
      },
    },
  },
  schemas: {
    Credentials: { ...object(CREDENTIALS), description: 'Who signs in.' },
    TokenPair: object({
      access,
      refresh: described(text, 'A JWT, valid for 24 hours, as often as wanted.'),
    }),
    RefreshRequest: object(REFRESH_REQUEST),
    AccessToken: object({ access }),
    KeySet: {
      ...object({
        keys: listOf(
          object({
            kty: { const: 'EC' },
            crv: { const: 'P-256' },
            x: text,
            y: text,
            kid: text,
            alg: { const: 'ES256' },
            use: { const: 'sig' },
          }),
        ),
      }),
      description: 'A JSON Web Key Set (RFC 7517).',
    },
  },
};
