import { createHash, webcrypto } from 'node:crypto';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { TripleLines, TripleLineWriter, type Moved } from '../../rdf/triple-lines.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { TripleTable } from '../triple-table.ts';
import { canonicalBytes } from './canonical-bytes.ts';

/**
 * Stands for the hub's address in canonical texts, so that the same vocabulary has the same text and the same version on every
 * hub, also on one that moves. Nothing can ever answer there (RFC 2606 §2).
 */
export const STAND_IN = 'https://hub.invalid';

/** A pattern of the names of versions, without anchors. */
export const VERSION_NAME = '[0-9a-f]{64}';
const VERSION = new RegExp(`^${VERSION_NAME}$`);

/** Whether a text can be the name of a version, known or not. */
export function isVersionName(text: string): boolean {
  return VERSION.test(text);
}

/** The version of a vocabulary: SHA-256, in hex, of its canonical text. */
export function versionOf(triples: TripleTable, hub: HubNamespaces): string {
  const hash = createHash('sha256');
  for (const piece of canonicalBytes(triples, movedOf(hub))) hash.update(piece);
  return hash.digest('hex');
}

/** The version of the vocabulary with this canonical text. */
export function versionOfText(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The version of the vocabulary with this canonical text in UTF-8, without holding the thread. */
export async function versionOfBytes(text: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', text)).toString('hex');
}

/**
 * The triples as canonical N-Triples (RDF 1.2 N-Triples §4) in UTF-8, sorted, below an address that stands for the hub's. There are no
 * blank nodes that could stand in the way of a canonical form.
 */
export function writeCanonical(triples: TripleTable, hub: HubNamespaces): Buffer {
  return Buffer.concat(Array.from(canonicalBytes(triples, movedOf(hub)), (piece) => piece.slice()));
}

/** The lines of canonical texts that these triples are, with their ends. */
export function canonicalLines(triples: readonly Triple[], hub: HubNamespaces): string[] {
  const writer = new TripleLineWriter(movedOf(hub));
  return triples.map((triple) => writer.line(triple));
}

function movedOf({ baseUrl }: HubNamespaces): Moved {
  return { from: baseUrl, to: STAND_IN };
}

/** The triples of a canonical text, for this hub's address. @throws Error that names the line when it is not such a text */
export function readCanonical(text: string, hub: HubNamespaces): Triple[] {
  const lines = text.split('\n');
  // Behind the last line end there is nothing.
  if (lines.pop() !== '') throw new Error('The text ends within a line');
  const reader = new TripleLines({ from: STAND_IN, to: hub.baseUrl });
  return lines.map((line, at) => {
    const triple = reader.read(line);
    if (triple === null) throw new Error(`Line ${at + 1} is no canonical triple`);
    return triple;
  });
}
