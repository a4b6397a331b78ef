import type Router from '@koa/router';
import type { Context } from 'koa';
import { clientGoneSignal } from '../http/client-gone.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { QueryOptions } from '../http/query-options.ts';
import { Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { ChangedValue, Changes, PropertyChange } from '../vocabulary/versions/changes.ts';
import type { VersionTerm } from '../vocabulary/versions/version-content.ts';
import { inSlices } from '../vocabulary/thread-slices.ts';
import type { Version, Versions } from '../vocabulary/versions/versions.ts';
import { pageFrom } from '../vocabulary/list-page.ts';
import { ListDate } from './list-date.ts';
import { listing } from './listing-routes.ts';
import { CHANGES_OPTIONS, VERSIONS_OPTIONS } from './vocabulary-options.ts';
import type { PreparedAnswers } from './prepared.ts';
import { sendRead } from './read-links.ts';

/** Characters of a piece of JSON. */
const PIECE_LENGTH = 64 * 1024;
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
    const prepared = answers.find(key);
    if (prepared !== null) return give(ctx, prepared, answers.since);
    const searcher = { client: clientOf(ctx), signal: clientGoneSignal(ctx) };
    const changes = await versions.compare(range, searcher);
    const head = { from: from === null ? null : versionOf(from), to: versionOf(to) };
    const made = await inSlices(searcher, (rest) =>
      Representation.ofPieces(JSON_TYPE, changesPieces(head, changes), to.version, rest),
    );
    return give(
      ctx,
      answers.get(key, () => made),
      answers.since,
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

/** What JSON has of each kind of entry, in its order. */
const WRITERS: { readonly [Kind in keyof Changes]: (entry: Changes[Kind][number]) => object } = {
  added: termOf,
  changed: ({ term, properties }) => ({ ...termOf(term), properties: properties.map(propertyOf) }),
  deprecated: (term) => ({ ...termOf(term), replacedBy: term.replacedBy }),
  removed: termOf,
  others: ({ iri, kind, properties }) => ({ iri, kind, properties: properties.map(propertyOf) }),
};

/** A comparison as JSON, in pieces: of a vocabulary that came whole it has many megabytes. */
function* changesPieces(head: object, changes: Changes): Generator<string> {
  let text = JSON.stringify(head).slice(0, -1);
  for (const kind of Object.keys(WRITERS) as (keyof Changes)[]) {
    const write = WRITERS[kind] as (entry: unknown) => object;
    text += `,${JSON.stringify(kind)}:[`;
    for (const [at, entry] of changes[kind].entries()) {
      text += (at === 0 ? '' : ',') + JSON.stringify(write(entry));
      if (text.length < PIECE_LENGTH) continue;
      yield text;
      text = '';
    }
    text += ']';
  }
  yield `${text}}`;
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
