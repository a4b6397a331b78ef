import { HubError } from '../errors.ts';
import { toProblemAnswer } from '../problem.ts';
import { DESCRIBED_ADDRESS } from '../rest/described-address.ts';
import { headersOf, ownHeader } from './headers.ts';
import { schemaRef } from './schema-parts.ts';
import type { Answer, Headers, Reference, Schema } from './openapi-types.ts';

interface ProblemOptions {
  readonly headers?: Headers;
  readonly schema?: Schema;
}

/** The answer of an error, in both media types, with what the hub makes of `example`. */
export function problem(
  description: string,
  example: HubError,
  { headers = {}, schema = schemaRef('Error') }: ProblemOptions = {},
): Answer {
  const context = { baseUrl: DESCRIBED_ADDRESS, requestId: '', asProblemJson: false };
  const medium = { schema, example: JSON.parse(toProblemAnswer(example, context).body) as unknown };
  return {
    description,
    headers: { ...headersOf('X-Request-Id', 'Cache-Control'), ...headers },
    content: { 'application/json': medium, 'application/problem+json': medium },
  };
}

export const ALLOWANCE = headersOf('RateLimit', 'RateLimit-Policy');
const RETRY = headersOf('Retry-After');
const ACCEPT_POST = ownHeader('Accept-Post', 'What a body may be.');
export const CHALLENGE = {
  'WWW-Authenticate': { description: 'RFC 6750.', schema: { type: 'string' }, required: true },
};

