import { setImmediate as letOthersGo } from 'node:timers/promises';
import { Turns } from '../turns.ts';
import { decodeRows, type DecodedRow, type RowShape } from '../rdf/rows.ts';
import type { Sparql } from '../rdf/sparql.ts';
import { streamNTriples } from '../rdf/read-ntriples.ts';
import type { Quad, Triple } from '../rdf/triple.ts';
import { DurableQuads, PIECE } from './durable-quads.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { inPieces, untilAborted } from './pieces.ts';
import { noteQuery } from './query-trace.ts';
import { RecordReader } from './record-reader.ts';
import type { RecordGraph } from './records.ts';
import {
  StoreError,
  touchedGraphs,
  withoutFill,
  type Change,
  type GraphFill,
  type QueryOptions,
  type Store,
} from './store.ts';

/** A change of more quads is not made in place, which blocks the thread, but read into another store, which then takes the place. */
const MOST_IN_PLACE = 5 * PIECE;

interface EmbeddedStoreOptions {
  /** Where it is durable. */
  readonly folder: string;
  /** The hub's address: what is on the disk does not depend on it. */
  readonly baseUrl: string;
  /** Graphs that are dumped and never asked about: they are on the disk only, and take neither memory nor time at the start. */
  readonly dumpedGraphs?: readonly string[];
  /** Graphs of records: they are on the disk only, too, and what a query is about is read from there. */
  readonly recordGraphs?: readonly RecordGraph[];
}

/**
 * An Oxigraph store in this process. With a folder it is durable: a change is on the disk before any query sees it, and at the
 * start everything is read from there. Without one it is in memory.
 *
 * It answers synchronously, so a deadline cannot cut a query that is under way: only the hub's own queries may come here.
 */
export class EmbeddedStore implements Store {
  readonly #engine: EmbeddedEngine;
  readonly #durable: DurableQuads | null;
  readonly #folder: string | null;
  readonly #dumpedGraphs: ReadonlySet<string>;
  /** Of a store with graphs of records. */
  readonly #records: RecordReader | null;
  /** Graphs of a write that failed: what is on the disk has to be read anew before the next one. null when none did. */
  #doubtful: ReadonlySet<string> | null = null;
  readonly #listeners = new Set<(graphs: ReadonlySet<string>) => void>();
  /** Changes go one after another. */
  readonly #changing = new Turns();
  /** Queries too, so that of many at once each leaves the thread to others before the next. */
  #answering: Promise<unknown> = Promise.resolve();

