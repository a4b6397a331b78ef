import type Router from '@koa/router';
import type { Context } from 'koa';
import { clientGoneSignal } from '../http/client-gone.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { QueryOptions } from '../http/query-options.ts';
import { Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { inSlices } from '../vocabulary/thread-slices.ts';
import type { Version, Versions } from '../vocabulary/versions/versions.ts';
import { pageFrom } from '../vocabulary/list-page.ts';
import { ListDate } from './list-date.ts';
import { listing } from './listing-routes.ts';
import { CHANGES_OPTIONS, VERSIONS_OPTIONS } from './vocabulary-options.ts';
import type { PreparedAnswers } from './prepared.ts';
import { sendRead } from './read-links.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

interface ChangesRoutesOptions {
  readonly answers: PreparedAnswers;
  readonly versions: Versions;
  readonly hub: HubNamespaces;
}

/** `GET /api/versions` and `GET /api/changes`. */
export function createChangesRoutes({ answers, versions, hub }: ChangesRoutesOptions): Router {
  const router = createRouter();

  const give = (ctx: Context, made: Representation, lastModified: Date | null, next: string | null = null) =>
    sendRead(ctx, made, { answers, baseUrl: hub.baseUrl, lastModified, next });

  const listDate = new ListDate();

  router.get('/api/versions', (ctx) => {
    const { version } = answers.vocabulary();
    const { after, isWhole } = new QueryOptions(ctx.querystring).read(VERSIONS_OPTIONS);
    const list = versions.list();
    const page = pageFrom(list, nameOf, after === null ? null : versions.placeAfter(after, 'after'), isWhole);
    const body = JSON.stringify(listing(page, versionOf));
    return give(ctx, new Representation(JSON_TYPE, body, version, 'passing'), listDate.of(list), page.next);
  });

  router.get('/api/changes', async (ctx) => {
    answers.vocabulary();
    const asked = new QueryOptions(ctx.querystring).read(CHANGES_OPTIONS);
    const range = versions.range(asked.from, asked.to);
    const { from, to } = range;
    const key = `changes ${from?.version ?? ''} ${to.version}`;
    const made = await answers.read(key, async () => {
      const searcher = { client: clientOf(ctx), signal: clientGoneSignal(ctx) };
      const head = { from: from === null ? null : versionOf(from), to: versionOf(to) };
      const written = await versions.writeComparison(range, head, searcher);
      return inSlices(searcher, (rest) => Representation.ofBytes(JSON_TYPE, written, to.version, rest));
    });
    return give(ctx, made, answers.since);
  });
  return router;
}

function nameOf({ version }: Version): string {
  return version;
}

function versionOf({ version, iri, since, predecessor, isCurrent }: Version): object {
  return { version, iri, since: since.toISOString(), predecessor, isCurrent };
}
