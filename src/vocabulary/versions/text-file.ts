import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { HubError } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { TripleTable } from '../triple-table.ts';
import { TripleTableBuilder } from '../triple-table-builder.ts';
import { withAdded } from './added-lines.ts';
import type { TextFile } from './archive.ts';
import { canonicalTriples } from './version.ts';
import { TextNames } from './version-blocks.ts';

const LINE_END = 0x0a;
const READ_BYTES = 256 * 1024;

/**
 * The triples of a version whose text is in a file, which is read piece by piece: besides the table little is held, however long it is.
 *
 * @throws HubError `not-found` when the file is damaged, or holds another text
 */
export async function tableOfFile(version: string, file: TextFile, hub: HubNamespaces): Promise<TripleTable> {
  const triples = new TripleTableBuilder();
  for await (const text of textOfFile(version, file))
    for (const triple of readTriples(version, text, hub)) triples.add(triple);
  return triples.finish(hub);
}

/**
 * The canonical text of a version that is in a file, in pieces of whole lines. Whether it is that of the version is known behind the last one.
 *
 * @throws HubError `not-found` when the file is damaged, or holds another text
 */
export async function* textOfFile(version: string, file: TextFile): AsyncGenerator<Uint8Array> {
  try {
    yield* checkedText(version, file);
  } catch (error) {
    throw damaged(version, error);
  }
}

/** The same. @throws errors of the system, and Error when the file is damaged, or holds another text */
export async function* checkedText(version: string, file: TextFile): AsyncGenerator<Uint8Array> {
  const names = new TextNames();
  for await (const text of textOf(file)) {
    names.add(text);
    yield text;
  }
  if (!names.names().includes(version)) throw new Error('it holds something else than its name says');
}

function* readTriples(version: string, text: Uint8Array, hub: HubNamespaces): Generator<Triple> {
  try {
    yield* canonicalTriples(text, hub);
  } catch (error) {
    throw damaged(version, error);
  }
}

function damaged(version: string, error: unknown): HubError {
  const { message } = error as Error;
  return new HubError('not-found', `The version ${version} of the vocabulary is damaged in the archive: ${message}.`);
}

/** The text with its added lines, in pieces of whole lines. */
async function* textOf({ path, lines }: TextFile): AsyncGenerator<Buffer> {
  const text = createGunzip({ chunkSize: READ_BYTES });
  const reading = pipeline(createReadStream(path), text);
  // What fails is thrown by the loop, too.
  reading.catch(() => {});
  yield* withLines(text as AsyncIterable<Buffer>, lines);
  await reading;
}

/** A canonical text that comes in pieces with lines that are added to it, sorted, in pieces of whole lines. @throws Error for a text that ends within a line */
export async function* withLines(text: AsyncIterable<Uint8Array>, lines: readonly string[]): AsyncGenerator<Buffer> {
  let next = 0;
  for await (const whole of wholeLinesOf(text)) {
    const last = whole.toString('utf8', whole.lastIndexOf(LINE_END, whole.length - 2) + 1);
    const from = next;
    while (next < lines.length && lines[next]! < last) next++;
    yield withAdded(whole, { lines: lines.slice(from, next) });
  }
  yield Buffer.from(lines.slice(next).join(''));
}

/** A text that comes in pieces, cut where lines end: a line of two pieces comes alone, so that no piece is copied. @throws Error when it ends within a line */
export async function* wholeLinesOf(text: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Uint8Array = new Uint8Array();
  for await (const given of text) {
    const piece = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    const first = rest.length === 0 ? 0 : piece.indexOf(LINE_END) + 1;
    const end = piece.lastIndexOf(LINE_END) + 1;
    if (first > 0) yield Buffer.concat([rest, piece.subarray(0, first)]);
    if (end > first) yield piece.subarray(first, end);
    rest = end > 0 ? Buffer.from(piece.subarray(end)) : Buffer.concat([rest, piece]);
  }
  if (rest.length > 0) throw new Error('it ends within a line');
}