  /** Call `open` before anything else when it is to be durable. */
  constructor(options?: EmbeddedStoreOptions) {
    this.#folder = options?.folder ?? null;
    this.#durable = options === undefined ? null : new DurableQuads(options);
    this.#dumpedGraphs = new Set(options?.dumpedGraphs);
    this.#engine = new EmbeddedEngine(this.#dumpedGraphs);
    const graphs = (options?.recordGraphs ?? []).map(({ graph }) => graph);
    const [durable, others, dumpedGraphs] = [this.#durable, this.#engine, this.#dumpedGraphs];
    this.#records =
      durable === null || graphs.length === 0 ? null : new RecordReader({ graphs, durable, others, dumpedGraphs });
  }

  /** Reads what is on the disk. @throws StoreError that says what to do, when another process has the folder or it can't be used */
  async open(): Promise<void> {
    if (this.#durable === null) return;
    await this.#durable.open();
    await this.#readDisk();
  }

  async select<S extends RowShape>(query: Sparql, shape: S, options: QueryOptions = {}): Promise<DecodedRow<S>[]> {
    noteQuery(query.text);
    const turn = this.#answering.then(() => letOthersGo());
    this.#answering = turn;
    await turn;
    const json = this.#records?.isAbout(query) ? this.#records.select(query, options) : null;
    return decodeRows((await json) ?? this.#engine.select(query, options), shape);
  }

  hasLists(graphIri: string): boolean {
    return this.#records?.has(graphIri) === true;
  }

  async lengthsOfLists(
    graphIri: string,
    lists: readonly string[],
    options: QueryOptions = {},
  ): Promise<readonly number[] | null> {
    if (this.#records?.has(graphIri) !== true) return null;
    noteQuery(`# how long lists of <${graphIri}> are: ${lists.join(', ')}`);
    return this.#records.lengthsOfLists(graphIri, lists, options);
  }

  change(change: Change, options: QueryOptions = {}): Promise<boolean> {
    return this.#changing.take(() => this.#change(change, options));
  }

  async *dump(graphIri: string, options: QueryOptions = {}): AsyncGenerator<Triple> {
    const text = this.#durable === null ? this.#engine.dump(graphIri, options) : null;
    if (text === null) this.#engine.requireReadable(graphIri, options);
    try {
      if (text !== null) yield* streamNTriples(untilAborted(options.signal, inPieces(text)));
      else
        for await (const piece of untilAborted(options.signal, await this.#readGraph(graphIri))) {
          for (const triple of piece) yield triple;
        }
    } catch (cause) {
      throw cause instanceof StoreError
        ? cause
        : new StoreError(`The store did not read the graph ${graphIri}`, { cause });
    }
  }

  /** Between two changes, so that the disk and the memory say the same. */
  #readGraph(graphIri: string): Promise<AsyncIterable<readonly Triple[]>> {
    return this.#changing.take(async () => {
      if (this.#doubtful !== null) await this.#mend(this.#doubtful);
      return this.#durable!.readGraph(graphIri);
    });
  }

  onChange(listener: (graphs: ReadonlySet<string>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async forget(graphIri: string): Promise<void> {
    // Of a write that failed, LevelDB may leave a gap in its log, behind which nothing could be read.
    await this.#durable?.forget(graphIri).catch(() => (this.#doubtful ??= new Set([graphIri])));
  }

  async findFault(): Promise<string | null> {
    const fault = (await this.#durable?.findFault()) ?? null;
    if (fault !== null || this.#doubtful === null) return fault;
    return `The last change could not be written to the folder ${this.#folder}. The next one tries again.`;
  }

  async close(): Promise<void> {
    await Promise.all([this.#changing.ended(), this.#answering]);
    await this.#records?.end();
    this.#engine.close();
    this.#listeners.clear();
    await this.#durable?.close();
  }

  async #change(wanted: Change, options: QueryOptions): Promise<boolean> {
    // What is on the disk alone goes there piece by piece.
    const { fill, ...change } =
      wanted.fill !== undefined && this.#durable !== null && this.#dumpedGraphs.has(wanted.fill.graph)
        ? wanted
        : withoutFill(wanted);
    const { clear = [] } = change;
    if (this.#doubtful !== null) await this.#mend(this.#doubtful);
    if (!(await this.#allows(change, options)) || (await this.#hasAny(change.without ?? [], options))) return false;
    // Everything that can be wrong with the quads is found here.
    const remove = await this.#linesOfBoth(change.remove ?? [], options);
    const add = await this.#linesOfBoth(change.add ?? [], options);
    const isFilled = fill === undefined ? '' : `, <${fill.graph}> filled`;
    noteQuery(
      `# ${remove.all.length} quads removed, ${add.all.length} added${isFilled}${clear.map((graph) => `, <${graph}> emptied`).join('')}`,
    );
    const graphs = touchedGraphs(wanted);
    const filling =
      fill === undefined ? {} : { filling: { graph: fill.graph, lines: this.#linesToFill(fill, options) } };
    let size = 0;
    try {
      size = (await this.#durable?.write({ clear, remove: remove.all, add: add.all, ...filling })) ?? 0;
    } catch (error) {
      this.#doubtful = graphs;
      throw error;
    }
    try {
      if (size > MOST_IN_PLACE) await this.#readDisk();
      else this.#engine.apply(clear, remove.held, add.held);
    } catch (error) {
      if (this.#durable === null) throw error;
      // It is durable, so it is made: the next change reads it from the disk.
      this.#doubtful = graphs;
    }
    this.#tell(graphs);
    return true;
  }

  async #hasAny(quads: readonly Quad[], options: QueryOptions): Promise<boolean> {
    for (const line of await this.#lines(quads, options)) {
      const isThere = this.#durable?.has(line) ?? this.#engine.has(line, options);
      if (await isThere) return true;
    }
    return false;
  }

  /** Each pattern is looked at where what it is about is. */
  async #allows(change: Change, options: QueryOptions): Promise<boolean> {
    const { when, unless, clear = [], about } = change;
    const [whenOf, unlessOf] = [when, unless].map(
      (pattern) => pattern !== undefined && this.#records?.isAbout(pattern),
    );
    const others: Change = {
      clear,
      ...(when === undefined || whenOf ? {} : { when }),
      ...(unless === undefined || unlessOf ? {} : { unless }),
    };
    if (!this.#engine.allows(others, options)) return false;
    const asked = about === undefined ? options : { ...options, about };
    if (whenOf && !(await this.#records!.allows({ when: when! }, asked))) return false;
    return !unlessOf || this.#records!.allows({ unless: unless! }, asked);
  }

  #tell(graphs: ReadonlySet<string>): void {
    for (const listener of this.#listeners) listener(graphs);
  }

  /** The lines of all quads, and of those that the engine holds. */
  async #linesOfBoth(
    quads: readonly Quad[],
    options: QueryOptions,
  ): Promise<{ readonly all: readonly string[]; readonly held: readonly string[] }> {
    const isOnDiskOnly = ({ graph }: Quad): boolean =>
      this.#dumpedGraphs.has(graph) || this.#records?.has(graph) === true;
    const onDisk = quads.filter(isOnDiskOnly);
    const held = await this.#lines(onDisk.length === 0 ? quads : quads.filter((quad) => !isOnDiskOnly(quad)), options);
    return { all: [...held, ...(await this.#lines(onDisk, options))], held };
  }

  /** The canonical lines of a graph that is on the disk alone, in pieces. @throws StoreError while iterating, for what has none */
  *#linesToFill({ graph, triples }: GraphFill, options: QueryOptions): Generator<readonly string[]> {
    let piece: Quad[] = [];
    for (const { s, p, o } of triples) {
      piece.push({ s, p, o, graph });
      if (piece.length < PIECE) continue;
      yield this.#engine.canonicalLines(piece, options);
      piece = [];
    }
    if (piece.length > 0) yield this.#engine.canonicalLines(piece, options);
  }

  /** Of quads that are on the disk the canonical lines, which are keys there. */
  async #lines(quads: readonly Quad[], options: QueryOptions): Promise<string[]> {
    const lines: string[] = [];
    for (let at = 0; at < quads.length; at += PIECE) {
      if (at > 0) await letOthersGo();
      const piece = quads.slice(at, at + PIECE);
      const isKey = this.#durable !== null;
      lines.push(...(isKey ? this.#engine.canonicalLines(piece, options) : this.#engine.lines(piece, options)));
    }
    return lines;
  }

  /** After a failed write, only the disk itself says what is on it. */
  async #mend(graphs: ReadonlySet<string>): Promise<void> {
    if (this.#durable === null) return;
    await this.#durable.reopen();
    await this.#readDisk();
    this.#doubtful = null;
    this.#tell(graphs);
  }

  async #readDisk(): Promise<void> {
    try {
      await this.#engine.replaceAll(this.#durable!.read([...this.#dumpedGraphs, ...(this.#records?.graphs ?? [])]));
    } catch (cause) {
      throw new StoreError(`The store in ${this.#folder} cannot be read.`, { cause });
    }
  }
}
