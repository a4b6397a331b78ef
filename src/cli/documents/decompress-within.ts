import { joinBytes } from '../../join-bytes.ts';
import type { Compression } from '../shared/compression.ts';
import { decompress } from '../shared/decompress.ts';

/**
 * What an archive holds, as far as that is known to be no more than so many bytes: null as soon as it is more.
 *
 * @param named what it is said to be; null where its first bytes tell
 * @throws BadArchive
 */
export async function decompressWithin(
  archive: Uint8Array,
  named: Compression | null,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of decompress(onePiece(archive), named)) {
    length += piece.length;
    if (length > maxBytes) return null;
    pieces.push(piece);
  }
  return joinBytes(pieces);
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
