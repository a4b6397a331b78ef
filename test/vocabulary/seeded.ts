import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { hubNamespaces, type HubNamespaces } from '../../src/rdf/namespaces.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import type { BoundTerm } from '../../src/rdf/rows.ts';
import { inGraph, type Triple } from '../../src/rdf/triple.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { readOntology, readSeeds } from '../../src/vocabulary/load-seeds.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import type { ShapePaths } from '../../src/vocabulary/shapes/check-shapes.ts';
import { readCanonical, writeCanonical } from '../../src/vocabulary/versions/version.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { onceARun, SHIPPED_TEXT } from '../support/once-a-run.ts';

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
  const { triples, ontology } = await seededVocabulary(hub);
  await store.change({ add: [...inGraph(hub.vocabularyGraph, triples), ...inGraph(hub.ontologyGraph, ontology)] });
  return store;
}

/**
 * The shipped vocabulary, which the files of a worker share: it is read once for each address. Of the seeds it is made once a run.
 */
export function seededVocabulary(hub = HUB): Promise<Vocabulary> {
  const vocabulary = read.get(hub.baseUrl) ?? readShipped(hub);
  read.set(hub.baseUrl, vocabulary);
  return vocabulary;
}

/**
 * Of the shipped vocabulary these terms, with what their templates cite, other terms included, and all that is neither term, node nor quantity. It
 * has a fiftieth of the size, for tests that move the vocabulary to and fro and do not care how large it is.
 */
export async function selectedVocabulary(names: readonly string[], hub = HUB): Promise<Vocabulary> {
  const { terms, triples } = await seededVocabulary(hub);
  const quantities = `${hub.vocabulary}quantity/`;
  const isSelected = new Map<string, boolean>();
  const cited = new Map<string, string[]>();
  for (const { s, p, o } of triples) {
    const [from, to] = [addressOf(s.value), addressOf(o.value)];
    if (p === `${hub.ontology}object` || p === `${hub.ontology}key` || to.startsWith(quantities))
      cited.set(from, [...(cited.get(from) ?? []), to]);
    if (from.startsWith(`${hub.vocabulary}node/`) || from.startsWith(quantities)) isSelected.set(from, false);
  }
  for (const { iri } of terms.values()) isSelected.set(iri, false);
  const select = (address: string): void => {
    if (isSelected.get(address) !== false) return;
    isSelected.set(address, true);
    if (!address.startsWith(quantities)) for (const next of cited.get(address) ?? []) select(next);
  };
  for (const name of names) select(hub.vocabulary + encodeURIComponent(name));
  const stays = ({ type, value }: BoundTerm): boolean => type !== 'uri' || isSelected.get(addressOf(value)) !== false;
  return readTriples(
    [...triples].filter(({ s, o }) => stays(s) && stays(o)),
    hub,
  );
}

const addressOf = (iri: string): string => iri.split('#', 1)[0]!;

async function readShipped(hub: HubNamespaces): Promise<Vocabulary> {
  const text = await readFile(await onceARun(SHIPPED_TEXT, writeShipped), 'utf8');
  return readTriples(readCanonical(text, hub), hub);
}

/** Writes the canonical text of the shipped vocabulary. */
async function writeShipped(path: string): Promise<void> {
  const { triples } = await readTriples((await readSeeds(SEED_PATHS.seeds, HUB)).flatMap(readTurtle), HUB);
  await writeFile(path, writeCanonical(triples, HUB));
}

/** The vocabulary of these triples, with the hub's ontology, as a store that holds them gives it. */
async function readTriples(triples: readonly Triple[], hub: HubNamespaces): Promise<Vocabulary> {
  const ontology = readTurtle(await readOntology(SEED_PATHS.ontology, hub));
  const dump = async function* (graph: string): AsyncGenerator<Triple> {
    yield* graph === hub.vocabularyGraph ? triples : ontology;
  };
  return readVocabulary({ dump }, hub);
}
