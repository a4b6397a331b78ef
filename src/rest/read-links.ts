import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/** How long an answer of the vocabulary may be used unasked: a change is seen by everybody after this time. */
export const READ_CACHE_SECONDS = 60;

/** There is no registered relation that says which version something is. */
const VERSION_IRI = 'http://www.w3.org/2002/07/owl#versionIRI';

/** A value of the Link header (RFC 8288). */
export function link(target: string, relation: string, mediaType?: string): string {
  return `<${target}>; rel="${relation}"${mediaType === undefined ? '' : `; type="${mediaType}"`}`;
}

export const LICENCE_LINK = link('https://creativecommons.org/licenses/by/4.0/', 'license');

/** What every read of the vocabulary links to: the vocabulary itself, its version, its licence, and the interface. */
export function readLinks(baseUrl: string, vocabulary: Vocabulary): string[] {
  return [
    link(`${baseUrl}/vocabulary/`, 'describedby'),
    link(vocabulary.versionIri, VERSION_IRI),
    LICENCE_LINK,
    link(`${baseUrl}/api/openapi.json`, 'service-desc', 'application/json'),
  ];
}
