import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Accounts } from './accounts/accounts.ts';
import type { RequireAdministrator } from './accounts/administrators.ts';
import type { Config } from './config.ts';
import { ControlSocket } from './control/control-socket.ts';
import { createDocuments } from './documents/documents.ts';
import { createFoundation } from './foundation.ts';
import { createGraphqlDoor } from './graphql/door.ts';
import { BodyBudget } from './http/body-budget.ts';
import { createFront } from './http/create-front.ts';
import { listen } from './http/listen.ts';
import { refuseUnrouted } from './http/no-route.ts';
import { OpenConnections } from './http/open-connections.ts';
import { chargeClient, DocumentRateLimit, type RateLimit, WINDOW_SECONDS } from './http/rate-limit.ts';
import { createHttpServer } from './http/server.ts';
import { SharedRateLimit } from './http/shared-rate-limit.ts';
import { QueryPool } from './queries/query-pool.ts';
import { RedisCounter } from './replicas/redis-counter.ts';
import { RedisLink } from './replicas/redis-link.ts';
import { RedisReplicas } from './replicas/redis-replicas.ts';
import { NO_REPLICAS, type Replicas } from './replicas/replicas.ts';
import { createChangesRoutes } from './rest/changes-routes.ts';
import { createDocumentRoutes } from './rest/document-routes.ts';
import { createHealthRoutes, type Readiness } from './rest/health-routes.ts';
import { createListingRoutes } from './rest/listing-routes.ts';
import { createOpenapiRoutes } from './rest/openapi-routes.ts';
import { PreparedAnswers } from './rest/prepared.ts';
import { createTokenRoutes } from './rest/token-routes.ts';
import { takeShortWay } from './rest/short-way.ts';
import { createResourceRoutes } from './rest/resource-routes.ts';
import { createSuggestionRoutes } from './rest/suggestion-routes.ts';
import { createVersionRoutes } from './rest/version-routes.ts';
import { createPublicGraphs, type PublicGraphs } from './sparql/public-graphs.ts';
import { createSparqlRoutes } from './sparql/routes.ts';
import { readHubId } from './suggestions/hub-id.ts';
import { MissingKeys } from './suggestions/missing-keys.ts';
import { createSuggestions } from './suggestions/suggestions.ts';
import { isOfVocabulary, type VocabularyRegistry } from './vocabulary/registry.ts';
import { createShippedRegistry } from './vocabulary/shipped-registry.ts';
import { Versions } from './vocabulary/versions.ts';
import { createAccountRoutes } from './web/account-routes.ts';
import { createPageRoutes, createProblemRoutes } from './web/page-routes.ts';
import { createResourcePages } from './web/resource-page.ts';
import { renderSparqlPage } from './web/sparql-page.ts';
import { renderVersionPage } from './web/vocabulary-page.ts';
import { MappingPool } from './workers/mapping-pool.ts';
import { Spool } from './workers/spool.ts';
import { Turnstile } from './workers/turnstile.ts';

/** Large GraphQL requests that are worked on at a time: parsing and rendering them is the one thing that no worker does. */
const LARGE_REQUESTS = 2;
/** Queries that may wait. Each may take seconds, so that more would wait for nothing. */
const QUERY_QUEUE = 64;

/** What the app needs of a registry; tests give one with a vocabulary of their own. */
export type Registry = Pick<VocabularyRegistry, 'current' | 'state' | 'start' | 'stop'> &
  Partial<Pick<VocabularyRegistry, 'onRead' | 'lookForChange'>>;

export interface AppParts {
  readonly log: Logger;
  /** The clock that dates `@annotations` and tokens. */
  readonly now?: () => Date;
  /** Takes the place of the one that reads the store. */
  readonly registry?: Registry;
  /** Takes the place of the mapping in the workers. */
  readonly workerModule?: URL;
  /** Take the place of the vocabulary in what queries are about. */
  readonly publicGraphs?: PublicGraphs;
  /** Takes the place of the accounts in saying who is an administrator. */
  readonly requireAdministrator?: RequireAdministrator;
}

