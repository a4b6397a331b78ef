import { readdir, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { hubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';

// A step of `npm run build`: dist/vocabulary.json, made of the seeds, for the command line and the library.

const DIST = new URL('../../', import.meta.url);
const SEEDS = new URL('../../../seeds/', import.meta.url);
const SCHEMA = new URL('../../../schema/', import.meta.url);
const FILE = new URL('vocabulary.json', DIST);

/** Whether nothing that it is made of changed since: most builds are of other sources. */
async function isUpToDate(): Promise<boolean> {
  const made = await stat(FILE).catch(() => null);
  if (made === null) return false;
  const folders = [SEEDS, SCHEMA, new URL('vocabulary/', DIST), new URL('mapping/lexicon/', DIST)];
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(folder, { recursive: true })).map((name) => new URL(name, folder))),
  );
  const sources = [...files.flat(), ...folders];
  const stats = await Promise.all(sources.map((source) => stat(source)));
  return stats.every(({ mtimeMs }) => mtimeMs < made.mtimeMs);
}

async function build(): Promise<void> {
  const [{ EmbeddedStore }, { createShippedCheck }, { loadSeeds }, { readVocabulary }, { writeLexiconFile }] =
    await Promise.all([
      import('../../store/embedded.ts'),
      import('../shapes/check-shapes.ts'),
      import('../load-seeds.ts'),
      import('./read-vocabulary.ts'),
      import('./write-lexicon-file.ts'),
    ]);
  const baseUrl = 'https://hub.invalid';
  const hub = hubNamespaces(baseUrl);
  const store = new EmbeddedStore();
  const ontology = fileURLToPath(new URL('ontology.ttl', SCHEMA));
  await loadSeeds(store, { seeds: fileURLToPath(SEEDS), ontology }, hub);
  const shapes = createShippedCheck(hub);
  const check = (triples: readonly Triple[], version: string): Promise<void> => shapes.check(triples, version);
  const vocabulary = await readVocabulary(store, hub, { check });
  await shapes.ship(vocabulary.version);
  await store.close();
  await writeFile(FILE, JSON.stringify(writeLexiconFile(vocabulary, baseUrl)));
}

if (!(await isUpToDate())) await build();
