// One thing, though long: the wiring of the hub. It is the only file that knows all rooms.
import type { ChildProcess } from 'node:child_process';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Accounts } from './accounts/accounts.ts';
import type { RequireAdministrator } from './accounts/administrators.ts';
import type { Config } from './config.ts';
import { ControlSocket } from './operations/control-socket.ts';
import { Dumps } from './dumps/dumps.ts';
import { createDocuments } from './documents/documents.ts';
import { createCoreServices } from './core-services.ts';
import { joinPeers } from './join-peers.ts';
import { MemoryAtRest } from './memory-at-rest.ts';
import { isTraced, spanOfDocument, spanOfOperation } from './traces/work-spans.ts';
import { countDocuments } from './metrics/count-documents.ts';
import { countErrors } from './metrics/count-errors.ts';
import { createMetricsRoutes } from './rest/metrics-routes.ts';
import type { HubFacts } from './metrics/hub-facts.ts';
import { Metrics } from './metrics/metrics.ts';
import { timeStore } from './metrics/time-store.ts';
import { readRelease } from './package-folder.ts';
import { prepareReads, rehearseReads } from './prepare-reads.ts';
import { readinessOf, type HubState } from './readiness.ts';
import { createMetricsServer, freeBytesOf } from './serve-metrics.ts';
import { createGraphqlEndpoint, queryAllowance } from './graphql/graphql-endpoint.ts';
import { BodyBudget } from './http/limits/body-budget.ts';
import { createFront } from './http/create-front.ts';
import { FastAnswers } from './http/listening/fast-answers.ts';
import { listen } from './http/listening/listen.ts';
import { refuseUnrouted } from './http/no-route.ts';
import { OpenConnections } from './http/listening/open-connections.ts';
import type { RateLimit } from './http/limits/rate-limit.ts';
import { createHttpServer } from './http/listening/server.ts';
import { Queries } from './queries/queries.ts';
import { ServerQueries } from './queries/server-queries.ts';
import { QueryPool } from './queries/query-pool.ts';
import { createMcpRoutes } from './mcp/mcp-routes.ts';
import { OWN_QUERIES } from './own-queries.ts';
import type { Peers } from './peers/peers.ts';
import { createChangesRoutes } from './rest/changes-routes.ts';
import { Impacts } from './impact/impacts.ts';
import { createImpactRoutes } from './rest/impact-routes.ts';
import { createArtefactRoutes } from './rest/artefact-routes.ts';
import { createEventStreamRoutes } from './rest/event-stream-routes.ts';
import { createDocumentRoutes } from './rest/document-routes.ts';
import { createHealthRoutes } from './rest/health-routes.ts';
import { createListingRoutes } from './rest/listing-routes.ts';
import { createUnitRoutes } from './rest/unit-routes.ts';
import { createOpenapiRoutes, readInterface } from './rest/openapi-routes.ts';
import { PreparedAnswers } from './rest/prepared.ts';
import { createTermRoutes } from './rest/term-routes.ts';
import { createTokenRoutes } from './rest/token-routes.ts';
import { takeFastPath } from './rest/fast-path.ts';
import { ResourceForms } from './rest/resource-forms.ts';
import { createResourceRoutes } from './rest/resource-routes.ts';
import { createSuggestionRoutes } from './rest/suggestion-routes.ts';
import { createVersionRoutes } from './rest/version-routes.ts';
import { createPublicGraphs, type PublicGraphs } from './queries/public-graphs.ts';
import { createSparqlRoutes } from './sparql/routes.ts';
import { readHubId } from './suggestions/hub-id.ts';
import { UnmappedKeys } from './suggestions/unmapped-keys.ts';
import { createSuggestions } from './suggestions/suggestions.ts';
import { isOfVocabulary, type VocabularyRegistry } from './vocabulary/registry/registry.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';
import { EventStream } from './vocabulary/event-stream/event-stream.ts';
import { VersionSteps } from './vocabulary/event-stream/version-steps.ts';
import { ChangeCounts } from './vocabulary/versions/change-counts.ts';
import { VersionNews } from './vocabulary/versions/version-news.ts';
import { VersionLexicons } from './vocabulary/registry/version-lexicons.ts';
import { createShippedRegistry } from './vocabulary/registry/shipped-registry.ts';
import { TermHistories } from './vocabulary/versions/term-histories.ts';
import { TermStepsFinder } from './vocabulary/versions/term-steps-finder.ts';
import { prepareVersions } from './vocabulary/versions/version.ts';
import { Versions } from './vocabulary/versions/versions.ts';
import { createAdminRoutes } from './web/admin-routes.ts';
import { createAccountRoutes } from './web/account-routes.ts';
import { Assets, createAssetRoutes } from './web/assets.ts';
import { createProblemPages } from './web/pages/problem-pages.tsx';
import { createPageRoutes, createProblemRoutes } from './web/page-routes.ts';
import { graphqlPagePolicy, renderGraphqlPage } from './web/pages/graphql-page.tsx';
import { createFeedRoutes } from './web/feed-routes.ts';
import { createSuggestRoutes } from './web/suggest-routes.ts';
import { createVocabularyRoutes } from './web/vocabulary-routes.ts';
import { createPages, rootOf } from './web/pages/page.tsx';
import { createResourcePages } from './web/pages/resource-page.tsx';
import { pictureOfResource } from './web/pages/resource-picture.ts';
import { renderSparqlPage } from './web/pages/sparql-page.tsx';
import { createVersionPages } from './web/pages/vocabulary-page.tsx';
import { createReferenceRoutes } from './web/reference-routes.ts';
import { createSchemaRoutes } from './web/schema-routes.ts';
import { createWebhooks } from './webhooks/webhooks.ts';
import { MappingPool } from './workers/mapping-pool.ts';
import { Spool } from './streaming/spool.ts';
import { FairSemaphore } from './streaming/fair-semaphore.ts';

