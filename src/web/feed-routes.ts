import type Router from '@koa/router';
import type { Context } from 'koa';
import { Representation, sendRepresentation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { PrefixedNames } from '../rdf/prefixed-names.ts';
import type { TermHistories } from '../vocabulary/versions/term-histories.ts';
import type { Versions } from '../vocabulary/versions/versions.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { renderTermFeed, renderVersionFeed, type FeedContent } from './pages/feed.ts';

const ATOM = 'application/atom+xml; charset=utf-8';
/** A reader that asks again within this time has what there is. */
const CACHE_SECONDS = 60;

interface FeedRoutesOptions {
  /** The vocabulary of this moment. @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  readonly versions: Pick<Versions, 'list'>;
  readonly histories: Pick<TermHistories, 'latest'>;
  readonly baseUrl: string;
}

/** `GET /versions.atom` and `GET /terms.atom`: what is new, for readers of feeds. */
export function createFeedRoutes({ vocabulary, versions, histories, baseUrl }: FeedRoutesOptions): Router {
  const router = createRouter();
  const give = async (ctx: Context, render: (content: FeedContent) => string): Promise<void> => {
    const { terms, prefixes, version } = vocabulary();
    const steps = await histories.latest();
    const text = render({
      baseUrl,
      // The list has one at least, as a vocabulary is in use.
      current: versions.list()[0]!,
      steps,
      labelOf: (name) => terms.get(name)?.label ?? null,
      names: new PrefixedNames(prefixes),
    });
    return sendRepresentation(ctx, new Representation(ATOM, text, version, 'passing'), {
      lastModified: null,
      maxAgeSeconds: CACHE_SECONDS,
      links: [],
    });
  };
  router.get('/versions.atom', (ctx) => give(ctx, renderVersionFeed));
  router.get('/terms.atom', (ctx) => give(ctx, renderTermFeed));
  return router;
}
