import { preferredMediaType } from '../http/headers/accept.ts';
import { memoizeHeader } from '../http/headers/memoize-header.ts';
import { FORMAT_OF_MEDIA_TYPE, type RdfFormat } from '../rdf/write/format.ts';

/** The format that the Accept header likes best; Turtle when it decides for none. */
export const formatByAccept = memoizeHeader((accept): RdfFormat => {
  const mediaType = preferredMediaType(accept, Object.keys(FORMAT_OF_MEDIA_TYPE));
  return mediaType === null ? 'ttl' : FORMAT_OF_MEDIA_TYPE[mediaType]!;
});
