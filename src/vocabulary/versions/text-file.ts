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
  let rest: Buffer = Buffer.alloc(0);
  let next = 0;
  for await (const piece of text as AsyncIterable<Buffer>) {
    const joined = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = joined.lastIndexOf(LINE_END) + 1;
    rest = joined.subarray(end);
    if (end === 0) continue;
    const whole = joined.subarray(0, end);
    const last = whole.toString('utf8', whole.lastIndexOf(LINE_END, end - 2) + 1);
    const from = next;
    while (next < lines.length && lines[next]! < last) next++;
    yield withAdded(whole, { lines: lines.slice(from, next) });
  }
  await reading;
  if (rest.length > 0) throw new Error('it ends within a line');
  yield Buffer.from(lines.slice(next).join(''));
}