export interface App {
  readonly server: Server;
  readonly pool: MappingPool;
  readonly queries: QueryPool;
  readonly spool: Spool;
  readonly rateLimit: RateLimit;
  readonly replicas: Replicas;
  readonly bodyBudget: BodyBudget;
  readonly accounts: Accounts;
  /** Resolves when the hub listens. @throws Error when the port is taken or the folder can't be written */
  start(): Promise<void>;
  /** Ends the requests under way, within the time that the settings give them, and everything else. */
  stop(): Promise<void>;
}

/** The whole hub, wired and not yet started. */
export function createApp(config: Config, parts: AppParts): App {
  const { log } = parts;
  const { baseUrl, timing } = config;
  const spool = new Spool(join(config.dataFolder, 'spool'), config.spoolBytes, config.answerBytes);
  const pool = new MappingPool(
    {
      workers: config.workers,
      queue: config.queue,
      queueMs: timing.queueMs,
      timeoutMs: config.conversionTimeoutMs,
      memoryMb: config.workerMemoryMb,
      workerModule: parts.workerModule,
    },
    spool,
  );
  const { replicas, rateLimit } = joinReplicas(config, log);
  const foundation = createFoundation(config, log, parts.now);
  const { hub, store, archive, shapes, accounts } = foundation;
  const registry =
    parts.registry ?? createShippedRegistry({ store, hub, log, shapes, isShared: config.storeServer !== undefined });
  store.onChange((graphs) => {
    if (isOfVocabulary(graphs, hub)) replicas.announce();
  });
  replicas.onAnnounced(() => void registry.lookForChange?.());
  const vocabulary = () => registry.current();
  const versions = new Versions({ archive, hub, current: vocabulary });
  registry.onRead?.((read) => void versions.note(read));
  const now = parts.now ?? (() => new Date());
  const hubId = () => readHubId(config.dataFolder);
  const missingKeys = new MissingKeys({ store, hub, hubId, now, log });
  const suggestions = createSuggestions({
    store,
    hub,
    vocabulary,
    shapes,
    now,
    log,
    onVocabulary: (listener) => registry.onRead?.(listener) ?? (() => {}),
  });
  const documents = createDocuments({
    vocabulary,
    pool,
    now,
    noteMissingKeys: (keys) => missingKeys.note(keys),
    // A module that takes the mapping's place gets every document.
    smallDocumentBytes: parts.workerModule === undefined ? config.smallDocumentBytes : 0,
  });
  const bodyBudget = new BodyBudget(config.bodyMemoryBytes);
  const publicGraphs = parts.publicGraphs ?? createPublicGraphs({ vocabulary, versions, hub });
  const queries = new QueryPool(
    {
      longQueries: config.sparqlWorkers,
      timeoutMs: config.sparqlTimeoutMs,
      queue: QUERY_QUEUE,
      queueMs: timing.queryQueueMs,
      ...publicGraphs,
    },
    spool,
  );
  const largeRequests = new Turnstile({
    places: LARGE_REQUESTS,
    maxWaiting: config.queue,
    maxWaitMs: timing.queueMs,
  });
  const graphql = createGraphqlDoor({
    documents,
    vocabulary,
    versions,
    suggestions,
    accounts: config.hasPlatform ? accounts : null,
    missingTerms: (current, first) => missingKeys.list(current, first),
    requireAdministrator: parts.requireAdministrator ?? accounts.requireAdministrator,
    baseUrl,
    log,
    bodyBudget,
    chargeDocumentRequest: (ctx) => chargeClient(ctx, rateLimit),
    takeTurn: (caller) => largeRequests.enter(caller),
  });

  const control = new ControlSocket({ dataFolder: config.dataFolder, commands: foundation.commands, log });

  let state: 'starting' | 'running' | 'stopping' = 'starting';
  let started: Promise<void> | undefined;
  const readiness = (): Readiness => {
    const { readAt, stale } = registry.state();
    const isReady = state === 'running' && readAt !== null;
    const facts = {
      state,
      registry: {
        readAt,
        stale,
        ...(stale ? { note: 'The store cannot be read; the vocabulary read last stays in use.' } : {}),
      },
      ...(archive.lastError() === null
        ? {}
        : { versions: { note: 'The data folder cannot be written; old versions are in memory until the hub ends.' } }),
      ...replicasFacts(replicas),
      workers: { count: config.workers, ...pool.load },
    };
    return { isReady, facts };
  };

  const koa = createFront({ ...config, log, isStopping: () => state === 'stopping' });
  koa.use(createDocumentRoutes({ documents, rateLimit, bodyBudget }).routes());
  koa.use(createSuggestionRoutes({ suggestions, bodyBudget }).routes());
  koa.use(graphql.router.routes());
  const answers = new PreparedAnswers(vocabulary);
  koa.use(createOpenapiRoutes(baseUrl).routes());
  koa.use(createListingRoutes(answers, baseUrl).routes());
  koa.use(createChangesRoutes({ answers, versions, hub }).routes());
  koa.use(createVersionRoutes({ answers, versions, hub, renderPage: renderVersionPage }));
  koa.use(createResourceRoutes({ answers, versions, hub, renderPage: createResourcePages(hub) }));
  koa.use(
    createSparqlRoutes({
      queries,
      dataset: publicGraphs.dataset,
      bodyBudget,
      baseUrl,
      renderPage: ({ graphs }) => renderSparqlPage(graphs, baseUrl),
    }).routes(),
  );
  if (config.hasPlatform) {
    koa.use(createTokenRoutes({ accounts, bodyBudget }).routes());
    koa.use(createAccountRoutes({ accounts, bodyBudget, baseUrl }).routes());
  }
  koa.use(createHealthRoutes(readiness).routes());
  koa.use(createPageRoutes(baseUrl).routes());
  koa.use(createProblemRoutes(baseUrl).routes());
  koa.use(refuseUnrouted());
  const shortWay = takeShortWay(
    {
      documents,
      rateLimit,
      trustedProxies: config.trustedProxies,
      maxBytes: config.smallDocumentBytes,
      baseUrl,
      log,
      isOpen: () => state === 'running',
    },
    koa.callback(),
  );
  const connections = new OpenConnections();
  const server = createHttpServer(shortWay, timing, log, baseUrl, connections);
  const start = async (): Promise<void> => {
    // First of all: it refuses a folder that another hub has.
    await foundation.open();
    await control.start();
    await spool.start();
    // Whatever is announced from now on is read.
    await replicas.start();
    await registry.start();
    suggestions.start();
    await missingKeys.start();
    await Promise.all([graphql.start(), registry.state().readAt === null ? undefined : pool.warm(registry.current())]);
    if (state === 'stopping') return;
    await listen(server, config);
    if (state === 'starting') state = 'running';
    // It names what is damaged, which nobody has to wait for.
    void archive.check();
    log.info({ address: server.address() }, 'listening');
  };

  return {
    server,
    pool,
    queries,
    spool,
    rateLimit,
    replicas,
    bodyBudget,
    accounts,
    start: () => (started ??= start()),
    async stop() {
      state = 'stopping';
      // What is half open can't be closed.
      await started?.catch(() => {});
      await connections.end(timing);
      registry.stop();
      queries.stop();
      suggestions.stop();
      await Promise.all([pool.stop(), graphql.stop(), replicas.stop(), control.stop(), missingKeys.stop()]);
      await foundation.close();
      spool.stop();
    },
  };
}

/** What the hub shares with others of its service; alone, it counts for itself and has nobody to tell. */
function joinReplicas(
  { redisUrl, baseUrl, rateLimit, timing }: Config,
  log: Logger,
): { replicas: Replicas; rateLimit: RateLimit } {
  const own = new DocumentRateLimit(rateLimit);
  if (redisUrl === undefined) return { replicas: NO_REPLICAS, rateLimit: own };
  const link = new RedisLink({ url: redisUrl, service: baseUrl, answerMs: timing.redisMs, log });
  return {
    replicas: new RedisReplicas(link),
    rateLimit: new SharedRateLimit(new RedisCounter(link, WINDOW_SECONDS), own),
  };
}

/** What `/readyz` says of them: a hub that cannot reach the others goes on by itself. */
function replicasFacts(replicas: Replicas): object {
  const state = replicas.state();
  if (state === null) return {};
  const note = 'Redis does not answer: this hub counts its own requests, and hears of changes when Redis is back.';
  return { replicas: { ...state, ...(state.connected ? {} : { note }) } };
}
