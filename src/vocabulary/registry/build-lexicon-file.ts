import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import { hubNamespaces } from '../../rdf/namespaces.ts';
import { EmbeddedStore } from '../../store/embedded.ts';
import { loadSeeds } from '../load-seeds.ts';
import { prepareFinding } from '../search/find-terms.ts';
import { SEED_SOURCES } from '../seeds/read-sources.ts';
import { createShippedCheck } from '../shapes/check-shapes.ts';
import { writeCanonical } from '../versions/version.ts';
import { readVocabulary } from './read-vocabulary.ts';
import { BUILT_VOCABULARY, builtTable } from './shipped-vocabulary.ts';
import { writeLexiconFile } from './write-lexicon-file.ts';

// A step of `npm run build`: dist/vocabulary.nt.gz, dist/vocabulary.table and dist/vocabulary.index, the vocabulary as hubs load it, and dist/vocabulary.json for the command line and the library.

const LEXICON = new URL('dist/vocabulary.json', PACKAGE_FOLDER);
const ONTOLOGY = new URL('schema/ontology.ttl', PACKAGE_FOLDER);

async function build(): Promise<void> {
  const baseUrl = 'https://hub.invalid';
  const hub = hubNamespaces(baseUrl);
  const store = new EmbeddedStore();
  await loadSeeds(store, { seeds: SEED_SOURCES, ontology: fileURLToPath(ONTOLOGY) }, hub);
  const shapes = createShippedCheck(hub);
  const vocabulary = await readVocabulary(store, hub, { check: (triples, version) => shapes.check(triples, version) });
  await shapes.ship(vocabulary.version);
  await store.close();
  await writeFile(LEXICON, JSON.stringify(writeLexiconFile(vocabulary, baseUrl)));
  const { version, triples } = vocabulary;
  const text = gzipSync(writeCanonical(triples, hub), { level: 9 });
  await writeFile(BUILT_VOCABULARY, text);
  const revision = createHash('sha256').update(text).digest('hex');
  await prepareFinding(vocabulary);
  await builtTable(fileURLToPath(BUILT_VOCABULARY), hub).write({ revision, version, triples });
}

await build();
