import { fileURLToPath } from 'node:url';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Store } from '../../store/store.ts';
import type { ShapeCheck } from '../shapes/check-shapes.ts';
import { installSeeds } from './install-seeds.ts';
import { VocabularyRegistry, type RegistryLog } from './registry.ts';

interface ShippedRegistryOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  readonly log: RegistryLog;
  readonly shapes: Pick<ShapeCheck, 'check'>;
  /** Whether other hubs change the store, too. */
  readonly isShared: boolean;
}

/** Others may change the vocabulary, and a hub that missed the news must not be behind for long. */
const POLL_MS = 1_000;
/** Longest pause between readings: a remote store that is back is seen within this time. */
const LONGEST_RETRY_MS = 3_000;

/** The registry of a store, which gets the shipped vocabulary when it has none yet. */
export function createShippedRegistry({ isShared, ...options }: ShippedRegistryOptions): VocabularyRegistry {
  const { store, hub, log, shapes } = options;
  const paths = {
    seeds: fileURLToPath(new URL('../../../seeds/', import.meta.url)),
    ontology: fileURLToPath(new URL('../../../schema/ontology.ttl', import.meta.url)),
  };
  return new VocabularyRegistry({
    ...options,
    prepare: (signal) =>
      installSeeds(
        { store, hub, paths, log, check: (triples, version) => shapes.check(triples, version, signal) },
        { signal },
      ),
    ...(isShared ? { pollMs: POLL_MS, longestRetryMs: LONGEST_RETRY_MS } : {}),
  });
}
