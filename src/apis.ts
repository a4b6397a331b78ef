// One thing, though long: the wiring of what clients ask, each API with the services behind it.
import { join } from 'node:path';
import type { Config } from './config.ts';
import { Dumps } from './dumps/dumps.ts';
import { createGraphqlEndpoint } from './graphql/graphql-endpoint.ts';
import { createFront } from './http/create-front.ts';
import { FastAnswers } from './http/listening/fast-answers.ts';
import { refuseUnrouted } from './http/no-route.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createMcpRoutes } from './mcp/mcp-routes.ts';
import { OWN_QUERIES } from './own-queries.ts';
import { readRelease } from './package-folder.ts';
import { createArtefactRoutes } from './rest/artefact-routes.ts';
import { createChangesRoutes } from './rest/changes-routes.ts';
import { createDocumentRoutes } from './rest/document-routes.ts';
import { createEventStreamRoutes } from './rest/event-stream-routes.ts';
import { takeFastPath } from './rest/fast-path.ts';
import { createHealthRoutes } from './rest/health-routes.ts';
import { createImpactRoutes } from './rest/impact-routes.ts';
import { createListingRoutes } from './rest/listing-routes.ts';
import { createMetricsRoutes } from './rest/metrics-routes.ts';
import { createOpenapiRoutes, readInterface } from './rest/openapi-routes.ts';
import { PreparedAnswers } from './rest/prepared.ts';
import { ResourceForms } from './rest/resource-forms.ts';
import { createResourceRoutes } from './rest/resource-routes.ts';
import { createSuggestionRoutes } from './rest/suggestion-routes.ts';
import { createTermRoutes } from './rest/term-routes.ts';
import { createTokenRoutes } from './rest/token-routes.ts';
import { createUnitRoutes } from './rest/unit-routes.ts';
import { createVersionRoutes } from './rest/version-routes.ts';
import { createMetricsServer } from './serve-metrics.ts';
import type { Services } from './services.ts';
import { createSparqlRoutes } from './sparql/routes.ts';
import { FairSemaphore } from './streaming/fair-semaphore.ts';
import { createAccountRoutes } from './web/account-routes.ts';
import { createAdminRoutes } from './web/admin-routes.ts';
import { Assets, createAssetRoutes } from './web/assets.ts';
import { createFeedRoutes } from './web/feed-routes.ts';
import { createPageRoutes, createProblemRoutes } from './web/page-routes.ts';
import { graphqlPagePolicy, renderGraphqlPage } from './web/pages/graphql-page.tsx';
import { createPages, rootOf } from './web/pages/page.tsx';
import { createProblemPages } from './web/pages/problem-pages.tsx';
import { createResourcePages } from './web/pages/resource-page.tsx';
import { pictureOfResource } from './web/pages/resource-picture.ts';
import { renderSparqlPage } from './web/pages/sparql-page.tsx';
import { createVersionPages } from './web/pages/vocabulary-page.tsx';
import { createReferenceRoutes } from './web/reference-routes.ts';
import { createSchemaRoutes } from './web/schema-routes.ts';
import { createSuggestRoutes } from './web/suggest-routes.ts';
import { createVocabularyRoutes } from './web/vocabulary-routes.ts';

/** Large GraphQL requests that are worked on at a time: parsing and rendering them is the one thing that no worker does. */
const LARGE_REQUESTS = 2;

