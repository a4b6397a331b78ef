import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import { hubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import { EmbeddedStore } from '../../store/embedded.ts';
import { loadSeeds } from '../load-seeds.ts';
import { createShippedCheck } from '../shapes/check-shapes.ts';
import { readVocabulary } from './read-vocabulary.ts';
import { writeLexiconFile } from './write-lexicon-file.ts';

// A step of `npm run build`: dist/vocabulary.json, made of the seeds, for the command line and the library.

const FILE = new URL('dist/vocabulary.json', PACKAGE_FOLDER);
const SEEDS = new URL('seeds/', PACKAGE_FOLDER);
const ONTOLOGY = new URL('schema/ontology.ttl', PACKAGE_FOLDER);

async function build(): Promise<void> {
  const baseUrl = 'https://hub.invalid';
  const hub = hubNamespaces(baseUrl);
  const store = new EmbeddedStore();
  await loadSeeds(store, { seeds: fileURLToPath(SEEDS), ontology: fileURLToPath(ONTOLOGY) }, hub);
  const shapes = createShippedCheck(hub);
  const check = (triples: readonly Triple[], version: string): Promise<void> => shapes.check(triples, version);
  const vocabulary = await readVocabulary(store, hub, { check });
  await shapes.ship(vocabulary.version);
  await store.close();
  await writeFile(FILE, JSON.stringify(writeLexiconFile(vocabulary, baseUrl)));
}

await build();
