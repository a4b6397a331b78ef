import { Readable } from 'node:stream';
import { setImmediate as letOthersGo } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { HubError } from '../errors.ts';
import { hubNamespaces, type HubNamespaces } from '../rdf/namespaces.ts';
import { RdfSyntaxError } from '../rdf/read-rdf.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import { streamNQuads } from '../rdf/read-ntriples.ts';
import type { Quad, Triple } from '../rdf/triple.ts';
import { historyOf, madeOfIn } from '../vocabulary/versions/history-quads.ts';
import type { HistoryEntry } from '../vocabulary/versions/archive.ts';
import { doWithRests } from '../vocabulary/steps.ts';
import type { TripleTable } from '../vocabulary/triple-table.ts';
import { TripleTableBuilder } from '../vocabulary/triple-table-builder.ts';
import { canonicalLines } from '../vocabulary/versions/version.ts';
import { keptGraphs } from './store-contents.ts';
import { VersionLineReader } from './version-lines.ts';
import { VersionsReader, type VersionsOfBackup } from './versions-of-backup.ts';

/** What a backup holds, for this hub's address. */
export interface Backup {
  readonly vocabulary: TripleTable;
  /** By the names of the other graphs that the hub keeps. */
  readonly graphs: ReadonlyMap<string, readonly Triple[]>;
  /** The versions that it has, in the order in which they came into use. */
  readonly history: readonly HistoryEntry[];
  readonly versions: VersionsOfBackup;
}

/**
 * @param input what `backUp` wrote, compressed or not, by this hub or one at another address
 * @throws HubError `invalid-option` when it is not a backup, or damaged
 */
export async function readBackup(input: Readable, hub: HubNamespaces): Promise<Backup> {
  const chunks = (await decompressed(input))[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const { baseUrl, rest } = await readHead(chunks);
  const isKept = new Set([...keptGraphs(hub), hub.historyGraph]);
  const graphs = new Map<string, Triple[]>();
  const texts = new VersionsReader(hub);
  const toHub = moved(baseUrl, hub.baseUrl);
  const vocabulary = new TripleTableBuilder();
  try {
    const lines = new VersionLineReader();
    for await (const read of streamNQuads('the backup', chain(rest, chunks), (line) => lines.read(line))) {
      if ('version' in read) {
        const adding = texts.add(read.version, read.line);
        if (adding !== null) await adding;
        continue;
      }
      const { s, p, o, graph } = toHub(read);
      const triple = { s, p, o };
      if (graph === hub.vocabularyGraph) vocabulary.add(triple);
      else if (isKept.has(graph)) {
        const triples = graphs.get(graph);
        if (triples === undefined) graphs.set(graph, [triple]);
        else triples.push(triple);
      } else if (graph.startsWith(hub.versions)) {
        // Earlier releases wrote versions as graphs of the hub's address.
        const adding = texts.add(graph.slice(hub.versions.length, -1), canonicalLines([triple], hub)[0]!);
        if (adding !== null) await adding;
      } else throw noBackup(`it has a graph that hubs do not have, ${read.graph}`);
    }
  } catch (error) {
    if (error instanceof HubError) throw error;
    if (error instanceof RdfSyntaxError) throw new HubError('invalid-option', `${error.message}.`, {}, error);
    throw new HubError(
      'invalid-option',
      'The backup is cut short or damaged: it cannot be read to its end.',
      {},
      error,
    );
  }
  const entries = graphs.get(hub.historyGraph) ?? [];
  const { bases, inUse } = madeOfIn(entries, hub);
  const versions = await texts.end(bases);
  const history = historyOf(entries, hub).filter(({ version }) => versions.has(version));
  if (inUse === null)
    return { vocabulary: await doWithRests(vocabulary.finishInSteps(hub), letOthersGo), graphs, history, versions };
  // That is so, too, where what stands there under its name, or that of the version it is added to, is something else.
  if (!versions.has(inUse))
    throw new HubError(
      'invalid-option',
      `The backup is damaged: its vocabulary is version ${inUse}, of which it has not all lines, or others.`,
    );
  return { vocabulary: await versions.tableOf(inUse), graphs, history, versions };
}

const GZIP = [0x1f, 0x8b];
/** In format 1, of earlier releases, all versions are whole, and so is the vocabulary. */
const HEAD = /^# Vocabulary Hub backup, format [12], of <([^>]*)\/>\n/;
const MAX_HEAD_BYTES = 4096;

async function decompressed(input: Readable): Promise<Readable> {
  let first = Buffer.alloc(0);
  const chunks = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  while (first.length < GZIP.length) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    first = Buffer.concat([first, value]);
  }
  const whole = Readable.from(chain(first, chunks));
  if (!GZIP.every((byte, at) => first[at] === byte)) return whole;
  const text = createGunzip();
  whole.once('error', (error) => text.destroy(error));
  return whole.pipe(text);
}

async function readHead(chunks: AsyncIterator<Buffer>): Promise<{ readonly baseUrl: string; readonly rest: Buffer }> {
  let start = Buffer.alloc(0);
  try {
    while (!start.includes(0x0a) && start.length < MAX_HEAD_BYTES) {
      const { value, done } = await chunks.next();
      if (done === true) break;
      start = Buffer.concat([start, value]);
    }
  } catch (error) {
    throw new HubError('invalid-option', 'The backup is damaged: it cannot be decompressed.', {}, error);
  }
  const head = HEAD.exec(start.subarray(0, MAX_HEAD_BYTES).toString());
  if (head === null) throw noBackup(`it does not begin with ${JSON.stringify('# Vocabulary Hub backup')}`);
  return { baseUrl: head[1]!, rest: start.subarray(Buffer.byteLength(head[0])) };
}

async function* chain(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (;;) {
    const { value, done } = await rest.next();
    if (done === true) return;
    yield value;
  }
}

/** Gives quads of a hub at one address to one at another. */
function moved(from: string, to: string): (quad: Quad) => Quad {
  const writer = hubNamespaces(from);
  if (writer.baseUrl === to) return (quad) => quad;
  const iri = (value: string): string =>
    value.startsWith(`${writer.baseUrl}/`) ? to + value.slice(writer.baseUrl.length) : value;
  const term = (given: BoundTerm): BoundTerm => {
    if (given.type === 'uri') return { type: 'uri', value: iri(given.value) };
    return given.datatype === undefined ? given : { ...given, datatype: iri(given.datatype) };
  };
  return ({ s, p, o, graph }) => ({ s: term(s), p: iri(p), o: term(o), graph: iri(graph) });
}

function noBackup(why: string): HubError {
  return new HubError('invalid-option', `This is no backup of a hub: ${why}.`);
}