/** REST, GraphQL, SPARQL, MCP and the pages, wired and not yet started. */
export function createApis(config: Config, services: Services, lifecycle: Lifecycle) {
  const { baseUrl, timing } = config;
  const { hub, registry, vocabulary, versions, documents, suggestions, impacts, accounts, histories } = services;
  const { log, metrics, bodyBudget, rateLimit, queryLimit, persistedQueries, countRequest } = services;
  const { sparql, publicGraphs, requireAdministrator, readiness } = services;
  const largeRequests = new FairSemaphore({
    places: LARGE_REQUESTS,
    maxWaiting: config.queue,
    maxWaitMs: timing.queueMs,
  });
  const assets = new Assets();
  const inlineScripts = assets.inlineSources();
  const fastPath = {
    answers: new FastAnswers({ baseUrl, inlineScripts, log, countRequest, isStopping: lifecycle.isStopping }),
    trustedProxies: config.trustedProxies,
    maxBytes: config.smallDocumentBytes,
    isOpen: () => lifecycle.state === 'running',
  };
  const render = createPages({ assets, release: readRelease(), hasVocabulary: true });
  const graphql = createGraphqlEndpoint({
    renderPage: (path) => ({
      html: renderGraphqlPage(render, { root: rootOf(path), baseUrl }),
      contentSecurityPolicy: graphqlPagePolicy(inlineScripts),
    }),
    documents,
    vocabulary,
    versions,
    suggestions,
    impacts,
    accounts: config.hasPlatform ? accounts : null,
    webhooks: services.webhooks,
    news: services.news,
    changeCounts: services.changeCounts,
    stopping: lifecycle.ending.signal,
    timing,
    missingTerms: (current, first) => services.unmappedKeys.list(current, first),
    requireAdministrator,
    baseUrl,
    isSubgraph: config.isSubgraph,
    ...(config.trustedDocuments === undefined
      ? {}
      : { trustedDocuments: { ...config.trustedDocuments, own: OWN_QUERIES } }),
    ...(persistedQueries === undefined ? {} : { persistedQueries }),
    log,
    bodyBudget,
    chargeDocumentRequest: (charges) => charges.charge(rateLimit),
    chargeQuery: (charges, cost) => charges.charge(queryLimit, cost),
    takeTurn: (caller) => largeRequests.enter(caller),
    fastPath,
  });

  const renderProblem = createProblemPages(render, true);
  const koa = createFront({
    ...config,
    log,
    countRequest,
    isStopping: lifecycle.isStopping,
    inlineScripts,
    renderProblem,
  });
  koa.use(createDocumentRoutes({ documents, rateLimit, bodyBudget, baseUrl: config.baseUrl }).routes());
  koa.use(createSuggestionRoutes({ suggestions, bodyBudget, queryLimit, baseUrl }).routes());
  if (config.hasPlatform) koa.use(createImpactRoutes({ impacts, bodyBudget, requireAdministrator }).routes());
  koa.use(graphql.router.routes());
  const answers = new PreparedAnswers(vocabulary);
  const dumps = new Dumps({
    folder: join(config.dataFolder, 'dumps'),
    hub,
    current: vocabulary,
    findVersion: async (version) => {
      const [inUse, stored] = [vocabulary(), await versions.getStored(version)];
      if (version !== inUse.version) return { stored };
      const { triples, lexicon } = inUse;
      const description = await forms.resourcesOf(inUse).describe();
      return { stored, inUse: { triples, description, prefixes: lexicon.prefixes } };
    },
    log,
    timing,
  });
  const description = readInterface(baseUrl);
  koa.use(createOpenapiRoutes(description).routes());
  const version = (): string | null => (registry.state().readAt === null ? null : vocabulary().version);
  koa.use(createReferenceRoutes({ render, description, baseUrl, version }).routes());
  koa.use(createSchemaRoutes({ render, introspect: () => graphql.introspect() }).routes());
  koa.use(createListingRoutes(answers, baseUrl).routes());
  koa.use(createUnitRoutes(answers, baseUrl).routes());
  koa.use(createTermRoutes(answers, hub).routes());
  koa.use(createArtefactRoutes({ answers, baseUrl, rateLimit, bodyBudget }).routes());
  koa.use(createChangesRoutes({ answers, versions, hub }).routes());
  koa.use(createVersionRoutes({ answers, versions, dumps, hub, renderPage: createVersionPages(render) }));
  koa.use(
    createEventStreamRoutes({
      stream: services.stream,
      vocabulary: () => answers.vocabulary(),
      versions,
      hub,
    }).routes(),
  );
  const pages = createResourcePages(render, { hub });
  const forms = new ResourceForms({ hub, renderPage: pages.renderResource, renderPicture: pictureOfResource });
  koa.use(createResourceRoutes({ answers, versions, dumps, hub, forms, pages }));
  koa.use(
    createSparqlRoutes({
      queries: sparql,
      dataset: publicGraphs.dataset,
      bodyBudget,
      baseUrl,
      renderPage: (dataset, path) => renderSparqlPage(render, dataset, { root: rootOf(path), baseUrl }),
    }).routes(),
  );
  const mcp = createMcpRoutes({
    basis: {
      vocabulary,
      documents,
      queries: sparql,
      versions,
      suggestions: config.hasPlatform ? suggestions.terms : null,
      baseUrl,
      hasHub: true,
    },
    requireAccount: accounts.requireAccount,
    rateLimit,
    bodyBudget,
    release: readRelease(),
    log,
  });
  koa.use(mcp.routes());
  if (config.hasPlatform) {
    koa.use(createTokenRoutes({ accounts, bodyBudget }).routes());
    koa.use(createAccountRoutes({ accounts, bodyBudget, baseUrl, render, isHub: true }).routes());
    koa.use(createAdminRoutes(render).routes());
  }
  koa.use(createHealthRoutes(readiness).routes());
  koa.use(createSuggestRoutes({ render, suggestions, vocabulary, bodyBudget, queryLimit, baseUrl }).routes());
  if (metrics !== null && config.metrics?.address === null)
    koa.use(createMetricsRoutes(metrics, config.metrics.token).routes());
  koa.use(
    createVocabularyRoutes({ render, vocabulary: () => answers.vocabulary(), versions, histories, readiness }).routes(),
  );
  koa.use(createFeedRoutes({ vocabulary: () => answers.vocabulary(), versions, histories, baseUrl }).routes());
  koa.use(
    createPageRoutes({
      render,
      baseUrl,
      contact: config.contact,
      vocabulary: () => (registry.state().readAt === null ? null : vocabulary()),
    }).routes(),
  );
  koa.use(createProblemRoutes(render).routes());
  koa.use(createAssetRoutes(assets).routes());
  koa.use(refuseUnrouted());
  const listener = takeFastPath({ documents, rateLimit, ...fastPath }, graphql.takeFastPath(koa.callback()));
  const metricsServer =
    metrics === null
      ? null
      : createMetricsServer(config, metrics, { log, isStopping: lifecycle.isStopping, inlineScripts, renderProblem });
  return {
    /** Answers every request. */
    listener,
    metricsServer,
    graphql,
    forms,
    dumps,
    async stop(): Promise<void> {
      metricsServer?.stop();
      await Promise.all([graphql.stop(), dumps.close()]);
    },
  };
}
