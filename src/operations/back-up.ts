import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { HubError } from '../errors.ts';
import { inGraph, type Triple } from '../rdf/triple.ts';
import { writeQuads } from '../rdf/write-quads.ts';
import { readVocabularyState } from '../vocabulary/vocabulary-state.ts';
import { keptGraphs, type StoreParts } from './store-contents.ts';
import { VersionWriter } from './write-versions.ts';

/** The first line of a backup, with the address of the hub that wrote it. */
const BACKUP_HEAD = '# Vocabulary Hub backup, format 2, of ';

/** Quads that are written at a time. */
const PIECE = 2_000;
/** Pieces that wait to be compressed. */
const MOST_WAITING = 2;

/**
 * Everything that the store holds, and the versions of the vocabulary, as N-Quads compressed with gzip. Each graph is as it was at one
 * moment. It holds personal data: e-mail addresses and hashes of passwords. A store of the hub's own is read when the change under way is made.
 *
 * @returns the backup, whose reading fails with a StoreError when the store cannot answer, and with a HubError `not-saved` when the
 *   vocabulary is replaced meanwhile
 * @throws StoreError
 * @throws HubError `not-found` when there is nothing to back up
 */
export async function backUp(parts: StoreParts): Promise<Readable> {
  const pieces = writeBackup(parts);
  const first = await pieces.next();
  // A folder of another name, or one that was removed: a backup of it would take the place of one that has something.
  if (first.done === true)
    throw new HubError(
      'not-found',
      'There is nothing to back up: the store is empty. Look at HUB_DATA, or at HUB_STORE_QUERY_URL and the settings after it.',
    );
  const text = Readable.from(withHead(first.value, pieces, parts), { objectMode: true, highWaterMark: MOST_WAITING });
  const compressed = createGzip();
  text.once('error', (error) => compressed.destroy(error));
  return text.pipe(compressed);
}

/** @param first of the pieces, which was asked for already */
async function* withHead(
  first: string | Uint8Array,
  pieces: AsyncIterable<string | Uint8Array>,
  { hub }: StoreParts,
): AsyncGenerator<string | Uint8Array> {
  yield `${BACKUP_HEAD}<${hub.baseUrl}/>\n`;
  yield first;
  yield* pieces;
}

/** Pieces of the store's graphs, and of the versions; none of an empty store. */
async function* writeBackup(parts: StoreParts): AsyncGenerator<string | Uint8Array> {
  const { store, hub } = parts;
  const versions = new VersionWriter(parts);
  const graphs = keptGraphs(hub);
  // It is read behind the change under way, which may be the first start or a load: the state is that of what it leaves.
  for await (const _ of store.dump(graphs[0]!)) break;
  const before = await readVocabularyState(store, hub);
  let isEmpty = true;
  for (const graph of graphs) {
    if (graph === hub.vocabularyGraph) {
      const version = (await readVocabularyState(store, hub))?.version ?? null;
      if (version !== null && (yield* versions.writeInUse(version))) {
        isEmpty = false;
        continue;
      }
    }
    for await (const piece of writeGraph(graph, store.dump(graph))) {
      isEmpty = false;
      yield piece;
    }
  }
  const after = await readVocabularyState(store, hub);
  // Nobody can tell then what of it the graphs are of. Accepted suggestions change neither.
  if (before?.seeds !== after?.seeds || before?.ontology !== after?.ontology)
    throw new HubError('not-saved', 'The vocabulary was replaced during the backup. Make it again.');
  if (!isEmpty) yield* versions.writeAll();
}

async function* writeGraph(graph: string, triples: AsyncIterable<Triple> | Iterable<Triple>): AsyncGenerator<string> {
  let piece: Triple[] = [];
  for await (const triple of triples) {
    piece.push(triple);
    if (piece.length < PIECE) continue;
    yield writeQuads(inGraph(graph, piece));
    piece = [];
  }
  if (piece.length > 0) yield writeQuads(inGraph(graph, piece));
}
