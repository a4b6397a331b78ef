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

const NAMED = Buffer.from('/vocabulary/v/');
/** Of versions that documents of one graph name; each is read and sent to a thread. */
const MAX_NAMED = 4;
/** Occurrences that are looked at: a graph of many documents has one for each. */
const MAX_LOOKED_AT = 10_000;

/** The versions of the vocabulary that a graph seems to name, the first few, each once. They are looked for in the bytes, as above. */
export function namedVersions(body: Uint8Array): string[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const found = new Set<string>();
  let at = bytes.indexOf(NAMED);
  for (let looks = 0; at !== -1 && looks < MAX_LOOKED_AT && found.size < MAX_NAMED; looks++) {
    const version = bytes.toString('latin1', at + NAMED.length, at + NAMED.length + 64);
    if (/^[0-9a-f]{64}$/.test(version)) found.add(version);
    at = bytes.indexOf(NAMED, at + NAMED.length);
  }
  return [...found];
}
