import { setImmediate } from 'node:timers/promises';
import { linePieces } from '../rdf/triple-lines.ts';
import type { Triple } from '../rdf/triple.ts';

/** Each process gets the same pieces; they go with the triples. */
const known = new WeakMap<Iterable<Triple>, readonly Uint8Array[]>();

/** A graph as N-Triples in pieces, each after a breath, so that others get in between. */
export async function* graphPieces(triples: Iterable<Triple>): AsyncGenerator<Uint8Array> {
  const pieces = known.get(triples);
  if (pieces !== undefined) {
    yield* pieces;
    return;
  }
  const made: Uint8Array[] = [];
  await setImmediate();
  for (const piece of linePieces(triples)) {
    made.push(piece);
    yield piece;
    await setImmediate();
  }
  known.set(triples, made);
}
