import { Readable } from 'node:stream';
import { setImmediate as letOthersGo } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { HubError } from '../errors.ts';
import { hubNamespaces, type HubNamespaces } from '../rdf/namespaces.ts';
import { RdfSyntaxError } from '../rdf/read-rdf.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import { streamNQuads } from '../rdf/read-ntriples.ts';
import type { Quad, Triple } from '../rdf/triple.ts';
import { historyOf } from '../vocabulary/versions/history-quads.ts';
import type { HistoryEntry } from '../vocabulary/versions/archive.ts';
import { doWithRests } from '../vocabulary/steps.ts';
import type { TripleTable } from '../vocabulary/triple-table.ts';
import { TripleTableBuilder } from '../vocabulary/triple-table-builder.ts';
import { isVersionName } from '../vocabulary/versions/version.ts';
import type { WrittenText } from '../vocabulary/versions/written-text.ts';
import { BACKUP_HEAD } from './back-up.ts';
import { keptGraphs } from './store-contents.ts';
import { VersionText } from './version-text.ts';

/** What a backup holds, for this hub's address. */
export interface Backup {
  readonly vocabulary: TripleTable;
  /** By the names of the other graphs that the hub keeps. */
  readonly graphs: ReadonlyMap<string, readonly Triple[]>;
  /** The versions that it has, in the order in which they came into use. */
  readonly history: readonly HistoryEntry[];
  /** The canonical text of each of them, in pieces. */
  readonly textOf: (version: string) => WrittenText;
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
  const texts = new Map<string, Buffer>();
  const toHub = moved(baseUrl, hub.baseUrl);
  const vocabulary = new TripleTableBuilder();
  /** The version that is being read: its quads stand together. Compressed, a hundred of them are no burden. */
  let open = { graph: '', text: new VersionText(hub) };
  const closeVersion = async (): Promise<void> => {
    const version = open.graph.slice(hub.versions.length, -1);
    const text = isVersionName(version) ? await open.text.of(version) : null;
    if (text !== null) texts.set(version, text);
  };
  try {
    for await (const quad of streamNQuads('the backup', chain(rest, chunks))) {
      const { s, p, o, graph } = toHub(quad);
      const triple = { s, p, o };
      if (graph === hub.vocabularyGraph) vocabulary.add(triple);
      else if (isKept.has(graph)) {
        const triples = graphs.get(graph);
        if (triples === undefined) graphs.set(graph, [triple]);
        else triples.push(triple);
      } else if (graph.startsWith(hub.versions)) {
        if (open.graph !== graph) {
          await closeVersion();
          open = { graph, text: new VersionText(hub) };
        }
        open.text.add(triple);
      } else throw noBackup(`it has a graph that hubs do not have, ${quad.graph}`);
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
  await closeVersion();
  const history = historyOf(graphs.get(hub.historyGraph) ?? [], hub).filter(({ version }) => texts.has(version));
  const textOf = (version: string): WrittenText => Readable.from([texts.get(version)!]).pipe(createGunzip());
  return { vocabulary: await doWithRests(vocabulary.finishInSteps(hub), letOthersGo), graphs, history, textOf };
}

const GZIP = [0x1f, 0x8b];
const HEAD = /^# Vocabulary Hub backup, format 1, of <([^>]*)\/>\n/;
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
  if (head === null) throw noBackup(`it does not begin with ${JSON.stringify(BACKUP_HEAD)}`);
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
