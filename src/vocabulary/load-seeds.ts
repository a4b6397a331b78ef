import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { readTurtleInto, type TurtleDocument } from '../rdf/read-rdf.ts';
import type { Store } from '../store/store.ts';

export interface SeedPaths {
  /** Folder of the vocabulary's Turtle files. */
  readonly seeds: string;
  /** The hub's ontology, a Turtle file. */
  readonly ontology: string;
}

/**
 * Makes the store hold the shipped vocabulary and the hub's ontology, and nothing else in their graphs.
 *
 * @throws RdfSyntaxError when a file is not Turtle; the graphs then stay as they were
 */
export async function loadSeeds(store: Store, paths: SeedPaths, hub: HubNamespaces): Promise<void> {
  const [seeds, ontology] = await Promise.all([readSeeds(paths.seeds, hub), readOntology(paths.ontology, hub)]);
  const add = [...readTurtleInto(hub.vocabularyGraph, seeds), ...readTurtleInto(hub.ontologyGraph, [ontology])];
  await store.change({ clear: [hub.vocabularyGraph, hub.ontologyGraph], add });
}

/** The Turtle files of a folder, in the order of their names. */
export async function readSeeds(folder: string, hub: HubNamespaces): Promise<TurtleDocument[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ttl')).toSorted();
  return Promise.all(files.map((name) => readDocument(join(folder, name), hub.vocabulary)));
}

/** The Turtle file of the hub's ontology. */
export function readOntology(path: string, hub: HubNamespaces): Promise<TurtleDocument> {
  return readDocument(path, hub.ontology.replace('#', ''));
}

async function readDocument(path: string, baseIri: string): Promise<TurtleDocument> {
  return { name: path, text: await readFile(path, 'utf8'), baseIri };
}
