import { preferredMediaType } from '../http/headers/accept.ts';
import { memoizeHeader } from '../http/headers/memoize-header.ts';
import type { WRITE_PARTS } from '../rdf/write/quad-text.ts';

export type QuadMediaType = keyof typeof WRITE_PARTS;

/** The formats that have named graphs, in the order in which the hub offers them. */
const QUAD_MEDIA_TYPES: readonly QuadMediaType[] = ['application/trig', 'application/n-quads', 'application/ld+json'];

/** The one that the Accept header likes best; TriG when it decides for none. */
export const quadTypeByAccept = memoizeHeader(
  (accept): QuadMediaType => preferredMediaType(accept, QUAD_MEDIA_TYPES) ?? 'application/trig',
);
