import { count, described, listOf, schemaRef, text, uri } from './schema-parts.ts';
import type { Schema } from './openapi-types.ts';

/** What RFC 9457 wants of every error, and `error`. */
const REQUIRED = ['error', 'type', 'title', 'status', 'detail'];
const STANDARD = {
  type: described(uri, 'Names the error, and leads to a page that explains it.'),
  title: text,
  status: { type: 'integer', minimum: 400, maximum: 599 },
  detail: described(text, 'The same as error.'),
};
const ERROR = described(text, 'What was wrong, in words.');
const MEMBERS = {
  error: ERROR,
  key: described(text, 'The key or the option at fault.'),
  piece: described(text, 'The offending piece, as written.'),
  pointer: { type: 'string', format: 'json-pointer', description: 'The place in the document.' },
  offset: described(count, 'Byte offset into the body.'),
  line: { type: 'integer', minimum: 1 },
  column: { type: 'integer', minimum: 1, description: 'In bytes.' },
  hint: described(text, 'What to do about it.'),
  size: described(count, 'Bytes of what a range was asked of.'),
  reference: described(text, 'Of an internal fault: its place in the log.'),
  retryAfterSeconds: { type: 'number', exclusiveMinimum: 0 },
  ...STANDARD,
};

export const ERROR_SCHEMAS: Readonly<Record<string, Schema>> = {
  Error: {
    type: 'object',
    description: 'What was wrong, with the members of RFC 9457.',
    required: REQUIRED,
    properties: MEMBERS,
  },
  NotAllTerms: {
    type: 'object',
    required: [...REQUIRED, 'notTerms', 'termsWithoutSemantics', 'hint'],
    properties: {
      ...MEMBERS,
      notTerms: described(listOf(text), 'Keys that are no vocabulary terms.'),
      termsWithoutSemantics: described(listOf(text), 'Keys that are terms without semantics.'),
    },
  },
  NotAllTermsOrError: { anyOf: [schemaRef('NotAllTerms'), schemaRef('Error')] },
  SignInError: {
    type: 'object',
    description: 'Why a sign-in or a refresh failed.',
    required: [...REQUIRED, 'code'],
    properties: { error: ERROR, code: { enum: ['no_active_account', 'token_not_valid'] }, ...STANDARD },
  },
  FieldError: {
    type: 'object',
    description: 'What is wrong with which field, or with the body.',
    required: REQUIRED,
    properties: {
      ...MEMBERS,
      email: described(listOf(text), 'What is wrong with email.'),
      password: described(listOf(text), 'What is wrong with password.'),
      refresh: described(listOf(text), 'What is wrong with refresh.'),
    },
    additionalProperties: false,
  },
};
