import type { RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { HubError } from '../errors.ts';
import { preferredMediaType } from '../http/accept.ts';
import { giveRepresentation, Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { serialize, type Serialization } from '../rdf/serialize.ts';
import { Resources, type Resource } from '../vocabulary/resources.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { QueryOptions } from './options.ts';
import type { PreparedAnswers } from './prepared.ts';
import { CONTENT_TYPES, formatByAccept, MEDIA_TYPES } from './rdf-media-types.ts';
import { link, READ_CACHE_SECONDS, readLinks } from './read-links.ts';

export interface ResourceRoutesOptions {
  readonly answers: PreparedAnswers;
  readonly hub: HubNamespaces;
  /** Makes the page of a resource. */
  readonly renderPage: (resource: Resource, vocabulary: Vocabulary) => string;
}

type Form = Serialization | 'html';

const FORMS = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  ...MEDIA_TYPES,
  // Who takes nothing but JSON can read this.
  'application/json': 'jsonld',
} as const satisfies Record<string, Form>;

/** Below these paths the vocabulary and the hub's ontology mint. */
const MINTED = /^\/(?:vocabulary|ontology)(?:\/.*)?$/;

/** `GET /api/vocabulary`, and every address that the vocabulary mints. */
export function createResourceRoutes({ answers, hub, renderPage }: ResourceRoutesOptions): Middleware {
  const router = createRouter();
  let resources: { readonly of: Vocabulary; readonly found: Resources } | null = null;

  const currentResources = (): Resources => {
    const vocabulary = answers.vocabulary();
    if (resources?.of !== vocabulary) resources = { of: vocabulary, found: new Resources(vocabulary, hub) };
    return resources.found;
  };

  const give = (ctx: Context, address: string, form: Form): Promise<void> => {
    const vocabulary = answers.vocabulary();
    // Of the vocabulary and of its version there is one text.
    const iri = form !== 'html' && address === vocabulary.versionIri ? hub.vocabulary : address;
    const representation = answers.get(`${form} ${iri}`, () => {
      const resource = currentResources().find(iri)!;
      return form === 'html'
        ? new Representation('text/html; charset=utf-8', renderPage(resource, vocabulary), vocabulary.version)
        : new Representation(
            CONTENT_TYPES[form],
            serialize(resource.triples, form, { prefixes: vocabulary.lexicon.prefixes, base: hub.vocabulary }),
            vocabulary.version,
          );
    });
    return giveRepresentation(ctx, representation, {
      lastModified: answers.since,
      maxAgeSeconds: READ_CACHE_SECONDS,
      links: [...resourceLinks(address, vocabulary, hub), ...readLinks(hub.baseUrl, vocabulary)],
    });
  };

  router.get('/api/vocabulary', (ctx) =>
    give(ctx, hub.vocabulary, formatAskedFor(ctx) ?? formatByAccept(ctx.headers.accept)),
  );

  router.get(MINTED, (ctx) =>
    give(ctx, hub.baseUrl + ctx.path, formatAskedFor(ctx) ?? formByAccept(ctx.headers.accept)),
  );

  const routes = router.routes();
  return (ctx, next) => {
    if (MINTED.test(ctx.path)) {
      // What is not there is not there for any method, so this comes before the methods are looked at.
      const address = hub.baseUrl + ctx.path;
      const resources = currentResources();
      if (!resources.has(address)) return redirect(ctx, resources.findMoved(address), hub);
    }
    return routes(ctx as RouterContext, next);
  };
}

/** @throws HubError `not-found` when there is no address to go to */
function redirect(ctx: Context, moved: string | null, hub: HubNamespaces): void {
  if (moved === null) throw new HubError('not-found', `The vocabulary has nothing at ${ctx.path.slice(0, 200)}.`);
  // Relative, so that it holds behind a proxy that takes a part of the path away.
  const upward = '../'.repeat(ctx.path.split('/').length - 2);
  ctx.status = 301;
  ctx.set('Location', `${upward === '' ? './' : upward}${moved.slice(hub.baseUrl.length + 1)}${ctx.search}`);
  ctx.set('Cache-Control', `public, max-age=${READ_CACHE_SECONDS}`);
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = `It stands at ${moved}\n`;
}

/** Where else the resource can be had, and what it belongs to. */
function resourceLinks(address: string, vocabulary: Vocabulary, hub: HubNamespaces): string[] {
  const forms = (Object.keys(MEDIA_TYPES) as (keyof typeof MEDIA_TYPES)[]).map((mediaType) =>
    link(`${address}?format=${MEDIA_TYPES[mediaType]}`, 'alternate', mediaType),
  );
  return [
    link(address, 'canonical'),
    link(address, 'alternate', 'text/html'),
    ...forms,
    ...(address === vocabulary.versionIri ? [link(hub.vocabulary, 'latest-version')] : []),
  ];
}

function formatAskedFor(ctx: Context): Serialization | null {
  const format = new QueryOptions(ctx.querystring).format();
  if (format === null) ctx.vary('Accept');
  return format;
}

/** The form that the Accept header likes best; the page when it likes all the same, or none of them. */
function formByAccept(accept: string | undefined): Form {
  const mediaType = preferredMediaType(accept, Object.keys(FORMS) as (keyof typeof FORMS)[]);
  return mediaType === null ? 'html' : FORMS[mediaType];
}
