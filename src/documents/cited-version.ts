import type { AskedConversion } from '../workers/mapping-task.ts';

const KEY = Buffer.from('conformsTo"');
/** More than a colon, spaces and the IRI of a version. */
const MAX_BYTES = 600;
/** In a document that the hub described, the first one is the block's. */
const MAX_TRIES = 16;
const VERSION = /\/v\\?\/([0-9a-f]{64})\\?\/"/;

/**
 * The version of the vocabulary that the document's block may cite, with which it was described; null when it cites none. It is looked
 * for in the bytes, which costs next to nothing: whether it is the block that cites it is seen when the document is read.
 */
export function citedVersion(body: Uint8Array, { semantics }: Pick<AskedConversion, 'semantics'>): string | null {
  if (semantics !== 'block') return null;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  let at = bytes.indexOf(KEY);
  for (let tries = 0; at !== -1 && tries < MAX_TRIES; tries++) {
    const version = VERSION.exec(bytes.toString('latin1', at, at + MAX_BYTES))?.[1];
    if (version !== undefined) return version;
    at = bytes.indexOf(KEY, at + KEY.length);
  }
  return null;
}
