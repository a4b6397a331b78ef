import type { Context } from 'koa';
import { preferredMediaType } from '../http/headers/accept.ts';
import { QueryOptions, type Option } from '../http/query-options.ts';
import { FORMAT_OF_MEDIA_TYPE, type RdfFormat } from '../rdf/write/format.ts';
import { link } from './read-links.ts';

/** A form of a description: one of RDF, or the page. */
export type Form = RdfFormat | 'html';

/** A form of a resource of the vocabulary, of which there is a picture, too. */
export type ResourceForm = Form | 'svg';

const FORMS: Readonly<Record<string, Form>> = { 'text/html': 'html', ...FORMAT_OF_MEDIA_TYPE };
const RESOURCE_FORMS: Readonly<Record<string, ResourceForm>> = { ...FORMS, 'image/svg+xml': 'svg' };
/** What clients call a form that comes as another media type, and can read. A range such as `application/*` asks for none of them. */
const OTHER_NAMES: ReadonlyArray<readonly [mediaType: string, form: Form]> = [
  ['application/xhtml+xml', 'html'],
  ['application/json', 'jsonld'],
];

/** What `format` asks for; null leaves it to Accept, which the answer then varies by. @throws HubError `invalid-option` */
export function formatAskedFor<T>(ctx: Context, option: Option<T | null>): T | null {
  const format = new QueryOptions(ctx.querystring).get(option);
  if (format === null) ctx.vary('Accept');
  return format;
}

/** The form that the Accept header likes best; the page when it likes all the same, or none of them. */
export function formByAccept(accept: string | undefined): Form {
  return preferredForm(accept, FORMS);
}

/** The same of a resource. */
export function resourceFormByAccept(accept: string | undefined): ResourceForm {
  return preferredForm(accept, RESOURCE_FORMS);
}

function preferredForm<F extends ResourceForm>(
  accept: string | undefined,
  forms: Readonly<Record<string, F>>,
): F | Form {
  const named = OTHER_NAMES.filter(([mediaType]) => accept?.toLowerCase().includes(mediaType));
  const offered: Readonly<Record<string, F | Form>> = { ...forms, ...Object.fromEntries(named) };
  const mediaType = preferredMediaType(accept, Object.keys(offered));
  return mediaType === null ? 'html' : offered[mediaType]!;
}

/** The address of a description, and where its other forms can be had. */
export function formLinks(address: string): string[] {
  const forms = Object.entries(FORMAT_OF_MEDIA_TYPE).map(([mediaType, format]) =>
    link(`${address}?format=${format}`, 'alternate', mediaType),
  );
  return [link(address, 'canonical'), link(address, 'alternate', 'text/html'), ...forms];
}
