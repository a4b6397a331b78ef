import type Router from '@koa/router';
import type { Context } from 'koa';
import { clientGoneSignal } from '../http/client-gone.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { QueryOptions } from '../http/query-options.ts';
import { sendRepresentation, Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { ChangedValue, Changes, PropertyChange } from '../vocabulary/versions/changes.ts';
import type { VersionTerm } from '../vocabulary/versions/version-content.ts';
import type { Version, Versions } from '../vocabulary/versions/versions.ts';
import { pageFrom } from '../vocabulary/list-page.ts';
import { listing } from './listing-routes.ts';
import { CHANGES_OPTIONS, VERSIONS_OPTIONS } from './options.ts';
import type { PreparedAnswers } from './prepared.ts';
import { nextLink, READ_CACHE_SECONDS, readLinks } from './read-links.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

interface ChangesRoutesOptions {
  readonly answers: PreparedAnswers;
  readonly versions: Versions;
  readonly hub: HubNamespaces;
}

/** `GET /api/versions` and `GET /api/changes`. */
export function createChangesRoutes({ answers, versions, hub }: ChangesRoutesOptions): Router {
  const router = createRouter();

  const give = (ctx: Context, representation: Representation, next: string | null = null): Promise<void> =>
    sendRepresentation(ctx, representation, {
      lastModified: null,
      maxAgeSeconds: READ_CACHE_SECONDS,
      links: [
        ...(next === null ? [] : [nextLink(ctx, hub.baseUrl, next)]),
        ...readLinks(hub.baseUrl, answers.vocabulary()),
      ],
    });

  router.get('/api/versions', (ctx) => {
    const { version } = answers.vocabulary();
    const { after, isWhole } = new QueryOptions(ctx.querystring).read(VERSIONS_OPTIONS);
    const list = versions.list();
    const page = pageFrom(list, nameOf, after === null ? null : versions.placeAfter(after, 'after'), isWhole);
    const body = JSON.stringify(listing(page, versionOf));
    return give(ctx, new Representation(JSON_TYPE, body, version, 'passing'), page.next);
  });

  router.get('/api/changes', async (ctx) => {
    answers.vocabulary();
    const asked = new QueryOptions(ctx.querystring).read(CHANGES_OPTIONS);
    const range = versions.range(asked.from, asked.to);
    const { from, to } = range;
    const key = `changes ${from?.version ?? ''} ${to.version}`;
    const prepared = answers.find(key);
    if (prepared !== null) return give(ctx, prepared);
    const changes = await versions.compare(range, { client: clientOf(ctx), signal: clientGoneSignal(ctx) });
    const body = JSON.stringify({
      from: from === null ? null : versionOf(from),
      to: versionOf(to),
      ...changesOf(changes),
    });
    return give(
      ctx,
      answers.get(key, () => new Representation(JSON_TYPE, body, to.version)),
    );
  });
  return router;
}

function nameOf({ version }: Version): string {
  return version;
}

function versionOf({ version, iri, since, predecessor, isCurrent }: Version): object {
  return { version, iri, since: since.toISOString(), predecessor, isCurrent };
}

function changesOf({ added, changed, deprecated, removed, others }: Changes): object {
  return {
    added: added.map(termOf),
    changed: changed.map(({ term, properties }) => ({ ...termOf(term), properties: properties.map(propertyOf) })),
    deprecated: deprecated.map((term) => ({ ...termOf(term), replacedBy: term.replacedBy })),
    removed: removed.map(termOf),
    others: others.map(({ iri, kind, properties }) => ({ iri, kind, properties: properties.map(propertyOf) })),
  };
}

function termOf({ name, iri, label }: VersionTerm) {
  return { term: name, iri, label };
}

function propertyOf({ property, before, after }: PropertyChange): object {
  return { property, before: before.map(valueOf), after: after.map(valueOf) };
}

function valueOf({ value, type, language, datatype }: ChangedValue): object {
  return { value, type, ...(language === null ? {} : { language }), ...(datatype === null ? {} : { datatype }) };
}
