import { HubError, type ErrorCode, type ErrorDetails } from './errors.ts';

/** Status and title (RFC 9457 §3.1) of each code of the closed list. */
const PROBLEMS: Readonly<Record<ErrorCode, readonly [status: number, title: string]>> = {
  'invalid-option': [400, 'An option is not valid'],
  'malformed-json': [400, 'The body is not JSON'],
  'not-utf8': [400, 'The body is not UTF-8'],
  'not-an-object': [400, 'The body is not a JSON object'],
  'too-deep': [400, 'The document is nested too deep'],
  'missing-semantic': [400, 'The document has no @semantic object'],
  'invalid-semantic': [422, 'The @semantic object cannot be used'],
  'unnameable-predicate': [422, 'RDF/XML cannot name a predicate'],
  'not-all-terms': [422, 'Not every key is a vocabulary term'],
  'unknown-unit': [400, 'The unit is not known'],
  'unit-families-differ': [422, 'The units measure different things'],
  'body-too-large': [413, 'The body is too large'],
  'too-many-triples': [413, 'The document makes too many triples'],
  'answer-too-large': [413, 'The answer would be too large'],
  'malformed-rdf': [400, 'The body is not RDF of its format'],
  'not-restorable': [422, 'No document makes this graph'],
  'vocabulary-not-known': [422, 'The graph is of a version of the vocabulary that is not at hand'],
  'digest-differs': [422, 'The restored document is not the one that was converted'],
  'unsupported-media-type': [415, 'The media type of the body is not supported'],
  'unsupported-encoding': [415, 'The encoding of the body is not supported'],
  'malformed-encoding': [400, 'The body is not what its Content-Encoding says'],
  'incomplete-body': [400, 'The body is incomplete'],
  'invalid-suggestion': [400, 'The suggestion is not valid'],
  'term-exists': [400, 'The term exists already'],
  'already-suggested': [409, 'It was suggested already'],
  'source-exists': [400, 'The source exists already'],
  'source-suggested': [409, 'The source was suggested already'],
  'not-saved': [500, 'It could not be saved'],
  'suggestions-unavailable': [503, 'The suggestions are unavailable'],
  'rate-limited': [429, 'Too many requests'],
  'registry-unavailable': [503, 'The vocabulary registry is unavailable'],
  'converter-busy': [503, 'The converter is busy'],
  'conversion-timeout': [503, 'The work took too long'],
  'conversion-failed': [503, 'The converter stopped'],
  'invalid-field': [400, 'A field is missing or not valid'],
  'invalid-credentials': [401, 'The e-mail address or the password is wrong'],
  'token-not-valid': [401, 'The token is not valid'],
  'invalid-link': [400, 'The link is not valid'],
  unauthenticated: [401, 'Sign in first'],
  forbidden: [403, 'That is not for everybody'],
  'too-many-attempts': [429, 'Too many attempts'],
  'sign-in-busy': [503, 'Too many sign in at the same time'],
  'accounts-unavailable': [503, 'The accounts are unavailable'],
  'webhooks-unavailable': [503, 'The webhooks are unavailable'],
  'too-many-streams': [503, 'Too many streams of events are open'],
  'malformed-query': [400, 'The query is not SPARQL 1.1'],
  'query-not-allowed': [403, 'The endpoint is read-only'],
  'query-too-complex': [400, 'The query is too complex'],
  'query-timeout': [503, 'The query took too long'],
  'sparql-busy': [503, 'The SPARQL endpoint is busy'],
  'sparql-unavailable': [501, 'Queries cannot be answered here'],
  'not-found': [404, 'There is nothing here'],
  'method-not-allowed': [405, 'The method is not allowed here'],
  'precondition-failed': [412, 'It is not what the request wants'],
  'range-not-satisfiable': [416, 'The range is not in what was asked for'],
  'malformed-request': [400, 'The request is not HTTP'],
  'request-timeout': [408, 'The request came too slowly'],
  'path-too-long': [414, 'The path of the address is too long'],
  'head-too-large': [431, 'The head of the request is too large'],
  internal: [500, 'The hub made a mistake'],
};

/** Codes that clients of the platform know from elsewhere. */
const MEMBER_CODES: Partial<Readonly<Record<ErrorCode, string>>> = {
  'invalid-credentials': 'no_active_account',
  'token-not-valid': 'token_not_valid',
};

/** The HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return PROBLEMS[code][0];
}

/** The short title of an error code (RFC 9457 §3.1.3). */
export function titleOf(code: ErrorCode): string {
  return PROBLEMS[code][1];
}

