import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { readTurtle, type TurtleDocument } from '../../rdf/read-rdf.ts';
import type { Triple } from '../../rdf/triple.ts';
import { readSeeds } from '../load-seeds.ts';
import { SEED_SOURCES } from '../seeds/read-sources.ts';
import { readCanonical } from '../versions/version.ts';
import { KeptIndex } from './kept-index.ts';
import { KeptTable, type NamedTable } from './kept-table.ts';

const decompress = promisify(gunzip);
const BUILT_ENDING = '.nt.gz';
const TABLE_ENDING = '.table';
const INDEX_ENDING = '.index';

/** What the build makes of the seeds: the canonical text of the vocabulary, which is read in a tenth of the time that Turtle takes. */
export const BUILT_VOCABULARY = new URL(`dist/vocabulary${BUILT_ENDING}`, PACKAGE_FOLDER);

/** The vocabulary that the hub ships. */
export interface ShippedVocabulary {
  /** Another one for each vocabulary, hex. */
  readonly hash: string;
  /** Its table and version; null where the build made none of it. */
  table(): Promise<NamedTable | null>;
  /** @throws RdfSyntaxError, Error when a file is not what it should be */
  triples(): Promise<readonly Triple[]>;
}

/**
 * The same vocabulary as a table, which is read without parsing, with its search index. It names the hash of the other file as the revision that it was made from.
 *
 * @param path of the other file
 */
export function builtTable(path: string, hub: HubNamespaces): KeptTable {
  const stem = path.slice(0, -BUILT_ENDING.length);
  return new KeptTable(stem + TABLE_ENDING, hub, 0, [new KeptIndex(stem + INDEX_ENDING)]);
}

/** Where hubs find the vocabulary: the file that the build made, or the folder of its sources where those are run. */
export function shippedPath(): string {
  const isBuilt = import.meta.url.startsWith(new URL('.', BUILT_VOCABULARY).href);
  return isBuilt ? fileURLToPath(BUILT_VOCABULARY) : SEED_SOURCES;
}

/** @throws SeedError when the short form of terms cannot be expanded */
export async function openShippedVocabulary(path: string, hub: HubNamespaces): Promise<ShippedVocabulary> {
  if (path.endsWith(BUILT_ENDING)) {
    const bytes = await readFile(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    return {
      hash,
      async table() {
        const built = await builtTable(path, hub).read();
        return built?.revision === hash ? built : null;
      },
      triples: async () => readCanonical((await decompress(bytes)).toString(), hub),
    };
  }
  const documents = await readSeeds(path, hub);
  const hash = hashOfDocuments(documents);
  return { hash, table: async () => null, triples: async () => readOnce(`${hub.baseUrl} ${hash}`, documents) };
}

/** What was read of sources last: hubs that start in one process read the same. */
let read: { readonly key: string; readonly triples: readonly Triple[] } | null = null;

function readOnce(key: string, documents: readonly TurtleDocument[]): readonly Triple[] {
  if (read?.key !== key) read = { key, triples: documents.flatMap(readTurtle) };
  return read.triples;
}

/** A hash of the texts of documents, hex. */
export function hashOfDocuments(documents: readonly TurtleDocument[]): string {
  const hash = createHash('sha256');
  for (const { text } of documents) hash.update(`${Buffer.byteLength(text)} `).update(text);
  return hash.digest('hex');
}
