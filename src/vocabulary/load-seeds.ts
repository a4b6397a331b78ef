import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { readTurtleInto, type TurtleDocument } from '../rdf/read-rdf.ts';
import type { Store } from '../store/store.ts';
import { readSeedFile, readSeedSources, type SeedSources } from './seeds/read-sources.ts';

export interface SeedPaths {
  /** Folder of the vocabulary: Turtle files, and in `terms/` the short form of terms. */
  readonly seeds: string;
  /** The hub's ontology, a Turtle file. */
  readonly ontology: string;
}

/**
 * Makes the store hold the shipped vocabulary and the hub's ontology, and nothing else in their graphs.
 *
 * @throws RdfSyntaxError when a file is not Turtle; the graphs then stay as they were
 * @throws SeedError when the short form of terms cannot be expanded
 */
export async function loadSeeds(store: Store, paths: SeedPaths, hub: HubNamespaces): Promise<void> {
  const [seeds, ontology] = await Promise.all([readSeeds(paths.seeds, hub), readOntology(paths.ontology, hub)]);
  const add = [...readTurtleInto(hub.vocabularyGraph, seeds), ...readTurtleInto(hub.ontologyGraph, [ontology])];
  await store.change({ clear: [hub.vocabularyGraph, hub.ontologyGraph], add });
}

/**
 * The Turtle of a folder in the order of the files' names: that of its Turtle files, then what its `terms/` stand for.
 *
 * @throws SeedError when the short form of terms cannot be expanded
 */
export async function readSeeds(folder: string, hub: HubNamespaces): Promise<TurtleDocument[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ttl')).toSorted();
  const [sources, ...turtle] = await Promise.all([
    readSeedSources(folder),
    ...files.map((name) => readSeedFile(join(folder, name))),
  ]);
  const documents = turtle.map((file): TurtleDocument => ({ ...file, baseIri: hub.vocabulary }));
  return sources === null ? documents : [...documents, ...(await expand(sources, hub))];
}

/** The Turtle file of the hub's ontology. */
export async function readOntology(path: string, hub: HubNamespaces): Promise<TurtleDocument> {
  return { ...(await readSeedFile(path)), baseIri: hub.ontology.replace('#', '') };
}

/** What was expanded last: those who load the seeds more than once in a process load the same. */
let expanded: { readonly key: string; readonly documents: readonly TurtleDocument[] } | null = null;

async function expand(sources: SeedSources, hub: HubNamespaces): Promise<readonly TurtleDocument[]> {
  const key = createHash('sha256')
    .update(JSON.stringify([sources, hub.vocabulary]))
    .digest('hex');
  if (expanded?.key !== key) {
    // Hubs load what the build expanded, and need not have read this.
    const { expandSeeds } = await import('./seeds/expand-seeds.ts');
    expanded = { key, documents: expandSeeds(sources, hub) };
  }
  return expanded.documents;
}
