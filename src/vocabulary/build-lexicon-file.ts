import { readdir, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { hubNamespaces } from '../rdf/namespaces.ts';

// A step of `npm run build`: dist/vocabulary.json, made of the seeds, stands beside the code that reads it.

const DIST = new URL('../', import.meta.url);
const SEEDS = new URL('../../seeds/', import.meta.url);
const ONTOLOGY = new URL('../../schema/ontology.ttl', import.meta.url);
const FILE = new URL('vocabulary.json', DIST);

/** Whether nothing that it is made of changed since: `npm start` builds each time, and waits for it. */
async function isUpToDate(): Promise<boolean> {
  const made = await stat(FILE).catch(() => null);
  if (made === null) return false;
  const folders = [SEEDS, new URL('./', import.meta.url)];
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => new URL(name, folder))),
  );
  const sources = [...files.flat(), ...folders, ONTOLOGY, new URL('mapping/lexicon-file.js', DIST)];
  const stats = await Promise.all(sources.map((source) => stat(source)));
  return stats.every(({ mtimeMs }) => mtimeMs < made.mtimeMs);
}

async function build(): Promise<void> {
  const [{ EmbeddedStore }, { loadSeeds }, { readVocabulary }, { writeLexiconFile }] = await Promise.all([
    import('../store/embedded.ts'),
    import('./load-seeds.ts'),
    import('./read-vocabulary.ts'),
    import('./lexicon-file.ts'),
  ]);
  const baseUrl = 'https://hub.invalid';
  const hub = hubNamespaces(baseUrl);
  const store = new EmbeddedStore();
  await loadSeeds(store, { seeds: fileURLToPath(SEEDS), ontology: fileURLToPath(ONTOLOGY) }, hub);
  const vocabulary = await readVocabulary(store, hub);
  await store.close();
  await writeFile(FILE, JSON.stringify(writeLexiconFile(vocabulary, baseUrl)));
}

if (!(await isUpToDate())) await build();
