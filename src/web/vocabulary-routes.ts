import type Router from '@koa/router';
import { HubError } from '../errors.ts';
import { clientGoneSignal } from '../http/client-gone.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { countOption, QueryOptions, textOption } from '../http/query-options.ts';
import { createRouter } from '../http/routes.ts';
import { coverageOf } from '../sources/coverage.ts';
import { listSources } from '../sources/source-files.ts';
import type { Versions } from '../vocabulary/versions/versions.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { PrefixedNames } from '../rdf/prefixed-names.ts';
import type { TermHistories } from '../vocabulary/versions/term-histories.ts';
import { givePage, givePassingPage } from './give-page.ts';
import { renderHistoryPage } from './pages/term-history.tsx';
import { renderChangesPage } from './pages/changes-page.tsx';
import { rootOf, type RenderPage } from './pages/page.tsx';
import { renderSourcePage } from './pages/source-page.tsx';
import { renderSourcesPage, type CoveredSource } from './pages/sources-page.tsx';
import { renderStatusPage, type Status } from './pages/status-page.tsx';
import { renderVersionsPage } from './pages/versions-page.tsx';

const FROM = textOption({ name: 'from', description: 'The version to start from.' });
const PAGE = countOption('page', 1, 'Which part of a long list is shown.', 1);
const Q = textOption({ name: 'q', description: 'A part of a key, or of the name of a term.' });
const TERM = textOption({ name: 'term', description: 'The name of a term.' });
const TO = textOption({ name: 'to', description: 'The version to arrive at.' });

interface VocabularyRoutesOptions {
  readonly render: RenderPage;
  /** The vocabulary of this moment. @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  readonly versions: Versions;
  readonly histories: TermHistories;
  readonly readiness: () => Promise<Status>;
}

/** `/versions`, `/changes`, `/history`, `/sources` and `/status`: what the API tells, for people. */
export function createVocabularyRoutes(options: VocabularyRoutesOptions): Router {
  const { render, vocabulary, versions, histories, readiness } = options;
  const router = createRouter();

  router.get('/versions', (ctx) => {
    const { version } = vocabulary();
    const page = new QueryOptions(ctx.querystring).get(PAGE);
    return givePage(ctx, renderVersionsPage(render, rootOf(ctx.path), versions.list(), page), version);
  });

  router.get('/changes', async (ctx) => {
    vocabulary();
    const options = new QueryOptions(ctx.querystring);
    const range = versions.range(options.get(FROM), options.get(TO));
    const changes = await versions.compare(range, { client: clientOf(ctx), signal: clientGoneSignal(ctx) });
    const comparison = { range, changes, versions: versions.list(), page: options.get(PAGE) };
    return givePage(ctx, renderChangesPage(render, rootOf(ctx.path), comparison), range.to.version);
  });

  router.get('/history', async (ctx) => {
    const { terms, prefixes, version } = vocabulary();
    const name = new QueryOptions(ctx.querystring).get(TERM) ?? '';
    const term = terms.get(name);
    if (term === undefined) throw new HubError('not-found', `There is no term ${JSON.stringify(name.slice(0, 200))}.`);
    const history = await histories.read(name);
    const names = new PrefixedNames(prefixes);
    return givePage(ctx, renderHistoryPage(render, { root: rootOf(ctx.path), term, history, names }), version);
  });

  router.get('/sources', (ctx) => {
    const current = vocabulary();
    const page = new QueryOptions(ctx.querystring).get(PAGE);
    return givePage(ctx, renderSourcesPage(render, rootOf(ctx.path), coveredSources(current), page), current.version);
  });

  router.get('/sources/:name', (ctx) => {
    const current = vocabulary();
    const { name = '' } = ctx.params;
    const source = coveredSources(current).find(({ file }) => file.name === name);
    if (source === undefined) throw new HubError('not-found', `There is no source ${name.slice(0, 200)}.`);
    const options = new QueryOptions(ctx.querystring);
    const shown = { q: options.get(Q)?.trim() || null, page: options.get(PAGE) };
    return givePage(ctx, renderSourcePage(render, rootOf(ctx.path), source, current, shown), current.version);
  });

  router.get('/status', async (ctx) => {
    givePassingPage(ctx, renderStatusPage(render, rootOf(ctx.path), await readiness()));
  });
  return router;
}

const coverages = new WeakMap<Vocabulary, readonly CoveredSource[]>();

/** The sources with how much of each the vocabulary covers, counted once for each vocabulary. */
function coveredSources(vocabulary: Vocabulary): readonly CoveredSource[] {
  let covered = coverages.get(vocabulary);
  if (covered === undefined) {
    covered = listSources(vocabulary.lexicon).map(({ file }) => {
      const { keyCount, describedCount } = coverageOf(file, (term) => vocabulary.terms.has(term));
      return { file, keyCount, describedCount };
    });
    coverages.set(vocabulary, covered);
  }
  return covered;
}
