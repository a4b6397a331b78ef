import { createHash } from 'node:crypto';
import { setImmediate as letOthersGo } from 'node:timers/promises';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { TripleLines, TripleLineWriter, type Moved } from '../../rdf/triple-lines.ts';
import type { Triple } from '../../rdf/triple.ts';
import { doAtOnce, doWithRests } from '../steps.ts';
import { inSlices } from '../thread-slices.ts';
import type { TripleTable } from '../triple-table.ts';
import { CanonicalText } from './canonical-bytes.ts';
import { TextNames } from './version-blocks.ts';
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
 * The version of a vocabulary: SHA-256, in hex, of the list of the SHA-256 of the blocks of its canonical text, each in hex and a line.
 *
 * @param cameOf where the vocabulary came of another one whose version was asked for: only the blocks that the change touched are hashed
 */
export function versionOf(triples: TripleTable, hub: HubNamespaces, cameOf?: Extended): string {
  return doAtOnce(hashOfTable(triples, movedOf(hub), cameOf));
}

/** The same, while others have the thread in turn. Of one that came of another one, that is prepared first: the next one comes of it, too, or of this. */
export async function findVersion(triples: TripleTable, hub: HubNamespaces, cameOf?: Extended): Promise<string> {
  if (cameOf !== undefined) await prepareVersions(cameOf.triples, hub);
  return inSlices(NAMING, (rest) => doWithRests(hashOfTable(triples, movedOf(hub), cameOf), rest));
}

/** Tables that are being hashed, so that who asks meanwhile waits for the same. */
const preparing = new WeakMap<TripleTable, Promise<unknown>>();

/** Whether that was done. */
export function areVersionsPrepared(triples: TripleTable, hub: HubNamespaces): boolean {
  return isHashed(triples, movedOf(hub));
}

/** Computes the version of a vocabulary, if that was not done, so that the next `findVersion` of one that comes of it takes less. */
export async function prepareVersions(triples: TripleTable, hub: HubNamespaces): Promise<void> {
  if (areVersionsPrepared(triples, hub)) return;
  let hashed = preparing.get(triples);
  if (hashed === undefined) {
    hashed = findVersion(triples, hub).finally(() => preparing.delete(triples));
    preparing.set(triples, hashed);
  }
  await hashed;
}

/**
 * The version of a vocabulary, or the name that releases before gave it, the SHA-256 of its text as a whole, where that one is known.
 *
 * @param isKnown whether a version has this name
 */
export function versionKnownAs(
  triples: TripleTable,
  hub: HubNamespaces,
  isKnown: (version: string) => boolean,
): string {
  const whole = createHash('sha256');
  const version = doAtOnce(hashOfTable(triples, movedOf(hub), undefined, whole));
  const byText = whole.digest('hex');
  return isKnown(byText) ? byText : version;
}

/** Whether a version has these triples, found while others have the thread in turn. */
export async function isVersionOfTable(version: string, triples: TripleTable, hub: HubNamespaces): Promise<boolean> {
  const whole = createHash('sha256');
  const name = await inSlices(NAMING, (rest) =>
    doWithRests(hashOfTable(triples, movedOf(hub), undefined, whole), rest),
  );
  return [name, whole.digest('hex')].includes(version);
}

/** The version of the vocabulary with this canonical text. */
export function versionOfText(text: string | Uint8Array): string {
  return namesOf(text)[0];
}

/** Whether a version has this canonical text: it is named by its blocks, or, by releases before, by the text as a whole. */
export function isVersionOf(version: string, text: string | Uint8Array): boolean {
  return namesOf(text).includes(version);
}

/** The same of a text in UTF-8, while others have the thread in turn. */
export async function isVersionOfBytes(version: string, text: Uint8Array): Promise<boolean> {
  const names = new TextNames();
  for (let at = 0; at < text.length; at += HASHED_LENGTH) {
    names.add(text.subarray(at, at + HASHED_LENGTH));
    await letOthersGo();
  }
  return names.names().includes(version);
}

/** The name that releases before gave to versions: SHA-256, in hex, of the canonical text as a whole. */
export function formerVersionOfText(text: Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

function namesOf(text: string | Uint8Array): readonly [byBlocks: string, byText: string] {
  const names = new TextNames();
  names.add(typeof text === 'string' ? Buffer.from(text) : text);
  return names.names();
}

/**
 * The triples as canonical N-Triples (RDF 1.2 N-Triples §4) in UTF-8, sorted, below an address that stands for the hub's. There are no
 * blank nodes that could stand in the way of a canonical form.
 */
export function writeCanonical(triples: TripleTable, hub: HubNamespaces): Buffer {
  const text = new CanonicalText(triples, movedOf(hub));
  return Buffer.concat(Array.from(text.pieces(doAtOnce(text.subjects())), (piece) => piece.slice()));
}

/** The same in pieces, each made in a turn of its own, in which others can have the thread. */
export async function* canonicalPieces(triples: TripleTable, hub: HubNamespaces): AsyncGenerator<Uint8Array> {
  const text = new CanonicalText(triples, movedOf(hub));
  const subjects =
    knownOrder(triples, movedOf(hub)) ?? (await inSlices(WRITING, (rest) => doWithRests(text.subjects(), rest)));
  const pieces = text.pieces(subjects);
  for (;;) {
    // A copy: the memory of a piece is that of the next one.
    const piece = await inSlices(WRITING, async () => (pieces.next().value as Uint8Array | undefined)?.slice());
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
/** Bytes that are hashed at a time, in some milliseconds. */
const HASHED_LENGTH = 1024 * 1024;

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
