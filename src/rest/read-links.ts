import type { Context } from 'koa';
import { sendRepresentation, type Representation } from '../http/representation.ts';
import { OWL, type HubNamespaces } from '../rdf/namespaces.ts';
import type { Version } from '../vocabulary/versions/versions.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { PreparedAnswers } from './prepared.ts';

/** How long an answer of the vocabulary may be used unasked: a change is seen by everybody after this time. */
export const READ_CACHE_SECONDS = 60;

/** There is no registered relation that says which version something is. */
const VERSION_IRI = `${OWL}versionIRI`;

/** A value of the Link header (RFC 8288). */
export function link(target: string, relation: string, mediaType?: string): string {
  return `<${target}>; rel="${relation}"${mediaType === undefined ? '' : `; type="${mediaType}"`}`;
}

/** The link to the page of a list that follows the one of this request, with the same options (RFC 8288). */
function nextLink({ path, querystring }: Context, baseUrl: string, after: string): string {
  const query = new URLSearchParams(querystring);
  query.set('after', after);
  return link(`${baseUrl}${path}?${query.toString()}`, 'next');
}

export const LICENCE = 'https://creativecommons.org/licenses/by/4.0/';
export const LICENCE_LINK = link(LICENCE, 'license');

/** What every read of the vocabulary links to: the vocabulary itself, its version, its licence, and the interface. */
export function readLinks(baseUrl: string, vocabulary: Pick<Vocabulary, 'versionIri'>): string[] {
  return [
    link(`${baseUrl}/vocabulary/`, 'describedby'),
    link(vocabulary.versionIri, VERSION_IRI),
    LICENCE_LINK,
    link(`${baseUrl}/api/openapi.json`, 'service-desc', 'application/json'),
  ];
}

interface Read {
  readonly answers: PreparedAnswers;
  readonly baseUrl: string;
  /** The entry behind which the next page of a list begins; null for none. */
  readonly next?: string | null;
  readonly lastModified?: Date | null;
}

/** Answers a read of the vocabulary. */
export function sendRead(
  ctx: Context,
  representation: Representation,
  { answers, baseUrl, next = null, lastModified = answers.since }: Read,
): Promise<void> {
  const links = readLinks(baseUrl, answers.vocabulary());
  if (next !== null) links.unshift(nextLink(ctx, baseUrl, next));
  return sendRepresentation(ctx, representation, { lastModified, maxAgeSeconds: READ_CACHE_SECONDS, links });
}

/** What a version, and the vocabulary as its latest one, link to in time (RFC 5829). */
export function historyLinks({ predecessor }: Version, hub: HubNamespaces): string[] {
  return [
    link(hub.vocabulary, 'latest-version'),
    ...(predecessor === null ? [] : [link(`${hub.versions}${predecessor}/`, 'predecessor-version')]),
    link(`${hub.baseUrl}/api/versions`, 'version-history', 'application/json'),
    link(`${hub.baseUrl}/ldes`, 'version-history', 'application/trig'),
  ];
}