/** `components.responses`: the answers that more than one operation gives. */
export const PROBLEMS = {
  NotModified: {
    description: 'The client has it.',
    headers: headersOf('ETag', 'Last-Modified', 'Cache-Control', 'Link', 'Vary', 'X-Request-Id'),
  },
  Moved: {
    description: 'An old form of an address: another case, a slash at the end, other percent signs.',
    headers: headersOf('Location', 'Cache-Control', 'X-Request-Id'),
    content: { 'text/plain': { schema: { type: 'string' } } },
  },
  InvalidOption: problem(
    'An option has an impossible value, is missing or is repeated.',
    new HubError('invalid-option', '501 terms were given; 500 is the most. Ask for them in several requests.', {
      key: 'parameter',
    }),
  ),
  UnknownUnit: problem(
    'There is no such unit, or an option is missing or not valid.',
    new HubError('unknown-unit', 'There is no unit "horsepower".', { key: 'to' }),
  ),
  UnitFamiliesDiffer: problem(
    'The units measure different things.',
    new HubError(
      'unit-families-differ',
      'Values in kW are not converted into kVA: the one is a unit of power, the other of apparent-power.',
      { key: 'to' },
    ),
  ),
  NotFound: problem(
    'There is nothing at this address.',
    new HubError('not-found', 'The vocabulary has nothing at /vocabulary/nothing.'),
  ),
  PreconditionFailed: problem(
    'What is here is not what `If-Match` or `If-Unmodified-Since` asks for.',
    new HubError(
      'precondition-failed',
      'If-Match has not the ETag of what is here: it is "FnvMpP2FKgjJ2by0KPJXusWABsl" now. Without If-Match the request is answered.',
      { key: 'if-match', piece: '"aac0d9fa5dff96ec374648c547a"' },
    ),
  ),
  RegistryUnavailableForReads: problem(
    'The vocabulary could never be read, or the hub made a mistake.',
    new HubError('registry-unavailable', 'The vocabulary registry is unavailable.', { status: 500 }),
  ),
  BadRequest: problem(
    'The body is not JSON, not a JSON object or has no `@semantic`, or an option is not valid.',
    new HubError('malformed-json', 'Expected a value at line 1, column 6.', { offset: 5, line: 1, column: 6 }),
    { headers: ALLOWANCE },
  ),
  RequestTimeout: problem('The request came too slowly.', new HubError('request-timeout', 'The body came too slowly.')),
  TooLarge: problem(
    'The body or the answer is too large, or has too many triples.',
    new HubError('body-too-large', 'The body is larger than 5 MB (5242880 bytes), the limit of this endpoint.', {
      hint: 'Send a part of the document, or split it.',
    }),
    { headers: ALLOWANCE },
  ),
  UnsupportedMediaType: problem(
    'The body is said to be something else than JSON, or is compressed in another way than gzip or br.',
    new HubError('unsupported-media-type', 'The body came as "text/csv". Send it as application/json.', {
      piece: 'text/csv',
    }),
    {
      headers: {
        ...ALLOWANCE,
        ...ACCEPT_POST,
        ...ownHeader('Accept-Encoding', 'How a body may be compressed.'),
      },
    },
  ),
  Unconvertible: problem(
    'The document cannot be converted.',
    new HubError('invalid-semantic', 'The prefix "foo" is declared nowhere.', { key: 'U_L1', piece: 'foo:bar' }),
    { headers: ALLOWANCE },
  ),
  Unrestorable: problem(
    'No document makes this graph, its version of the vocabulary is not known, or the restored document is another one.',
    new HubError(
      'digest-differs',
      'The restored document is not the one that was converted: its digest is another. Values were rewritten on the way, or triples are missing; ask for the document by value to have it nevertheless.',
    ),
    { headers: ALLOWANCE },
  ),
  RateLimited: problem(
    'Too many document requests from this client.',
    new HubError(
      'rate-limited',
      'More than 120 document requests came from this client within a minute. Try again in 12 s.',
      { retryAfterSeconds: 12 },
    ),
    { headers: { ...ALLOWANCE, ...RETRY } },
  ),
  OtherSite: problem(
    'A browser sends the request for a page of another site.',
    new HubError('forbidden', 'Pages of other sites may not ask for this.'),
  ),
  TooManySuggestions: problem(
    'The suggestions of this client, and what it asks of GraphQL, would cost more than it may in a minute, or it has suggested as much as one client may in a day.',
    new HubError(
      'rate-limited',
      'The queries and suggestions of this client would cost more than 580000 within a minute. Try again in 12 s.',
      { retryAfterSeconds: 12 },
    ),
    { headers: { ...ALLOWANCE, ...RETRY } },
  ),
  Unavailable: problem(
    'The registry is unavailable, or the converter is busy.',
    new HubError('converter-busy', 'The hub holds as many documents as it can. Try again in a moment.', {
      retryAfterSeconds: 5,
    }),
    { headers: { ...ALLOWANCE, ...RETRY } },
  ),
  ComparisonUnavailable: problem(
    'Too many versions wait to be compared, or the comparison took too long.',
    new HubError('converter-busy', 'Too many versions wait to be compared. Try again in 7 s.', {
      retryAfterSeconds: 7,
    }),
    {
      headers: ownHeader('Retry-After', 'Seconds until another try makes sense, when too many versions wait.', {
        type: 'integer',
        minimum: 1,
      }),
    },
  ),
  PathTooLong: problem(
    'The path of the address has more than 8 KB.',
    new HubError(
      'path-too-long',
      'The path of the address has 9000 bytes; at most 8 KB are read. What is long belongs behind a question mark, or into a body.',
    ),
  ),
  HeadTooLarge: problem(
    'A header that the hub reads has more than 1 KB, `Authorization` more than 8 KB, or the head of the request more than 64 KB.',
    new HubError('head-too-large', 'The header accept has 2000 bytes; at most 1 KB are read. Send a shorter one.', {
      key: 'accept',
    }),
  ),
  OtherError: problem(
    'Any other error.',
    new HubError('method-not-allowed', '/api/categories takes GET, HEAD, OPTIONS, not POST.'),
    { headers: ownHeader('Allow', 'Of a 405: the methods that the address takes.') },
  ),
  InvalidSuggestion: problem(
    'The body is not JSON, not a JSON object or lacks a required field; the e-mail is none, the name breaks a naming rule, the datatype is no prefixed name of a registered prefix, a text is too long, or the term exists already. `error` names similar terms. Of a source: the file is none, a key names no term, or the source exists already.',
    new HubError('invalid-suggestion', 'The required field email is missing.', { key: 'email' }),
    { headers: ALLOWANCE },
  ),
  AlreadySuggested: problem(
    'A suggestion of that name waits for review.',
    new HubError(
      'already-suggested',
      'digester_temperature-degC was suggested already, and waits for review; names are compared without case.',
      { key: 'parameter', piece: 'digester_temperature-degC' },
    ),
    { headers: ALLOWANCE },
  ),
  SourceSuggested: problem(
    'A suggestion of a source of that name waits for review.',
    new HubError('source-suggested', 'The source acme-meter was suggested already, and waits for review.', {
      key: 'source',
      piece: 'acme-meter',
    }),
    { headers: ALLOWANCE },
  ),
  NotSaved: problem(
    'The suggestion could not be saved, or the hub made a mistake.',
    new HubError('not-saved', 'The suggestion could not be saved.'),
    { headers: ALLOWANCE },
  ),
  InvalidField: problem(
    'A field is missing, empty or repeated, or the body cannot be read.',
    new HubError('invalid-field', 'email: This field is required.', { fields: { email: ['This field is required.'] } }),
    { schema: schemaRef('FieldError') },
  ),
  SignInRefused: problem(
    'E-mail or password is wrong, or the account may not sign in.',
    new HubError('invalid-credentials', 'No active account has this e-mail address and this password.'),
    { headers: CHALLENGE, schema: schemaRef('SignInError') },
  ),
  RefreshRefused: problem(
    'The refresh token is bad, expired or foreign, or its account was signed out.',
    new HubError('token-not-valid', 'The refresh token is not valid, or has expired.'),
    { headers: CHALLENGE, schema: schemaRef('SignInError') },
  ),
  TooManyAttempts: problem(
    'Too many attempts to sign in.',
    new HubError('too-many-attempts', 'There were too many attempts. Try again in 10 s.', { retryAfterSeconds: 10 }),
    { headers: { ...ALLOWANCE, ...RETRY } },
  ),
  AccountsUnavailable: problem(
    'Too many passwords wait to be checked, or the accounts cannot be read.',
    new HubError(
      'accounts-unavailable',
      'The accounts cannot be read or written at this moment. Try again in a few seconds.',
      { retryAfterSeconds: 5 },
    ),
    { headers: RETRY },
  ),
} as const satisfies Readonly<Record<string, Answer>>;

/** How a read is answered whose conditions decide. */
export const CONDITIONAL = { 304: 'NotModified', 412: 'PreconditionFailed' } as const;

/** The answers of an operation by status, by their names under `components.responses`; those that every operation gives are added. */
export function problemsOf(
  byStatus: Readonly<Record<string, keyof typeof PROBLEMS>>,
): Readonly<Record<string, Reference>> {
  const all: Readonly<Record<string, keyof typeof PROBLEMS>> = {
    ...byStatus,
    431: 'HeadTooLarge',
    default: 'OtherError',
  };
  return Object.fromEntries(
    Object.entries(all).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}
