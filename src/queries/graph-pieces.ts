import { setImmediate } from 'node:timers/promises';
import { serialize } from '../rdf/serialize.ts';
import type { Triple } from '../rdf/triple.ts';

/** A few milliseconds to write and to read, so that others get in between. */
const PIECE_TRIPLES = 2_000;

/** A graph as N-Triples in pieces, each after a breath. */
export async function* graphPieces(triples: readonly Triple[]): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < triples.length; at += PIECE_TRIPLES) {
    await setImmediate();
    const piece = triples.slice(at, at + PIECE_TRIPLES);
    yield Buffer.from(serialize(piece, 'nt', { prefixes: new Map(), base: '' }));
  }
}
