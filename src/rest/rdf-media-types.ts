import { preferredMediaType } from '../http/headers/accept.ts';
import { memoizeHeader } from '../http/headers/memoize-header.ts';
import type { RdfFormat } from '../rdf/write/format.ts';

/** In the order in which the hub offers them to who likes all the same. */
export const MEDIA_TYPES = {
  'text/turtle': 'ttl',
  'application/n-triples': 'nt',
  'application/rdf+xml': 'rdf',
  'application/ld+json': 'jsonld',
} as const satisfies Record<string, RdfFormat>;

/** The Content-Type of each format. Only `text/*` has to state that it is UTF-8 (RFC 6838 §4.2.1). */
export const CONTENT_TYPES: Readonly<Record<RdfFormat, string>> = {
  ttl: 'text/turtle; charset=utf-8',
  nt: 'application/n-triples',
  rdf: 'application/rdf+xml',
  jsonld: 'application/ld+json',
};

/** The format that the Accept header likes best; Turtle when it decides for none. */
export const formatByAccept = memoizeHeader((accept): RdfFormat => {
  const mediaType = preferredMediaType(accept, Object.keys(MEDIA_TYPES) as (keyof typeof MEDIA_TYPES)[]);
  return mediaType === null ? 'ttl' : MEDIA_TYPES[mediaType];
});
