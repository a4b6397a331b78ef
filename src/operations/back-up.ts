import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { HubError } from '../errors.ts';
import { inGraph, type Triple } from '../rdf/triple.ts';
import { writeQuads } from '../rdf/write-quads.ts';
import { historyQuads, versionGraph } from '../vocabulary/versions/history-quads.ts';
import { readVocabularyState } from '../vocabulary/vocabulary-state.ts';
import { canonicalTriples } from '../vocabulary/versions/version.ts';
import { keptGraphs, type StoreParts } from './store-contents.ts';

/** The first line of a backup, with the address of the hub that wrote it. */
export const BACKUP_HEAD = '# Vocabulary Hub backup, format 1, of ';

/** Quads that are written at a time. */
const PIECE = 2_000;

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
  const graphs = writeGraphs(parts);
  const first = await graphs.next();
  // A folder of another name, or one that was removed: a backup of it would take the place of one that has something.
  if (first.done === true)
    throw new HubError(
      'not-found',
      'There is nothing to back up: the store is empty. Look at HUB_DATA, or at HUB_STORE_QUERY_URL and the settings after it.',
    );
  const text = Readable.from(writeBackup(first.value, graphs, parts));
  const compressed = createGzip();
  text.once('error', (error) => compressed.destroy(error));
  return text.pipe(compressed);
}

/** @param first of the graphs, which was asked for already */
async function* writeBackup(
  first: string,
  graphs: AsyncIterable<string>,
  { hub, archive }: StoreParts,
): AsyncGenerator<string> {
  yield `${BACKUP_HEAD}<${hub.baseUrl}/>\n${first}`;
  yield* graphs;
  const history = archive.history();
  yield writeQuads(historyQuads(history, hub));
  for (const version of new Set(history.map((entry) => entry.version))) {
    const graph = versionGraph(version, hub);
    // A damaged version is named in the log; the backup goes on without it.
    for await (const text of archive.pieces(version)) yield* writeGraph(graph, canonicalTriples(text, hub));
  }
}

/** Pieces of the store's graphs; none of an empty one. */
async function* writeGraphs({ store, hub }: StoreParts): AsyncGenerator<string, void> {
  const graphs = keptGraphs(hub);
  // It is read behind the change under way, which may be the first start or a load: the state is that of what it leaves.
  for await (const _ of store.dump(graphs[0]!)) break;
  const before = await readVocabularyState(store, hub);
  for (const graph of graphs) yield* writeGraph(graph, store.dump(graph));
  const after = await readVocabularyState(store, hub);
  // Nobody can tell then what of it the graphs are of. Accepted suggestions change neither.
  if (before?.seeds !== after?.seeds || before?.ontology !== after?.ontology)
    throw new HubError('not-saved', 'The vocabulary was replaced during the backup. Make it again.');
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
