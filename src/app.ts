import type { Server } from 'node:http';
import type { Config } from './config.ts';
import { createApis } from './apis.ts';
import { Lifecycle } from './lifecycle.ts';
import { listen } from './http/listening/listen.ts';
import { OpenConnections } from './http/listening/open-connections.ts';
import { createHttpServer } from './http/listening/server.ts';
import { MemoryAtRest } from './memory-at-rest.ts';
import { prepareReads, rehearseReads } from './prepare-reads.ts';
import { createServices, type HubParts, type Services } from './services.ts';
import { areVersionsPrepared, prepareVersions } from './vocabulary/versions/version.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';

/** A vocabulary of so many triples is hashed in a tenth of a second, when a suggestion is accepted. */
const MOST_HASHED_AT_ONCE = 250_000;

export interface App extends Pick<
  Services,
  'pool' | 'queries' | 'spool' | 'rateLimit' | 'peers' | 'bodyBudget' | 'accounts'
> {
  readonly server: Server;
  /** Resolves when the hub listens. @throws Error when the port is taken or the folder can't be written */
  start(): Promise<void>;
  /** Ends the requests under way, within the time that the settings give them, and everything else. */
  stop(): Promise<void>;
}

/** The whole hub, wired and not yet started. */
export function createApp(config: Config, parts: HubParts): App {
  const { isPrepared = true } = parts;
  const { baseUrl, timing } = config;
  const lifecycle = new Lifecycle();
  const services = createServices(config, parts, lifecycle);
  const apis = createApis(config, services, lifecycle);
  const { log, registry, versions, archive, shapes, kept, hub, pool, sparql } = services;
  const { graphql, forms, dumps, metricsServer } = apis;
  const connections = new OpenConnections();
  const server = createHttpServer(apis.listener, timing, log, baseUrl, connections);
  const memory = new MemoryAtRest(server, { quietMs: timing.quietMs });
  let checkingVersions: NodeJS.Timeout | undefined;

  registry.onRead?.((read) => {
    if (!isPrepared) return;
    // A pool that is stopped ends what it has begun.
    pool.warm(read).catch(() => {});
    sparql.prepare().catch(() => {});
    if (lifecycle.state === 'running')
      prepareReads(read, forms)
        .then(() => prepareChanges(read))
        .then(() => prepareDumps(read))
        .catch(() => {});
  });

  /** Makes what the first acceptance of a suggestion would wait for. */
  const prepareChanges = async ({ triples }: Vocabulary): Promise<void> => {
    // The one has this thread in slices, the other one a thread of its own.
    await Promise.all([
      triples.length > MOST_HASHED_AT_ONCE ? prepareVersions(triples, hub) : undefined,
      isPrepared ? shapes.prepareChanges(triples, lifecycle.ending.signal) : undefined,
    ]);
    await kept.keepFindings(triples);
  };
  const prepareDumps = ({ triples, lexicon: { prefixes } }: Vocabulary): Promise<void> =>
    dumps.prepareBeginnings({ triples, prefixes });
  /** Does what would keep first requests waiting, and checks what nobody waits for, one after the other. */
  const prepareFirstRequests = async (): Promise<void> => {
    try {
      if (isPrepared) await dumps.prepare();
      // What follows can wait, and would take the processor from it.
      if (isPrepared && registry.state().readAt !== null) await sparql.prepare();
      // What was found out before this start takes a second to be made ready.
      const isFoundOut = registry.state().readAt !== null && areVersionsPrepared(registry.current().triples, hub);
      if (isFoundOut) await prepareChanges(registry.current());
      if (registry.state().readAt !== null) await prepareReads(registry.current(), forms);
      if (lifecycle.state === 'running') await graphql.start();
      if (isPrepared && registry.state().readAt !== null)
        await rehearseReads(registry.current(), forms, lifecycle.ending.signal);
      if (registry.state().readAt !== null) await prepareChanges(registry.current());
      if (registry.state().readAt !== null) await prepareDumps(registry.current());
    } catch (error) {
      // The first request does it then, and says what is wrong.
      log.debug({ err: error }, 'first requests could not be prepared for');
    }
    // What is noted takes a minute to be written, and had better be true.
    await registry.prove?.();
    const noted = lifecycle.state === 'running' && registry.state().readAt !== null ? registry.current() : undefined;
    if (noted !== undefined) await versions.note(noted);
    await archive.check(noted?.version);
    if (lifecycle.state !== 'running') return;
    checkingVersions = setInterval(() => void archive.check(), timing.checkVersionsMs).unref();
    memory.start();
  };
  const start = async (): Promise<void> => {
    await services.start();
    // A list that cannot be used is no reason to answer everything.
    if (config.trustedDocuments !== undefined) await graphql.start();
    if (lifecycle.isStopping()) return;
    await listen(server, config);
    log.info({ address: server.address() }, 'listening');
    await metricsServer?.start();
    if (lifecycle.state === 'starting') lifecycle.state = 'running';
    void registry.storeComing?.();
    void prepareFirstRequests();
  };
  let started: Promise<void> | undefined;

  const { queries, spool, rateLimit, peers, bodyBudget, accounts } = services;
  return {
    pool,
    queries,
    spool,
    rateLimit,
    peers,
    bodyBudget,
    accounts,
    server,
    start: () => (started ??= start()),
    async stop() {
      lifecycle.state = 'stopping';
      lifecycle.ending.abort();
      // What is half open can't be closed.
      await started?.catch(() => {});
      await connections.end(timing);
      memory.stop();
      clearInterval(checkingVersions);
      services.endWork();
      await apis.stop();
      await services.stop();
    },
  };
}
