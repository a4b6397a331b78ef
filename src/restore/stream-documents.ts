import { isLate } from '../is-late.ts';
import { GivenDocuments } from './given-documents.ts';
import { restoreDocuments, type RestoredDocument, type RestoreOptions } from './restore-documents.ts';
import { GraphReader } from './restore-graph.ts';
import { NTriplesStretch, TurtleStretch, type Stretch } from './stretch.ts';

interface StreamOptions extends RestoreOptions {
  /** Those that can be read piece by piece. */
  readonly format: 'nt' | 'ttl';
  /** Triples of one document, and of a graph that has to be read whole. */
  readonly maxTriples: number;
  /** With how many bytes of N-Triples, or triples of Turtle, documents are looked for; what fits it is fast where it is left out. */
  readonly batch?: number | undefined;
}

/** A source that gives nothing for so long has time for what was read, and again after twice as long, up to a second. */
const IDLE_MS = 50;
const MAX_IDLE_MS = 1000;
/** A look for documents while the source is silent reads all that there is: it is followed by so many times its own time without one. */
const REST = 10;

/**
 * The documents of a graph of any length, each as soon as it is complete: memory is that of a few megabytes, or of the largest document.
 * It takes graphs as the hub writes them: each document in one piece that begins with its root, which names the version or its source.
 * Another graph is read whole.
 *
 * @throws HubError as `restoreDocuments` and `parseRdf` do; `not-restorable` where documents were given already and those that follow do
 *   not stand one after another, or one of those goes on
 */
export async function* streamDocuments(
  chunks: AsyncIterable<Uint8Array>,
  options: StreamOptions,
): AsyncGenerator<RestoredDocument> {
  const { format, maxTriples } = options;
  const stretch: Stretch = format === 'nt' ? new NTriplesStretch(maxTriples) : new TurtleStretch(maxTriples);
  const given = new GivenDocuments(options);
  let isWhole = false;
  const batch = options.batch ?? stretch.batch;
  let enough = batch;
  let looked = { weight: 0, nextMs: 0 };
  for await (const chunk of withPauses(chunks)) {
    if (chunk !== null) stretch.push(chunk);
    if (isWhole) continue;
    const beganMs = performance.now();
    if (chunk === null ? stretch.weight === looked.weight || beganMs < looked.nextMs : stretch.weight < enough)
      continue;
    const read = stretch.complete();
    const endedMs = performance.now();
    looked = { weight: stretch.weight, nextMs: endedMs + (endedMs - beganMs) * REST };
    enough = Math.max(enough, stretch.weight * 2);
    if (read === null) continue;
    const reader = new GraphReader(read.graph, options);
    if (!areDocuments(reader, read.roots)) {
      if (given.count > 0) throw given.refusal();
      isWhole = true;
      continue;
    }
    // The last one only shows that the one before is complete.
    yield* given.restore(read.graph, reader, reader.roots.slice(0, -1));
    stretch.drop();
    looked = { ...looked, weight: stretch.weight };
    enough = Math.max(batch, stretch.weight * 2);
  }
  const { graph, roots } = stretch.end();
  if (given.count === 0) return yield* restoreDocuments(graph, options);
  const reader = new GraphReader(graph, options);
  if (!areDocuments(reader, roots)) throw given.refusal();
  yield* given.restore(graph, reader, reader.roots);
}

/** Whether nodes that nothing names before are the roots of documents, and no parts of some that began elsewhere. */
function areDocuments(reader: GraphReader, roots: number): boolean {
  return reader.roots.length === roots && reader.roots.every((root) => reader.isMarked(root));
}

/** The pieces, and null where none came for a while, again and again. */
async function* withPauses(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | null> {
  const iterator = chunks[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<Uint8Array>> | null = null;
  try {
    for (;;) {
      next = iterator.next();
      for (let waitMs = IDLE_MS; await isLate(next, waitMs); waitMs = Math.min(waitMs * 2, MAX_IDLE_MS)) yield null;
      const { value, done } = await next;
      next = null;
      if (done === true) return;
      yield value;
    }
  } finally {
    // Who fails while the source is silent does not wait for its next piece.
    next?.catch(() => undefined);
    const ended = Promise.resolve(iterator.return?.()).catch(() => undefined);
    if (next === null) await ended;
  }
}
