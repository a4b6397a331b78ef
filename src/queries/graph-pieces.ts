import { setImmediate } from 'node:timers/promises';
import { TripleLineWriter } from '../rdf/triple-lines.ts';
import type { Triple } from '../rdf/triple.ts';

/** A few milliseconds to write and to read, so that others get in between. */
const PIECE_TRIPLES = 2_000;

/** Each process gets the same pieces; they go with the triples. */
const known = new WeakMap<readonly Triple[], readonly Uint8Array[]>();

/** A graph as N-Triples in pieces, each after a breath. */
export async function* graphPieces(triples: readonly Triple[]): AsyncGenerator<Uint8Array> {
  const pieces = known.get(triples);
  if (pieces !== undefined) {
    yield* pieces;
    return;
  }
  const made: Uint8Array[] = [];
  const writer = new TripleLineWriter();
  for (let at = 0; at < triples.length; at += PIECE_TRIPLES) {
    await setImmediate();
    const lines = triples.slice(at, at + PIECE_TRIPLES).map((triple) => writer.line(triple));
    const piece = Buffer.from(lines.join(''));
    made.push(piece);
    yield piece;
  }
  known.set(triples, made);
}