/** Large GraphQL requests that are worked on at a time: parsing and rendering them is the one thing that no worker does. */
const LARGE_REQUESTS = 2;
/** A vocabulary of so many triples is hashed in a tenth of a second, when a suggestion is accepted. */
const MOST_HASHED_AT_ONCE = 250_000;
/** Queries that may wait. Each may take seconds, so that more would wait for nothing. */
const QUERY_QUEUE = 64;

/** What the app needs of a registry; tests give one with a vocabulary of their own. */
export type Registry = Pick<VocabularyRegistry, 'current' | 'state' | 'start' | 'stop'> &
  Partial<Pick<VocabularyRegistry, 'onRead' | 'lookForChange' | 'currentAt' | 'expect' | 'storeComing'>>;

export interface AppParts {
  readonly log: Logger;
  /** The clock that dates `@annotations` and tokens. */
  readonly now?: () => Date;
  /** Takes the place of the one that reads the store. */
  readonly registry?: Registry;
  /** Where the vocabulary that a new store gets is found, in place of the one that belongs to this module: the file that the build made, or a folder of its sources. */
  readonly shipped?: string;
  /** Takes the place of the mapping in the workers. */
  readonly workerModule?: URL;
  /** Take the place of the vocabulary in what queries are about. */
  readonly publicGraphs?: PublicGraphs;
  /** Whether a process is ready for the first SPARQL query, and a thread for the first document that needs one; default true. */
  readonly isPrepared?: boolean;
  /** A process for SPARQL that was started before the hub was made. */
  readonly queryProcess?: ChildProcess;
  /** Triples that the SPARQL engine in the process holds, in place of what was measured. */
  readonly maxEngineTriples?: number;
  /** Decides who is an administrator, in place of the accounts. */
  readonly requireAdministrator?: RequireAdministrator;
}

export interface App {
  readonly server: Server;
  readonly pool: MappingPool;
  readonly queries: QueryPool;
  readonly spool: Spool;
  readonly rateLimit: RateLimit;
  readonly peers: Peers;
  readonly bodyBudget: BodyBudget;
  readonly accounts: Accounts;
  /** Resolves when the hub listens. @throws Error when the port is taken or the folder can't be written */
  start(): Promise<void>;
  /** Ends the requests under way, within the time that the settings give them, and everything else. */
  stop(): Promise<void>;
}

