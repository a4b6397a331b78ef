import { fileURLToPath } from 'node:url';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { loadSeeds } from '../../src/vocabulary/load-seeds.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import type { ShapePaths } from '../../src/vocabulary/shapes/check-shapes.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';

export const HUB = hubNamespaces('https://hub.example');

export const SEED_PATHS = {
  seeds: fileURLToPath(new URL('../../seeds/', import.meta.url)),
  ontology: fileURLToPath(new URL('../../schema/ontology.ttl', import.meta.url)),
};

/** The files that say what a vocabulary must be. */
export const SHAPE_PATHS: ShapePaths = {
  shapes: fileURLToPath(new URL('../../schema/shapes.ttl', import.meta.url)),
  units: fileURLToPath(new URL('../../schema/units.ttl', import.meta.url)),
  ontology: SEED_PATHS.ontology,
};

const read = new Map<string, Promise<Vocabulary>>();

/** A store with the shipped vocabulary. */
export async function seededStore(hub = HUB): Promise<EmbeddedStore> {
  const store = new EmbeddedStore();
  await loadSeeds(store, SEED_PATHS, hub);
  return store;
}

/** The shipped vocabulary, which files of a worker share: it is read once. */
export function seededVocabulary(hub = HUB): Promise<Vocabulary> {
  const vocabulary = read.get(hub.baseUrl) ?? seededStore(hub).then((store) => readVocabulary(store, hub));
  read.set(hub.baseUrl, vocabulary);
  return vocabulary;
}
