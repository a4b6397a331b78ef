import { fileURLToPath } from 'node:url';
import type { Log } from '../../log.ts';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Store } from '../../store/store.ts';
import type { ShapeCheck } from '../shapes/check-shapes.ts';
import type { VocabularyArchive } from '../versions/archive.ts';
import { installSeeds } from './install-seeds.ts';
import { keepEditions } from './editions.ts';
import type { KeptTable } from './kept-table.ts';
import { openShippedVocabulary, shippedPath } from './shipped-vocabulary.ts';
import { VocabularyRegistry } from './registry.ts';

const EDITIONS = fileURLToPath(new URL('seeds/editions/', PACKAGE_FOLDER));

interface ShippedRegistryOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  readonly log: Log;
  readonly shapes: Pick<ShapeCheck, 'check'>;
  /** Gets the editions of the shipped vocabulary before this one when the store gets the vocabulary; knows the names of versions. */
  readonly archive: Pick<VocabularyArchive, 'keep' | 'history'>;
  readonly kept?: Pick<KeptTable, 'read' | 'heldAt' | 'keep' | 'hold' | 'distrust'> | undefined;
  /** The file that the build made of the shipped vocabulary, or the folder of its sources; undefined is where hubs find it. */
  readonly shipped?: string | undefined;
  /** Whether other hubs change the store, too. */
  readonly isShared: boolean;
  readonly timing: {
    /** How often a shared store is looked at: others may change the vocabulary, and a hub that missed the news must not be behind for long. */
    readonly pollMs: number;
    readonly firstRetryMs: number;
    /** Longest pause between readings, and that of a shared store: one that is back is seen within this time. */
    readonly longestRetryMs: number;
    readonly longestServerRetryMs: number;
  };
}

/** The registry of a store, which gets the shipped vocabulary when it has none yet. */
export function createShippedRegistry({
  isShared,
  timing,
  archive,
  shipped = shippedPath(),
  ...options
}: ShippedRegistryOptions): VocabularyRegistry {
  const { store, hub, log, shapes, kept } = options;
  const paths = {
    seeds: shipped,
    ontology: fileURLToPath(new URL('schema/ontology.ttl', PACKAGE_FOLDER)),
  };
  return new VocabularyRegistry({
    ...options,
    isShared,
    isVersion: (name) => archive.history().some(({ version }) => version === name),
    shipped: async () => (await openShippedVocabulary(paths.seeds, hub)).table(),
    prepare: (signal) =>
      installSeeds(
        {
          store,
          hub,
          paths,
          log,
          check: (triples, version) => shapes.check(triples, version, { signal }),
          kept,
          keepEditions: () => keepEditions(archive, EDITIONS),
        },
        { signal },
      ),
    timing: isShared
      ? { ...timing, longestRetryMs: timing.longestServerRetryMs }
      : { firstRetryMs: timing.firstRetryMs, longestRetryMs: timing.longestRetryMs },
  });
}
