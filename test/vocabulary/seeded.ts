import { fileURLToPath } from 'node:url';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { loadSeeds } from '../../src/vocabulary/load-seeds.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';

export const HUB = hubNamespaces('https://hub.example');

export const SEED_PATHS = {
  seeds: fileURLToPath(new URL('../../seeds/', import.meta.url)),
  ontology: fileURLToPath(new URL('../../schema/ontology.ttl', import.meta.url)),
};

/** A store with the shipped vocabulary. */
export async function seededStore(hub = HUB): Promise<EmbeddedStore> {
  const store = new EmbeddedStore();
  await loadSeeds(store, SEED_PATHS, hub);
  return store;
}

/** The shipped vocabulary, read once per test file. */
export async function seededVocabulary(hub = HUB): Promise<Vocabulary> {
  return readVocabulary(await seededStore(hub), hub);
}
