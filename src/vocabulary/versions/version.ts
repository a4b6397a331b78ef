import { createHash, webcrypto } from 'node:crypto';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { TripleLines, TripleLineWriter, type Moved } from '../../rdf/triple-lines.ts';
import type { Triple } from '../../rdf/triple.ts';
import { doAtOnce, doWithRests } from '../steps.ts';
import { inSlices } from '../thread-slices.ts';
import type { TripleTable } from '../triple-table.ts';
import { CanonicalText } from './canonical-bytes.ts';
import { hashOfTable, isHashed, knownOrder, type Extended } from './version-hash.ts';

/**
 * Stands for the hub's address in canonical texts, so that the same vocabulary has the same text and the same version on every
 * hub, also on one that moves. Nothing can ever answer there (RFC 2606 §2).
 */
export const STAND_IN = 'https://hub.invalid';

/** A pattern of the names of versions, without anchors. */
export const VERSION_NAME = '[0-9a-f]{64}';
/** For whom versions are named. */
const NAMING = { client: 'versions' };
/** And written. */
const WRITING = { client: 'texts of versions' };
const LINE_END = 0x0a;
const VERSION = new RegExp(`^${VERSION_NAME}$`);

/** Whether a text can be the name of a version, known or not. */
export function isVersionName(text: string): boolean {
  return VERSION.test(text);
}

/**
 * The version of a vocabulary: SHA-256, in hex, of its canonical text.
 *
 * @param cameOf where the vocabulary came of another one whose version was asked for: only what stands behind the first change is hashed
 */
export function versionOf(triples: TripleTable, hub: HubNamespaces, cameOf?: Extended): string {
  return doAtOnce(hashOfTable(triples, movedOf(hub), cameOf));
}

/** The same, while others have the thread in turn. */
export function findVersion(triples: TripleTable, hub: HubNamespaces, cameOf?: Extended): Promise<string> {
  return inSlices(NAMING, (rest) => doWithRests(hashOfTable(triples, movedOf(hub), cameOf), rest));
}

/** Computes the version of a vocabulary, if that was not done, so that the next `findVersion` of one that comes of it takes less. */
export async function prepareVersions(triples: TripleTable, hub: HubNamespaces): Promise<void> {
  if (!isHashed(triples, movedOf(hub))) await findVersion(triples, hub);
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
  const text = new CanonicalText(triples, movedOf(hub));
  return Buffer.concat(Array.from(text.pieces(doAtOnce(text.subjects())), ({ bytes }) => bytes.slice()));
}

/** The same in pieces, each made in a turn of its own, in which others can have the thread. */
export async function* canonicalPieces(triples: TripleTable, hub: HubNamespaces): AsyncGenerator<Uint8Array> {
  const text = new CanonicalText(triples, movedOf(hub));
  const subjects =
    knownOrder(triples, movedOf(hub)) ?? (await inSlices(WRITING, (rest) => doWithRests(text.subjects(), rest)));
  const pieces = text.pieces(subjects);
  for (;;) {
    // A copy: the memory of a piece is that of the next one.
    const piece = await inSlices(WRITING, async () => pieces.next().value?.bytes.slice());
    if (piece === undefined) return;
    yield piece;
  }
}

/** The lines of canonical texts that these triples are, with their ends. */
export function canonicalLines(triples: readonly Triple[], hub: HubNamespaces): string[] {
  const writer = new TripleLineWriter(movedOf(hub));
  return triples.map((triple) => writer.line(triple));
}

function movedOf({ baseUrl }: HubNamespaces): Moved {
  return { from: baseUrl, to: STAND_IN };
}

/** Characters or bytes of a canonical text that are read at a time. */
const PIECE_LENGTH = 256 * 1024;

/** The triples of a canonical text, for this hub's address. @throws Error that names the line when it is not such a text */
export function readCanonical(text: string, hub: HubNamespaces): Triple[] {
  return [...canonicalTriples(text, hub)];
}

/** The same of a text or of its bytes in UTF-8, read as far as triples are asked for: bytes may be longer than any string. */
export function* canonicalTriples(text: string | Uint8Array, hub: HubNamespaces): Generator<Triple> {
  const reader = new TripleLines({ from: STAND_IN, to: hub.baseUrl });
  let line = 0;
  for (const lines of wholeLines(text)) {
    for (const written of lines.slice(0, -1).split('\n')) {
      line++;
      const triple = reader.read(written);
      if (triple === null) throw new Error(`Line ${line} is no canonical triple`);
      yield triple;
    }
  }
}

/** Pieces of whole lines with their ends. */
function* wholeLines(text: string | Uint8Array): Generator<string> {
  const bytes = typeof text === 'string' ? null : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const endOfLine = (from: number): number =>
    (typeof text === 'string' ? text.indexOf('\n', from) : bytes!.indexOf(LINE_END, from)) + 1;
  for (let at = 0; at < text.length;) {
    const end = endOfLine(Math.min(at + PIECE_LENGTH, text.length - 1));
    if (end === 0) throw new Error('The text ends within a line');
    yield typeof text === 'string' ? text.slice(at, end) : bytes!.toString('utf8', at, end);
    at = end;
  }
}
