import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { linePieces } from '../rdf/triple-lines.ts';
import type { Triple } from '../rdf/triple.ts';

const compress = promisify(deflateRaw);
const decompress = promisify(inflateRaw);

/** Each process gets the same pieces. They are held with the triples, compressed to a twentieth. */
const known = new WeakMap<Iterable<Triple>, readonly Uint8Array[]>();

/** A graph as N-Triples in pieces, each after a breath, so that others get in between. */
export async function* graphPieces(triples: Iterable<Triple>): AsyncGenerator<Uint8Array> {
  const pieces = known.get(triples);
  if (pieces !== undefined) {
    for (const piece of pieces) yield await decompress(piece);
    return;
  }
  const made: Uint8Array[] = [];
  await setImmediate();
  for (const piece of linePieces(triples)) {
    yield piece;
    made.push(await compress(piece, { level: 1 }));
  }
  known.set(triples, made);
}
