// One thing, though long: the wiring of what the hub does, whoever asks for it.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { RequireAdministrator } from './accounts/administrators.ts';
import type { Config } from './config.ts';
import { createCoreServices } from './core-services.ts';
import { createDocuments } from './documents/documents.ts';
import { queryAllowance } from './graphql/graphql-endpoint.ts';
import { BodyBudget } from './http/limits/body-budget.ts';
import { Impacts } from './impact/impacts.ts';
import { joinPeers } from './join-peers.ts';
import type { Lifecycle } from './lifecycle.ts';
import { countDocuments } from './metrics/count-documents.ts';
import { countErrors } from './metrics/count-errors.ts';
import type { HubFacts } from './metrics/hub-facts.ts';
import { Metrics } from './metrics/metrics.ts';
import { timeStore } from './metrics/time-store.ts';
import { ControlSocket } from './operations/control-socket.ts';
import { readRelease } from './package-folder.ts';
import type { PublicGraphs } from './queries/public-graphs.ts';
import { createQueryServices } from './query-services.ts';
import { readinessOf, toldOnce } from './readiness.ts';
import { freeBytesOf } from './serve-metrics.ts';
import { Spool } from './streaming/spool.ts';
import { readHubId } from './suggestions/hub-id.ts';
import { createSuggestions } from './suggestions/suggestions.ts';
import { UnmappedKeys } from './suggestions/unmapped-keys.ts';
import { isTraced, spanOfDocument, spanOfOperation } from './traces/work-spans.ts';
import { isOfVocabulary, type VocabularyRegistry } from './vocabulary/registry/registry.ts';
import { createShippedRegistry } from './vocabulary/registry/shipped-registry.ts';
import { createVersionServices } from './version-services.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';
import { createWebhooks } from './webhooks/webhooks.ts';
import { MappingPool } from './workers/mapping-pool.ts';

/** What the hub needs of a registry; tests give one with a vocabulary of their own. */
export type Registry = Pick<VocabularyRegistry, 'current' | 'state' | 'start' | 'stop'> &
  Partial<
    Pick<
      VocabularyRegistry,
      'onRead' | 'lookForChange' | 'currentAt' | 'expect' | 'storeComing' | 'whenStored' | 'prove' | 'isStoring'
    >
  >;

export interface HubParts {
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

export type Services = ReturnType<typeof createServices>;

/** All that the APIs of a hub share, wired and not yet started. */
export function createServices(config: Config, parts: HubParts, lifecycle: Lifecycle) {
  const { isPrepared = true } = parts;
  const { timing } = config;
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
  const onVocabulary = (listener: (vocabulary: Vocabulary) => void) => registry.onRead?.(listener) ?? (() => {});
  const ofVersions = createVersionServices(config, {
    hub,
    archive,
    vocabulary,
    log,
    onVocabulary,
    isStarting: () => lifecycle.state === 'starting',
  });
  const { versions } = ofVersions;
  const now = parts.now ?? (() => new Date());
  const hubId = () => readHubId(config.dataFolder);
  const unmappedKeys = new UnmappedKeys({ store, hub, hubId, now, log, timing });
  const suggestions = createSuggestions({
    store,
    hub,
    vocabulary,
    shapes,
    registry,
    whenNoted: () => versions.whenNoted(),
    now,
    log,
    timing,
    onVocabulary,
  });
  const webhooks = createWebhooks({
    store,
    hub,
    versions,
    counts: ofVersions.changeCounts,
    vocabularyAt: registry.currentAt?.bind(registry),
    onVocabulary,
    isInsideAllowed: config.mayWebhooksGoInside,
    now,
    timing,
    log,
    note: metrics?.countWebhook.bind(metrics),
  });
  const uncounted = createDocuments({
    vocabulary,
    versions: ofVersions.lexicons,
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
    readVersion: (version) => ofVersions.lexicons.read(version),
  });
  const bodyBudget = new BodyBudget(config.bodyMemoryBytes);
  const ofQueries = createQueryServices(config, {
    hub,
    vocabulary,
    versions,
    spool,
    log,
    publicGraphs: parts.publicGraphs,
    maxEngineTriples: parts.maxEngineTriples,
  });
  const readFacts = async (): Promise<HubFacts> => {
    const { readAt, stale } = registry.state();
    const read = readAt === null ? null : vocabulary();
    return {
      vocabulary: read === null ? null : { version: read.version, terms: read.lexicon.terms.size, readAt: readAt! },
      isStale: stale,
      pool: { ...pool.load, threads: pool.threadCount },
      workers: config.workers,
      queue: config.queue,
      queries: ofQueries.queries.load,
      spool: { takenBytes: spool.takenBytes, maxBytes: config.spoolBytes },
      bodies: { heldBytes: bodyBudget.held, maxBytes: config.bodyMemoryBytes },
      isRedisConnected: peers.state()?.connected ?? null,
      freeBytes: await freeBytesOf(config.dataFolder),
    };
  };
  const control = new ControlSocket({ dataFolder: config.dataFolder, commands: coreServices.commands, log });
  const findStoreFault = toldOnce(() => store.findFault(), log);
  const readiness = async () =>
    readinessOf({
      state: lifecycle.state,
      registry: registry.state(),
      storeFault: await findStoreFault(),
      archive,
      peers,
      pool,
      workers: config.workers,
    });

  return {
    hub,
    archive,
    shapes,
    kept,
    accounts,
    spool,
    pool,
    metrics,
    log,
    peers,
    rateLimit,
    queryLimit,
    persistedQueries,
    countRequest,
    registry,
    vocabulary,
    versions,
    changeCounts: ofVersions.changeCounts,
    news: ofVersions.news,
    stream: ofVersions.stream,
    histories: ofVersions.histories,
    unmappedKeys,
    suggestions,
    webhooks,
    documents,
    impacts,
    bodyBudget,
    publicGraphs: ofQueries.publicGraphs,
    queries: ofQueries.queries,
    sparql: ofQueries.sparql,
    readiness,
    requireAdministrator: parts.requireAdministrator ?? accounts.requireAdministrator,
    /** @throws Error when the folder belongs to another hub, or cannot be written */
    async start(): Promise<void> {
      // First of all: it refuses a folder that another hub has.
      await coreServices.open();
      await control.start();
      await spool.start();
      if (isPrepared) ofQueries.start(parts.queryProcess);
      // Whatever is announced from now on is read.
      await peers.start();
      await registry.start();
      suggestions.start();
      await unmappedKeys.start();
      webhooks.start();
    },
    /** Begins nothing anew, and ends what can be ended at once. */
    endWork(): void {
      metrics?.stop();
      registry.stop();
      ofQueries.endWork();
      suggestions.stop();
    },
    /** Ends the rest, once nobody asks any more. */
    async stop(): Promise<void> {
      await Promise.all([pool.stop(), peers.stop(), control.stop(), unmappedKeys.stop(), webhooks.stop()]);
      await Promise.all([ofQueries.stop(), ofVersions.stop()]);
      await coreServices.close();
      spool.stop();
    },
  };
}

/** Calls each of those that are given; null when none is. */
function notesOf<T>(given: ReadonlyArray<((ended: T) => void) | undefined>): ((ended: T) => void) | null {
  const notes = given.filter((note) => note !== undefined);
  if (notes.length === 0) return null;
  return (ended) => {
    for (const note of notes) note(ended);
  };
}
