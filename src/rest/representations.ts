import type { Context } from 'koa';
import { preferredMediaType } from '../http/headers/accept.ts';
import { QueryOptions, type Option } from '../http/query-options.ts';
import type { RdfFormat } from '../rdf/write/format.ts';
import { MEDIA_TYPES } from './rdf-media-types.ts';
import { link } from './read-links.ts';

/** A form of a description: one of RDF, or the page. */
export type Form = RdfFormat | 'html';

/** A form of a resource of the vocabulary, of which there is a picture, too. */
export type ResourceForm = Form | 'svg';

const FORMS = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  ...MEDIA_TYPES,
  // Clients that accept only JSON can read this.
  'application/json': 'jsonld',
} as const satisfies Record<string, Form>;
const RESOURCE_FORMS = { ...FORMS, 'image/svg+xml': 'svg' } as const satisfies Record<string, ResourceForm>;

/** What `format` asks for; null leaves it to Accept, which the answer then varies by. @throws HubError `invalid-option` */
export function formatAskedFor<T>(ctx: Context, option: Option<T | null>): T | null {
  const format = new QueryOptions(ctx.querystring).get(option);
  if (format === null) ctx.vary('Accept');
  return format;
}

/** The form that the Accept header likes best; the page when it likes all the same, or none of them. */
export function formByAccept(accept: string | undefined): Form {
  const mediaType = preferredMediaType(accept, Object.keys(FORMS) as (keyof typeof FORMS)[]);
  return mediaType === null ? 'html' : FORMS[mediaType];
}

/** The same of a resource. */
export function resourceFormByAccept(accept: string | undefined): ResourceForm {
  const mediaType = preferredMediaType(accept, Object.keys(RESOURCE_FORMS) as (keyof typeof RESOURCE_FORMS)[]);
  return mediaType === null ? 'html' : RESOURCE_FORMS[mediaType];
}

/** The address of a description, and where its other forms can be had. */
export function formLinks(address: string): string[] {
  const forms = (Object.keys(MEDIA_TYPES) as (keyof typeof MEDIA_TYPES)[]).map((mediaType) =>
    link(`${address}?format=${MEDIA_TYPES[mediaType]}`, 'alternate', mediaType),
  );
  return [link(address, 'canonical'), link(address, 'alternate', 'text/html'), ...forms];
}
