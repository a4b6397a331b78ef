import type { RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { HubError } from '../errors.ts';
import { sendRepresentation, Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { serialize } from '../rdf/write/serialize.ts';
import { Resources, type Resource } from '../vocabulary/describe/resources.ts';
import type { Versions } from '../vocabulary/versions/versions.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { PreparedAnswers } from './prepared.ts';
import { formatAskedFor, formByAccept, formLinks, type Form } from './representations.ts';
import { CONTENT_TYPES, formatByAccept } from './rdf-media-types.ts';
import { historyLinks, READ_CACHE_SECONDS, readLinks } from './read-links.ts';

export interface ResourceRoutesOptions {
  readonly answers: PreparedAnswers;
  readonly versions: Versions;
  readonly hub: HubNamespaces;
  /** Makes the page of a resource. */
  readonly renderPage: (resource: Resource, vocabulary: Vocabulary) => string;
}

/** Below these paths the vocabulary and the hub's ontology mint. The versions have routes of their own. */
const MINTED = /^\/(?:vocabulary|ontology)(?!\/v\/[^/]+\/?$)(?:\/.*)?$/;

/** `GET /api/vocabulary`, and every address that the vocabulary mints. */
export function createResourceRoutes({ answers, versions, hub, renderPage }: ResourceRoutesOptions): Middleware {
  const router = createRouter();
  let resources: { readonly of: Vocabulary; readonly found: Resources } | null = null;

  const currentResources = (): Resources => {
    const vocabulary = answers.vocabulary();
    if (resources?.of !== vocabulary) resources = { of: vocabulary, found: new Resources(vocabulary, hub) };
    return resources.found;
  };

  const represent = (address: string, form: Form): Promise<Representation> =>
    answers.read(`${form} ${address}`, async (vocabulary) => {
      const { version, lexicon } = vocabulary;
      const resource = currentResources().find(address)!;
      if (form === 'html')
        return new Representation('text/html; charset=utf-8', renderPage(resource, vocabulary), version);
      // Of all triples, this thread would do nothing else for a second.
      const text =
        address === hub.vocabulary
          ? await versions.read(version, form)
          : serialize(resource.triples, form, { prefixes: lexicon.prefixes, base: hub.vocabulary });
      return new Representation(CONTENT_TYPES[form], text, version);
    });

  const give = async (ctx: Context, address: string, form: Form): Promise<void> => {
    const vocabulary = answers.vocabulary();
    const representation = await represent(address, form);
    return sendRepresentation(ctx, representation, {
      lastModified: answers.since,
      maxAgeSeconds: READ_CACHE_SECONDS,
      links: [
        ...formLinks(address),
        ...(address === hub.vocabulary ? historyLinks(versions.current(), hub) : []),
        ...readLinks(hub.baseUrl, vocabulary),
      ],
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

/** @throws HubError `not-found` when nothing has this address */
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
