import type { RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { HubError } from '../errors.ts';
import { clientGoneSignal } from '../http/client-gone.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { QueryOptions } from '../http/query-options.ts';
import { sendRepresentation, Representation, type AnswerHeaders } from '../http/representation.ts';
import type { Dumps } from '../dumps/dumps.ts';
import { createRouter } from '../http/routes.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { listFoundTerms, type TermListing } from '../vocabulary/search/list-terms.ts';
import type { Searcher } from '../vocabulary/thread-slices.ts';
import type { Versions } from '../vocabulary/versions/versions.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { PreparedAnswers } from './prepared.ts';
import { FORMAT } from './document-options.ts';
import { LANGUAGES, PAGE, RESOURCE_FORMAT, TERMS_PAGE_OPTIONS } from './vocabulary-options.ts';
import { sendDump } from './send-dump.ts';
import { readTermQuery } from './term-routes.ts';
import { formatAskedFor, formLinks, resourceFormByAccept, type ResourceForm } from './representations.ts';
import type { ResourceForms, WantedForm } from './resource-forms.ts';
import { formatByAccept } from './rdf-media-types.ts';
import { historyLinks, link, READ_CACHE_SECONDS, readLinks } from './read-links.ts';

export interface ResourceRoutesOptions {
  readonly answers: PreparedAnswers;
  readonly versions: Versions;
  readonly dumps: Dumps;
  readonly hub: HubNamespaces;
  readonly forms: ResourceForms;
  readonly pages: {
    /** Rows of found terms that a page of the vocabulary has. */
    readonly rows: number;
    /**
     * @param query what the address asks for, without what no listing reads
     * @param categories their page, from 1, their language, and the name of the one that is open; null for none
     * @throws HubError `not-found` for a page that there is not
     */
    renderVocabulary(
      listing: TermListing,
      query: URLSearchParams,
      vocabulary: Vocabulary,
      categories: { readonly page: number; readonly language: string; readonly open: string | null },
      searcher: Searcher,
    ): Promise<string>;
  };
}

/** Below these paths the vocabulary and the hub's ontology mint. The versions have routes of their own. */
const MINTED = /^\/(?:vocabulary|ontology)(?!\/v\/[^/]+\/?$)(?:\/.*)?$/;

/** `GET /api/vocabulary`, and every address that the vocabulary mints. */
export function createResourceRoutes({
  answers,
  versions,
  dumps,
  hub,
  forms,
  pages,
}: ResourceRoutesOptions): Middleware {
  const router = createRouter();

  /** Of RDF and pictures there is one page, in all languages. */
  const represent = (wanted: WantedForm, searcher: Searcher): Promise<Representation> => {
    const { address, form, page, language } = wanted;
    const key = form === 'html' ? `html ${address} ${page} ${language}` : `${form} ${address}`;
    return answers.read(key, (vocabulary) => forms.make(vocabulary, wanted, searcher));
  };

  /** The page of the vocabulary lists what its address asks for. Only the one that asks for nothing is kept. */
  const listVocabulary = (ctx: Context): Promise<Representation> => {
    const options = new QueryOptions(ctx.querystring);
    const query = readTermQuery(options);
    const categories = {
      page: options.get(PAGE),
      language: query.language,
      open: options.get(TERMS_PAGE_OPTIONS.open),
    };
    // Hundreds of links say it again: the page has no more of an address than was read of it.
    const asked = options.select(TERMS_PAGE_OPTIONS);
    const searcher = searcherOf(ctx);
    const list = async (vocabulary: Vocabulary): Promise<Representation> => {
      const listing = await listFoundTerms(vocabulary, { ...query, first: pages.rows, withCounts: true }, searcher);
      const html = await pages.renderVocabulary(listing, asked, vocabulary, categories, searcher);
      return new Representation('text/html; charset=utf-8', html, vocabulary.version, isPlain ? 'kept' : 'passing');
    };
    const isPlain = ctx.querystring === '';
    return isPlain ? answers.read(`html ${hub.vocabulary}`, list) : list(answers.vocabulary());
  };

  const give = async (ctx: Context, address: string, form: ResourceForm): Promise<void> => {
    const vocabulary = answers.vocabulary();
    const isWhole = address === hub.vocabulary;
    // What no form has is refused for each.
    const page = isWhole ? 1 : new QueryOptions(ctx.querystring).get(PAGE);
    const headers: AnswerHeaders = {
      lastModified: answers.since,
      // Who has looked for a term finds it on the page when it has been accepted.
      maxAgeSeconds: form === 'html' ? 0 : READ_CACHE_SECONDS,
      links: [
        ...formLinks(address),
        // `/api/vocabulary` is data alone.
        ...(ctx.path.startsWith('/api/') ? [] : [link(`${address}?format=svg`, 'alternate', 'image/svg+xml')]),
        ...(isWhole ? historyLinks(versions.current(), hub) : []),
        ...readLinks(hub.baseUrl, vocabulary),
      ],
    };
    // All triples are a file: this thread would do nothing else for a second.
    if (isWhole && form !== 'html' && form !== 'svg')
      return sendDump(ctx, dumps, { version: vocabulary.version, format: form }, headers);
    const language = form === 'html' && !isWhole ? languageOf(ctx) : 'en';
    const representation = await (form === 'html' && isWhole
      ? listVocabulary(ctx)
      : represent({ address, form, page, language }, searcherOf(ctx)));
    return sendRepresentation(ctx, representation, headers);
  };

  router.get('/api/vocabulary', (ctx) =>
    give(ctx, hub.vocabulary, formatAskedFor(ctx, FORMAT) ?? formatByAccept(ctx.headers.accept)),
  );

  router.get('/vocabulary/:path', MINTED, (ctx) =>
    give(ctx, hub.baseUrl + ctx.path, formatAskedFor(ctx, RESOURCE_FORMAT) ?? resourceFormByAccept(ctx.headers.accept)),
  );

  const routes = router.routes();
  return async (ctx, next) => {
    if (MINTED.test(ctx.path)) {
      // What is not there is not there for any method, so this comes before the methods are looked at.
      const address = hub.baseUrl + ctx.path;
      const vocabulary = answers.vocabulary();
      const resources = forms.resourcesOf(vocabulary);
      if (!(await resources.has(address))) return redirect(ctx, await resources.findMoved(address), hub);
    }
    return routes(ctx as RouterContext, next);
  };
}

/** The language of the vocabulary that a reader likes best, and English for who likes none of them: `Accept-Language`. */
function languageOf(ctx: Context): string {
  ctx.vary('Accept-Language');
  return ctx.acceptsLanguages([...LANGUAGES]) || 'en';
}

function searcherOf(ctx: Context): Searcher {
  return { client: clientOf(ctx), signal: clientGoneSignal(ctx) };
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
