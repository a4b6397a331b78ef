import type { Logger } from 'pino';
import type { HubState } from './lifecycle.ts';
import type { Peers } from './peers/peers.ts';
import type { Readiness } from './rest/health-routes.ts';
import type { RegistryState } from './vocabulary/registry/registry.ts';
import type { VocabularyArchive } from './vocabulary/versions/archive.ts';
import type { MappingPool } from './workers/mapping-pool.ts';

interface Parts {
  readonly state: HubState;
  readonly registry: Pick<RegistryState, 'readAt' | 'stale'>;
  /** Why the store cannot be changed for now; null when nothing is known of. */
  readonly storeFault: string | null;
  readonly archive: Pick<VocabularyArchive, 'lastError'>;
  readonly peers: Peers;
  readonly pool: MappingPool;
  /** Converter threads that the settings ask for. */
  readonly workers: number;
}

/** What `/readyz` answers: ready means that the hub runs and has read a vocabulary. */
export function readinessOf({ state, registry, storeFault, archive, peers, pool, workers }: Parts): Readiness {
  const { readAt, stale } = registry;
  const facts = {
    state,
    registry: {
      readAt,
      stale,
      ...(stale ? { note: 'The store cannot be read or written; the vocabulary read last stays in use.' } : {}),
    },
    ...(storeFault === null ? {} : { store: { note: 'Nothing can be saved; the log says why.' } }),
    ...(archive.lastError() === null
      ? {}
      : { versions: { note: 'Versions cannot be written; new ones are in memory until they can or the hub ends.' } }),
    ...peersFacts(peers),
    workers: { count: workers, ...pool.load },
  };
  return { isReady: state === 'running' && readAt !== null, facts };
}

/** What `/readyz` says of the other hubs: a hub that cannot reach them goes on by itself. */
function peersFacts(peers: Peers): object {
  const state = peers.state();
  if (state === null) return {};
  const note = 'Redis does not answer: this hub counts its own requests, and hears of changes when Redis is back.';
  return { replicas: { ...state, ...(state.connected ? {} : { note }) } };
}

/** Finds the fault of the store, and has the log say it when it is another one. */
export function toldOnce(findFault: () => Promise<string | null>, log: Logger): () => Promise<string | null> {
  let told: string | null = null;
  return async () => {
    const fault = await findFault();
    if (fault !== told) {
      if (fault === null) log.info({}, 'the store can be changed again');
      else log.error({ fault }, 'the store cannot be changed');
    }
    told = fault;
    return fault;
  };
}
