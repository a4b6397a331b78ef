import { setImmediate as letOthersGo } from 'node:timers/promises';
import { linePieces } from '../rdf/triple-lines.ts';
import type { Triple } from '../rdf/triple.ts';

/** A graph as N-Triples in pieces, each after a breath, so that others get in between. */
export async function* graphPieces(triples: Iterable<Triple>): AsyncGenerator<Uint8Array> {
  for (const piece of linePieces(triples)) {
    await letOthersGo();
    yield piece;
  }
}
