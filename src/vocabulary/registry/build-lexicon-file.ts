import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import { hubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import { EmbeddedStore } from '../../store/embedded.ts';
import { loadSeeds, readSeeds } from '../load-seeds.ts';
import { createShippedCheck } from '../shapes/check-shapes.ts';
import { readVocabulary } from './read-vocabulary.ts';
import { writeLexiconFile } from './write-lexicon-file.ts';

// A step of `npm run build`: dist/seeds/, the vocabulary whole as hubs load it, and dist/vocabulary.json for the command line and the library.

const FILE = new URL('dist/vocabulary.json', PACKAGE_FOLDER);
const SEEDS = new URL('seeds/', PACKAGE_FOLDER);
const EXPANDED = new URL('dist/seeds/', PACKAGE_FOLDER);
const ONTOLOGY = new URL('schema/ontology.ttl', PACKAGE_FOLDER);

async function build(): Promise<void> {
  const baseUrl = 'https://hub.invalid';
  const hub = hubNamespaces(baseUrl);
  await writeExpanded(await readSeeds(fileURLToPath(SEEDS), hub));
  const store = new EmbeddedStore();
  await loadSeeds(store, { seeds: fileURLToPath(EXPANDED), ontology: fileURLToPath(ONTOLOGY) }, hub);
  const shapes = createShippedCheck(hub);
  const check = (triples: readonly Triple[], version: string): Promise<void> => shapes.check(triples, version);
  const vocabulary = await readVocabulary(store, hub, { check });
  await shapes.ship(vocabulary.version);
  await store.close();
  await writeFile(FILE, JSON.stringify(writeLexiconFile(vocabulary, baseUrl)));
}

/** Makes the folder hold these files and no others. */
async function writeExpanded(documents: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
  const folder = fileURLToPath(EXPANDED);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all(
    documents.map(({ name, text }) => writeFile(join(folder, basename(name).replace(/\.yaml$/, '.ttl')), text)),
  );
}

await build();