/** An answer that says what was wrong, ready to be sent. */
export interface ProblemAnswer {
  readonly code: ErrorCode;
  readonly message: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
}

export interface ProblemContext {
  readonly baseUrl: string;
  /** The reference by which an internal fault is found in the log. */
  readonly requestId: string;
  /** Whether the client asked for `application/problem+json`. */
  readonly asProblemJson: boolean;
}

/** What failures are told to; pino's logger fits. */
export interface FailureLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Logs bugs where they are masked, once, and why the hub could not do what it was asked for. */
export function logFailure(log: FailureLog, error: unknown, requestId: string): void {
  const isExpected = error instanceof HubError && error.code !== 'internal';
  if (!isExpected) log.error({ requestId, err: error }, 'internal fault');
  // A client's mistakes go to the client; clients could fill the log with them.
  else if (error.cause !== undefined && statusOf(error.code) >= 500)
    log.warn({ requestId, code: error.code, err: error.cause }, error.message);
}

/**
 * The one place where an error becomes an answer: `{ error }` with the members of RFC 9457 and what the error names.
 * Anything but a `HubError` is a bug and is reported as `internal`, without its details.
 */
export function toProblemAnswer(error: unknown, context: ProblemContext): ProblemAnswer {
  const shown =
    error instanceof HubError && error.code !== 'internal'
      ? error
      : new HubError(
          'internal',
          `The hub made a mistake. Its log tells more under the reference ${context.requestId}.`,
        );
  const [usualStatus, title] = PROBLEMS[shown.code];
  const {
    allow,
    retryAfterSeconds,
    allowance,
    status = usualStatus,
    fields,
    mediaType,
    bearerError,
    resourceMetadata,
    ...named
  } = shown.details;
  const memberCode = MEMBER_CODES[shown.code];
  const body = {
    error: shown.message,
    ...named,
    ...fields,
    ...(memberCode === undefined ? {} : { code: memberCode }),
    ...(shown.code === 'internal' ? { reference: context.requestId } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    type: `${context.baseUrl}/problems/${shown.code}`,
    title,
    status,
    detail: shown.message,
  };
  return {
    code: shown.code,
    message: shown.message,
    status,
    headers: {
      'Content-Type': context.asProblemJson ? 'application/problem+json' : 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(allow === undefined ? {} : { Allow: allow.join(', ') }),
      ...(status === 416 ? { 'Content-Range': `bytes */${shown.details.size ?? 0}` } : {}),
      ...waitingHeaders(status, retryAfterSeconds, allowance),
      ...(shown.code === 'unsupported-encoding' ? { 'Accept-Encoding': 'gzip, br' } : {}),
      ...(shown.code === 'unsupported-media-type' ? { 'Accept-Post': mediaType ?? 'application/json' } : {}),
      ...challengeHeaders(status, bearerError, resourceMetadata),
    },
    body: JSON.stringify(body),
  };
}

/** Every 401 names the scheme (RFC 9110 §15.5.2); what is wrong with a token is stated as RFC 6750 §3 says, how to sign in as RFC 9728 §5.1 does. */
export function challengeHeaders(
  status: number,
  bearerError: string | undefined,
  resourceMetadata?: string,
): Record<string, string> {
  if (status !== 401 && bearerError === undefined) return {};
  const error = bearerError === undefined ? '' : `, error="${bearerError}"`;
  const metadata = resourceMetadata === undefined ? '' : `, resource_metadata="${resourceMetadata}"`;
  return { 'WWW-Authenticate': `Bearer realm="vocabulary-hub"${error}${metadata}` };
}

/**
 * Every 429 and 503 says when another try makes sense, also where the thrower could not know; with the allowance that is used up, as
 * `draft-ietf-httpapi-ratelimit-headers-10` writes it.
 */
export function waitingHeaders(
  status: number,
  retryAfterSeconds: number | undefined,
  allowance: ErrorDetails['allowance'] | undefined,
): Record<string, string> {
  if (status !== 429 && status !== 503) return {};
  const seconds = String(Math.max(1, Math.ceil(retryAfterSeconds ?? 5)));
  if (allowance === undefined) return { 'Retry-After': seconds };
  const { name, limit, windowSeconds } = allowance;
  return {
    'Retry-After': seconds,
    'RateLimit-Policy': `"${name}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${name}";r=0;t=${seconds}`,
  };
}
