import type { Headers, Schema } from './openapi-types.ts';
import { count, text } from './schema-parts.ts';

/** `components.headers`: every header of the answers that more than one operation sends. */
export const HEADERS = {
  'X-Semantic-Described': {
    description: 'How many keys took their template from the registry.',
    schema: count,
    required: true,
    example: 12,
  },
  'X-Semantic-Undescribed': {
    description: 'Keys left with an empty entry, percent-encoded, comma-separated, at most 4,096 bytes.',
    schema: text,
    required: true,
    example: 'power,note',
  },
  'X-Semantic-Triples': { description: 'How many triples the RDF has.', schema: count, required: true, example: 102 },
  'X-Semantic-Warnings': { description: 'How many warnings were raised.', schema: count, required: true, example: 3 },
  'X-Semantic-Warning-Codes': {
    description: 'How many of each kind; sent when there are any.',
    schema: { ...text, pattern: '^[a-z-]+=[0-9]+(,[a-z-]+=[0-9]+)*$' },
    example: 'datatype-mismatch=3',
  },
  'X-Semantic-Unmapped': {
    description: 'Keys kept as plain literals, percent-encoded, comma-separated, at most 4,096 bytes.',
    schema: text,
    required: true,
    example: 'note',
  },
  'X-Semantic-Documents': {
    description: 'How many documents the graph was made of.',
    schema: count,
    required: true,
    example: 1,
  },
  'X-Semantic-Proof': {
    description: 'What the digests of the graph prove to be that of the sources, of all documents.',
    schema: { enum: ['value', 'bytes', 'none'] },
    required: true,
    example: 'value',
  },
  'X-Semantic-Notes': {
    description: 'Codes of what is not known of the documents; sent when there is any.',
    schema: { ...text, pattern: '^[a-z-]+(,[a-z-]+)*$' },
    example: 'key-order,value-or-array',
  },
  'X-Semantic-Findings': {
    description: 'How many findings of each level there are.',
    schema: { ...text, pattern: '^error=[0-9]+,warning=[0-9]+,note=[0-9]+$' },
    required: true,
    example: 'error=0,warning=1,note=2',
  },
  'X-Semantic-Source': {
    description: 'The source that described the document; sent when one did.',
    schema: text,
    example: 'fronius',
  },
  'X-Semantic-Restructured': {
    description: 'Sent when keys were replaced by their paths.',
    schema: { const: 'paths' },
    example: 'paths',
  },
  Truncated: {
    description: 'Sent when the list of keys is not complete.',
    schema: { const: 'true' },
    example: 'true',
  },
  'X-Request-Id': {
    description: "The id under which the hub's log knows the request.",
    schema: text,
    required: true,
  },
  'Retry-After': {
    description: 'Seconds until another try makes sense.',
    schema: { type: 'integer', minimum: 1 },
    required: true,
    example: 5,
  },
  RateLimit: {
    description: "What is left of the client's allowance.",
    schema: { ...text, pattern: '^"(?:documents|queries|attempts)";r=[0-9]+;t=[0-9]+$' },
    example: '"documents";r=119;t=60',
  },
  'RateLimit-Policy': {
    description: 'The allowance in a window of seconds: requests, or what queries and suggestions cost.',
    schema: { ...text, pattern: '^"(?:documents|queries|attempts)";q=[0-9]+;w=[0-9]+$' },
    example: '"documents";q=120;w=60',
  },
  ETag: {
    description: 'Strong validator of these bytes.',
    schema: { ...text, pattern: '^"[A-Za-z0-9_-]+"$' },
    required: true,
  },
  'Last-Modified': {
    description:
      'When the hub took this version of the vocabulary into use; of the list of versions and of the description of the interface, from when on they are as they are. The list has none in the second in which it changed.',
    schema: text,
  },
  'Cache-Control': {
    description: 'How long the answer may be used again; errors are not to be kept.',
    schema: text,
    required: true,
  },
  Link: {
    description:
      'RFC 8288: `describedby` the vocabulary, its `license`, its version (`http://www.w3.org/2002/07/owl#versionIRI`), `service-desc` this description; of a resource also `canonical` and `alternate`; of a list that goes on `next`; of the vocabulary and its versions also `latest-version`, `predecessor-version` and `version-history` (RFC 5829).',
    schema: text,
    required: true,
  },
  Vary: {
    description: 'The headers of the request that the answer depends on.',
    schema: text,
    required: true,
    example: 'Accept-Encoding',
  },
  Location: {
    description: 'The address of today, relative to this one.',
    schema: { ...text, format: 'uri-reference' },
    required: true,
    example: '../vocabulary/voltage-V',
  },
  'X-Suggestion-Receipt': {
    description: 'The receipt that the message tells, shown this once.',
    required: true,
    schema: { ...text, pattern: '^[A-Za-z0-9_-]{32}$' },
  },
} as const satisfies Readonly<Record<string, Schema>>;

/** Headers of an answer, by their names under `components.headers`. */
export function headersOf(...names: readonly (keyof typeof HEADERS)[]): Headers {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** What `X-Semantic-Undescribed` and `X-Semantic-Unmapped` say when they are cut off. */
export function truncatedHeader(list: 'X-Semantic-Undescribed' | 'X-Semantic-Unmapped'): Headers {
  return { [`${list}-Truncated`]: { $ref: '#/components/headers/Truncated' } };
}

/** A header that only one answer has. */
export function ownHeader(name: string, description: string, schema: Schema = text): Headers {
  return { [name]: { description, schema } };
}