/** Calls each of those that are given; null when none is. */
function notesOf<T>(given: ReadonlyArray<((ended: T) => void) | undefined>): ((ended: T) => void) | null {
  const notes = given.filter((note) => note !== undefined);
  if (notes.length === 0) return null;
  return (ended) => {
    for (const note of notes) note(ended);
  };
}

/** The whole hub, wired and not yet started. */
export function createApp(config: Config, parts: AppParts): App {
  const { isPrepared = true } = parts;
  const { baseUrl, timing } = config;
  const spool = new Spool({
    folder: join(config.dataFolder, 'spool'),
    maxBytes: config.spoolBytes,
    maxAnswerBytes: config.answerBytes,
    timing,
  });
  const pool = new MappingPool(
    {
      workers: config.workers,
      queue: config.queue,
      timing,
      timeoutMs: config.conversionTimeoutMs,
      memoryMb: config.workerMemoryMb,
      workerModule: parts.workerModule,
    },
    spool,
  );
  const metrics = config.metrics === undefined ? null : new Metrics(readRelease(), () => readFacts());
  const log = metrics === null ? parts.log : countErrors(parts.log, metrics.countError.bind(metrics));
  const { peers, rateLimit, queryLimit, persistedQueries } = joinPeers(config, queryAllowance(config.rateLimit), log);
  const countRequest = metrics === null ? undefined : metrics.countRequest.bind(metrics);
  const noteDocument = notesOf([metrics?.countDocument.bind(metrics), isTraced() ? spanOfDocument : undefined]);
  const noteOperation = notesOf([metrics?.countOperation.bind(metrics), isTraced() ? spanOfOperation : undefined]);
  const coreServices = createCoreServices(config, {
    log,
    now: parts.now,
    observeStore: noteOperation === null ? undefined : (own) => timeStore(own, noteOperation),
  });
  const { hub, store, archive, shapes, kept, accounts } = coreServices;
  const registry =
    parts.registry ??
    createShippedRegistry({
      store,
      hub,
      log,
      shapes,
      archive,
      kept,
      shipped: parts.shipped,
      isShared: config.storeServer !== undefined,
      timing,
    });
  store.onChange((graphs) => {
    if (isOfVocabulary(graphs, hub)) peers.announce();
  });
  peers.onAnnounced(() => void registry.lookForChange?.());
  const vocabulary = () => registry.current();
  const versions = new Versions({ archive, hub, current: vocabulary, timing });
  registry.onRead?.((read) => {
    // At the start what takes long waits until the hub listens.
    if (state === 'starting') versions.noteLater(read);
    else void versions.note(read);
    // A pool that is stopped ends what it has begun.
    if (isPrepared) pool.warm(read).catch(() => {});
    if (isPrepared) sparql.prepare().catch(() => {});
    if (isPrepared && state === 'running')
      prepareReads(read, forms)
        .then(() => prepareChanges(read))
        .catch(() => {});
  });
  const now = parts.now ?? (() => new Date());
  const hubId = () => readHubId(config.dataFolder);
  const unmappedKeys = new UnmappedKeys({ store, hub, hubId, now, log, timing });
  const suggestions = createSuggestions({
    store,
    hub,
    vocabulary,
    shapes,
    registry,
    now,
    log,
    timing,
    onVocabulary: (listener) => registry.onRead?.(listener) ?? (() => {}),
  });
  const changeCounts = new ChangeCounts(versions);
  const news = new VersionNews(() => versions.current());
  registry.onRead?.(() => news.announce());
  const webhooks = createWebhooks({
    store,
    hub,
    versions,
    counts: changeCounts,
    vocabularyAt: registry.currentAt?.bind(registry),
    onVocabulary: (listener) => registry.onRead?.(listener) ?? (() => {}),
    isInsideAllowed: config.mayWebhooksGoInside,
    now,
    timing,
    log,
    note: metrics?.countWebhook.bind(metrics),
  });
  const stepsOptions = {
    folder: join(config.dataFolder, 'changes'),
    hub,
    findVersion: (version: string) => versions.stored(version),
    log,
    timing,
  };
  const versionSteps = new VersionSteps(stepsOptions);
  const termSteps = new TermStepsFinder({ ...stepsOptions, archive });
  registry.onRead?.((read) => void versionSteps.note(read));
  const stream = new EventStream({ archive, steps: versionSteps, timing });
  const versionLexicons = new VersionLexicons({ archive, hub });
  const uncounted = createDocuments({
    vocabulary,
    versions: versionLexicons,
    pool,
    now,
    noteUnmappedKeys: (keys) => unmappedKeys.note(keys),
    // A module that takes the mapping's place gets every document.
    smallDocumentBytes: parts.workerModule === undefined ? config.smallDocumentBytes : 0,
  });
  const documents = noteDocument === null ? uncounted : countDocuments(uncounted, noteDocument);
  const impacts = new Impacts({
    hub,
    current: () => vocabulary().lexicon,
    findVersion: (named, option) => versions.get(named, option),
    readVersion: (version) => versionLexicons.read(version),
  });
  const bodyBudget = new BodyBudget(config.bodyMemoryBytes);
  const publicGraphs = parts.publicGraphs ?? createPublicGraphs({ vocabulary, versions, hub });
  const queries = new QueryPool(
    {
      longQueries: config.sparqlWorkers,
      timeoutMs: config.sparqlTimeoutMs,
      queue: QUERY_QUEUE,
      timing,
      ...publicGraphs,
    },
    spool,
  );
  const serverQueries =
    config.storeServer === undefined
      ? null
      : new ServerQueries(
          {
            server: config.storeServer,
            places: config.sparqlWorkers + 1,
            timeoutMs: config.sparqlTimeoutMs,
            queue: QUERY_QUEUE,
            timing,
          },
          spool,
        );
  const sparql = new Queries({
    pool: queries,
    server: serverQueries,
    dataset: publicGraphs.dataset,
    log,
    ...(parts.maxEngineTriples === undefined ? {} : { maxTriples: parts.maxEngineTriples }),
  });
  const largeRequests = new FairSemaphore({
    places: LARGE_REQUESTS,
    maxWaiting: config.queue,
    maxWaitMs: timing.queueMs,
  });
  const assets = new Assets();
  const inlineScripts = assets.inlineSources();
  const fastPath = {
    answers: new FastAnswers({ baseUrl, inlineScripts, log, countRequest, isStopping: () => state === 'stopping' }),
    trustedProxies: config.trustedProxies,
    maxBytes: config.smallDocumentBytes,
    isOpen: () => state === 'running',
  };
  /** Ends what is done behind the start, and streams of events. */
  const ending = new AbortController();
  const requireAdministrator = parts.requireAdministrator ?? accounts.requireAdministrator;
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
    webhooks,
    news,
    changeCounts,
    stopping: ending.signal,
    timing,
    missingTerms: (current, first) => unmappedKeys.list(current, first),
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

  const control = new ControlSocket({ dataFolder: config.dataFolder, commands: coreServices.commands, log });

  let state: HubState = 'starting';
  let started: Promise<void> | undefined;
  const readiness = () =>
    readinessOf({ state, registry: registry.state(), archive, peers, pool, workers: config.workers });

  const renderProblem = createProblemPages(render, true);
  const isStopping = (): boolean => state === 'stopping';
  const koa = createFront({ ...config, log, countRequest, isStopping, inlineScripts, renderProblem });
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
      const [inUse, stored] = [vocabulary(), await versions.stored(version)];
      if (version !== inUse.version) return stored;
      const { description } = await forms.resourcesOf(inUse);
      return { ...stored, known: { description: description.columns, prefixes: inUse.lexicon.prefixes } };
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
  koa.use(createEventStreamRoutes({ stream, vocabulary: () => answers.vocabulary(), versions, hub }).routes());
  const histories = new TermHistories({
    list: () => versions.list(),
    find: (version) => versions.find(version),
    findSteps: (before, after) => termSteps.find(before, after),
  });
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
    metrics === null ? null : createMetricsServer(config, metrics, { log, isStopping, inlineScripts, renderProblem });
  const readFacts = async (): Promise<HubFacts> => {
    const { readAt, stale } = registry.state();
    const read = readAt === null ? null : vocabulary();
    return {
      vocabulary: read === null ? null : { version: read.version, terms: read.lexicon.terms.size, readAt: readAt! },
      isStale: stale,
      pool: { ...pool.load, threads: pool.threadCount },
      workers: config.workers,
      queue: config.queue,
      queries: queries.load,
      spool: { takenBytes: spool.takenBytes, maxBytes: config.spoolBytes },
      bodies: { heldBytes: bodyBudget.held, maxBytes: config.bodyMemoryBytes },
      isRedisConnected: peers.state()?.connected ?? null,
      freeBytes: await freeBytesOf(config.dataFolder),
    };
  };
  let checkingVersions: NodeJS.Timeout | undefined;
  const connections = new OpenConnections();
  const server = createHttpServer(listener, timing, log, baseUrl, connections);
  const memory = new MemoryAtRest(server, { quietMs: timing.quietMs });
  /** Makes what the first acceptance of a suggestion would wait for. */
  const prepareChanges = async ({ triples }: Vocabulary): Promise<void> => {
    if (triples.length > MOST_HASHED_AT_ONCE) await prepareVersions(triples, hub);
    if (isPrepared) await shapes.prepareChanges(triples, ending.signal);
  };
  /** Does what would keep first requests waiting, and checks what nobody waits for, one after the other. */
  const prepareFirstRequests = async (): Promise<void> => {
    try {
      if (isPrepared) await dumps.prepare();
      // What follows can wait, and would take the processor from it.
      if (isPrepared && registry.state().readAt !== null) await sparql.prepare();
      if (registry.state().readAt !== null) await prepareReads(registry.current(), forms);
      if (state === 'running') await graphql.start();
      if (isPrepared && registry.state().readAt !== null) await rehearseReads(registry.current(), forms, ending.signal);
      if (registry.state().readAt !== null) await prepareChanges(registry.current());
    } catch (error) {
      // The first request does it then, and says what is wrong.
      log.debug({ err: error }, 'first requests could not be prepared for');
    }
    const noted = state === 'running' && registry.state().readAt !== null ? registry.current() : undefined;
    if (noted !== undefined) await versions.note(noted);
    await archive.check(noted?.version);
    if (state !== 'running') return;
    checkingVersions = setInterval(() => void archive.check(), timing.checkVersionsMs).unref();
    memory.start();
  };
  const start = async (): Promise<void> => {
    // First of all: it refuses a folder that another hub has.
    await coreServices.open();
    await control.start();
    await spool.start();
    if (isPrepared) queries.start(parts.queryProcess);
    // Whatever is announced from now on is read.
    await peers.start();
    await registry.start();
    suggestions.start();
    await unmappedKeys.start();
    webhooks.start();
    // A list that cannot be used is no reason to answer everything.
    if (config.trustedDocuments !== undefined) await graphql.start();
    if (state === 'stopping') return;
    await listen(server, config);
    log.info({ address: server.address() }, 'listening');
    await metricsServer?.start();
    if (state === 'starting') state = 'running';
    void registry.storeComing?.();
    void prepareFirstRequests();
  };

  return {
    server,
    pool,
    queries,
    spool,
    rateLimit,
    peers,
    bodyBudget,
    accounts,
    start: () => (started ??= start()),
    async stop() {
      state = 'stopping';
      ending.abort();
      // What is half open can't be closed.
      await started?.catch(() => {});
      await connections.end(timing);
      memory.stop();
      clearInterval(checkingVersions);
      metricsServer?.stop();
      metrics?.stop();
      registry.stop();
      queries.stop();
      suggestions.stop();
      await Promise.all([
        pool.stop(),
        graphql.stop(),
        peers.stop(),
        control.stop(),
        unmappedKeys.stop(),
        webhooks.stop(),
      ]);
      await Promise.all([
        serverQueries?.stop(),
        dumps.close(),
        versionSteps.close(),
        termSteps.close(),
        versions.close(),
        versionLexicons.close(),
      ]);
      await coreServices.close();
      spool.stop();
    },
  };
}
