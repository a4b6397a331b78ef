import type { RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Dumps } from '../dumps/dumps.ts';
import { QueryOptions } from '../http/query-options.ts';
import { sendRepresentation, Representation, type AnswerHeaders } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { VersionSummary } from '../vocabulary/versions/version-content.ts';
import { unknownVersion, type Version, type Versions } from '../vocabulary/versions/versions.ts';
import { formatAskedFor, formByAccept, formLinks, type Form } from './representations.ts';
import { FORMAT } from './document-options.ts';
import { PAGE, VERSION } from './vocabulary-options.ts';
import type { PreparedAnswers } from './prepared.ts';
import { formatByAccept } from './rdf-media-types.ts';
import { sendDump } from './send-dump.ts';
import { historyLinks, READ_CACHE_SECONDS, readLinks } from './read-links.ts';

interface VersionRoutesOptions {
  readonly answers: PreparedAnswers;
  readonly versions: Versions;
  readonly dumps: Dumps;
  readonly hub: HubNamespaces;
  /** Makes a page of a version, from 1. @throws HubError `not-found` for a page that there is not */
  readonly renderPage: (summary: VersionSummary, version: Version, hub: HubNamespaces, page: number) => string;
}

/** A version never changes: a year, as long as caches keep anything. */
const VERSION_CACHE_SECONDS = 365 * 24 * 60 * 60;

const VERSION_PATH = /^\/vocabulary\/v\/([^/]+)(\/?)$/;

/** `GET /api/vocabulary?version=…` and `/vocabulary/v/{version}/`, of every version that can be read. */
export function createVersionRoutes({ answers, versions, dumps, hub, renderPage }: VersionRoutesOptions): Middleware {
  const router = createRouter();

  const representPage = (version: Version, page: number): Promise<Representation> =>
    answers.read(`html ${version.iri} ${page}`, async () => {
      const summary = await versions.read(version.version, 'summary');
      return new Representation('text/html; charset=utf-8', renderPage(summary, version, hub, page), version.version);
    });

  const give = async (ctx: Context, version: Version, form: Form): Promise<void> => {
    const headers: AnswerHeaders = {
      lastModified: version.since,
      // A page looks another way with each release.
      ...(form === 'html'
        ? { maxAgeSeconds: READ_CACHE_SECONDS }
        : { maxAgeSeconds: VERSION_CACHE_SECONDS, isImmutable: true }),
      links: [
        ...formLinks(version.iri),
        ...historyLinks(version, hub),
        ...readLinks(hub.baseUrl, { versionIri: version.iri }),
      ],
    };
    if (form !== 'html') return sendDump(ctx, dumps, { version: version.version, format: form }, headers);
    const page = new QueryOptions(ctx.querystring).get(PAGE);
    return sendRepresentation(ctx, await representPage(version, page), headers);
  };

  router.get('/api/vocabulary', (ctx, next) => {
    const asked = new QueryOptions(ctx.querystring).get(VERSION);
    if (asked === null) return next();
    answers.vocabulary();
    const version = versions.get(asked, 'version');
    return give(ctx, version, formatAskedFor(ctx, FORMAT) ?? formatByAccept(ctx.headers.accept));
  });

  router.get('/vocabulary/v/:version', VERSION_PATH, (ctx) =>
    give(ctx, versionAt(ctx.path)!, formatAskedFor(ctx, FORMAT) ?? formByAccept(ctx.headers.accept)),
  );

  const versionAt = (path: string): Version | null => versions.find(VERSION_PATH.exec(path)![1]!.toLowerCase());

  const routes = router.routes();
  return (ctx, next) => {
    if (VERSION_PATH.test(ctx.path)) {
      answers.vocabulary();
      // What is not there is not there for any method.
      const version = versionAt(ctx.path);
      if (version === null) throw unknownVersion(VERSION_PATH.exec(ctx.path)![1]!);
      const address = hub.baseUrl + ctx.path;
      if (address !== version.iri) return redirect(ctx, version);
    }
    return routes(ctx as RouterContext, next);
  };
}

function redirect(ctx: Context, { version }: Version): void {
  ctx.status = 301;
  // Relative, so that it holds behind a proxy that takes a part of the path away.
  ctx.set('Location', `${ctx.path.endsWith('/') ? '../' : './'}${version}/${ctx.search}`);
  ctx.set('Cache-Control', `public, max-age=${READ_CACHE_SECONDS}`);
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = `It stands at ${version}/\n`;
}
