/**
 * The closed list of expected failures. The code is also the last segment of the problem's IRI
 * (`{base_url}/problems/{code}`) and, in upper snake case, GraphQL's `extensions.code`.
 */
export const ERROR_CODES = [
  'invalid-option',
  'malformed-json',
  'not-utf8',
  'not-an-object',
  'too-deep',
  'missing-semantic',
  'invalid-semantic',
  'unnameable-predicate',
  'not-all-terms',
  'unknown-unit',
  'unit-families-differ',
  'body-too-large',
  'too-many-triples',
  'answer-too-large',
  'malformed-rdf',
  'not-restorable',
  'vocabulary-not-known',
  'digest-differs',
  'unsupported-media-type',
  'unsupported-encoding',
  'malformed-encoding',
  'incomplete-body',
  'invalid-suggestion',
  'term-exists',
  'already-suggested',
  'source-exists',
  'source-suggested',
  'not-saved',
  'suggestions-unavailable',
  'rate-limited',
  'registry-unavailable',
  'converter-busy',
  'conversion-timeout',
  'conversion-failed',
  'invalid-field',
  'invalid-credentials',
  'token-not-valid',
  'invalid-link',
  'unauthenticated',
  'forbidden',
  'too-many-attempts',
  'sign-in-busy',
  'accounts-unavailable',
  'webhooks-unavailable',
  'too-many-streams',
  'malformed-query',
  'query-not-allowed',
  'query-too-complex',
  'query-timeout',
  'sparql-busy',
  'sparql-unavailable',
  'not-found',
  'method-not-allowed',
  'precondition-failed',
  'range-not-satisfiable',
  'malformed-request',
  'request-timeout',
  'path-too-long',
  'head-too-large',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** What an error names besides its sentence; the client sees all of it. */
export interface ErrorDetails {
  /** The key of the document (or of `@context`, `@prefix`, `@annotations`) at fault. */
  readonly key?: string;
  /** The offending piece, as written. */
  readonly piece?: string;
  /** JSON Pointer (RFC 6901) to the place in the document. */
  readonly pointer?: string;
  /** Byte offset into the body, from 0. */
  readonly offset?: number;
  /** Line, from 1. */
  readonly line?: number;
  /** Column in bytes, from 1. */
  readonly column?: number;
  readonly notTerms?: readonly string[];
  readonly termsWithoutSemantics?: readonly string[];
  readonly hint?: string;
  /** Seconds until another try makes sense. */
  readonly retryAfterSeconds?: number;
  /** What is used up: so many in so many seconds. */
  readonly allowance?: { readonly name: string; readonly limit: number; readonly windowSeconds: number };
  readonly allow?: readonly string[];
  /** Bytes of what a range was asked of. */
  readonly size?: number;
  /** What is wrong with which field of a form; in an answer of REST the fields are members of their own. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** The media type that a body has to have, where it is not JSON. */
  readonly mediaType?: string;
  /** What is wrong with the token of a request (RFC 6750 §3.1); without one, none came. */
  readonly bearerError?: 'invalid_request' | 'invalid_token' | 'insufficient_scope';
  /** Where it is told how to sign in to an interface (RFC 9728 §5.1). */
  readonly resourceMetadata?: string;
  /** The status, where an interface documents another than usual. */
  readonly status?: number;
}

/**
 * An expected failure. Anything else that is thrown is a bug and is answered 500.
 *
 * @example
 * ```ts
 * import { convert, HubError } from 'vocabulary-hub/mapping';
 *
 * try {
 *   convert('{');
 * } catch (error) {
 *   if (error instanceof HubError) console.log(error.code, error.message, error.details.line);
 * }
 * ```
 */
export class HubError extends Error {
  override readonly name = 'HubError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}

/** The error of an option's value, in whichever interface it was given; `expected` says what it has to be. */
export function invalidOption(name: string, value: string | number, expected: string): HubError {
  const piece = typeof value === 'string' ? value.slice(0, 200) : value;
  return new HubError('invalid-option', `${name} has to be ${expected}; it is ${JSON.stringify(piece)}.`, {
    key: name,
    piece: String(piece),
  });
}
