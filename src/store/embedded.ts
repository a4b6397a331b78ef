import { setImmediate as letOthersGo } from 'node:timers/promises';
import * as oxigraph from 'oxigraph';
import { decodeRows, type DecodedRow, type RowShape } from '../rdf/rows.ts';
import { iri, type Sparql } from '../rdf/sparql.ts';
import { streamNTriples } from '../rdf/read-ntriples.ts';
import type { Quad, Triple } from '../rdf/triple.ts';
import { writeQuads } from '../rdf/write-quads.ts';
import { DurableQuads, PIECE } from './durable-quads.ts';
import { inPieces, untilAborted } from './pieces.ts';
import { noteQuery } from './query-trace.ts';
import { StoreError, touchedGraphs, type Change, type QueryOptions, type Store } from './store.ts';

const RESULTS_JSON = 'application/sparql-results+json';
const N_QUADS = 'application/n-quads';
const N_TRIPLES = 'application/n-triples';

/** A change of more quads is not made in place, which blocks the thread, but read into another store, which then takes the place. */
const MOST_IN_PLACE = 5 * PIECE;

interface EmbeddedStoreOptions {
  /** Where it is durable. */
  readonly folder: string;
  /** The hub's address: what is on the disk does not depend on it. */
  readonly baseUrl: string;
  /** Graphs that are dumped and never asked about: they are on the disk only, and take neither memory nor time at the start. */
  readonly dumpedGraphs?: readonly string[];
}

/**
 * An Oxigraph store in this process. With a folder it is durable: a change is on the disk before any query sees it, and at the
 * start everything is read from there. Without one it is in memory.
 *
 * It answers synchronously, so a deadline cannot cut a query that is under way: only the hub's own queries may come here.
 */
export class EmbeddedStore implements Store {
  #store: oxigraph.Store | null = new oxigraph.Store();
  readonly #durable: DurableQuads | null;
  readonly #folder: string | null;
  readonly #dumpedGraphs: ReadonlySet<string>;
  /** Graphs of a write that failed: what is on the disk has to be read anew before the next one. null when none did. */
  #doubtful: ReadonlySet<string> | null = null;
  readonly #listeners = new Set<(graphs: ReadonlySet<string>) => void>();
  /** Changes go one after another. */
  #changing: Promise<unknown> = Promise.resolve();
  /** Queries too, so that of many at once each leaves the thread to others before the next. */
  #answering: Promise<unknown> = Promise.resolve();

  /** Call `open` before anything else when it is to be durable. */
  constructor(options?: EmbeddedStoreOptions) {
    this.#folder = options?.folder ?? null;
    this.#durable = options === undefined ? null : new DurableQuads(options);
    this.#dumpedGraphs = new Set(options?.dumpedGraphs);
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
    const json = this.#run('answer the query', options, (store) => {
      this.#refuseDumped(query);
      return store.query(query.text, { results_format: RESULTS_JSON });
    });
    if (typeof json !== 'string') throw new StoreError('The query is no SELECT');
    return decodeRows(json, shape);
  }

  change(change: Change, options: QueryOptions = {}): Promise<boolean> {
    const made = this.#changing.then(() => this.#change(change, options));
    this.#changing = made.catch(() => {});
    return made;
  }

  async *dump(graphIri: string, options: QueryOptions = {}): AsyncGenerator<Triple> {
    const doing = `read the graph ${graphIri}`;
    const text = this.#run(doing, options, (store) => {
      iri(graphIri);
      return this.#durable === null
        ? store.dump({ format: N_TRIPLES, from_graph_name: oxigraph.namedNode(graphIri) })
        : null;
    });
    try {
      if (text !== null) yield* streamNTriples(untilAborted(options.signal, inPieces(text)));
      else
        for await (const piece of untilAborted(options.signal, await this.#readGraph(graphIri))) {
          for (const triple of piece) yield triple;
        }
    } catch (cause) {
      throw cause instanceof StoreError ? cause : new StoreError(`The store did not ${doing}`, { cause });
    }
  }

  /** Between two changes, so that the disk and the memory say the same. */
  #readGraph(graphIri: string): Promise<AsyncIterable<readonly Triple[]>> {
    const begun = this.#changing.then(async () => {
      if (this.#doubtful !== null) await this.#mend(this.#doubtful);
      return this.#durable!.readGraph(graphIri);
    });
    this.#changing = begun.catch(() => {});
    return begun;
  }

  onChange(listener: (graphs: ReadonlySet<string>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async forget(graphIri: string): Promise<void> {
    await this.#durable?.forget(graphIri).catch(() => {});
  }

  async close(): Promise<void> {
    await Promise.all([this.#changing, this.#answering]);
    if (this.#store !== null) free(this.#store);
    this.#store = null;
    this.#listeners.clear();
    await this.#durable?.close();
  }

  async #change(change: Change, options: QueryOptions): Promise<boolean> {
    const { when, unless, clear = [] } = change;
    if (this.#doubtful !== null) await this.#mend(this.#doubtful);
    const isAllowed = this.#run('make the change', options, (store) => {
      for (const graph of clear) iri(graph);
      return (when === undefined || this.#ask(store, when)) && (unless === undefined || !this.#ask(store, unless));
    });
    if (!isAllowed || (await this.#hasAny(change.without ?? [], options))) return false;
    // Everything that can be wrong with the quads is found here.
    const remove = await this.#linesOfBoth(change.remove ?? [], options);
    const add = await this.#linesOfBoth(change.add ?? [], options);
    noteQuery(
      `# ${remove.all.length} quads removed, ${add.all.length} added${clear.map((graph) => `, <${graph}> emptied`).join('')}`,
    );
    const graphs = touchedGraphs(change);
    let size = 0;
    try {
      size = (await this.#durable?.write({ clear, remove: remove.all, add: add.all })) ?? 0;
    } catch (error) {
      this.#doubtful = graphs;
      throw error;
    }
    try {
      if (size > MOST_IN_PLACE) await this.#readDisk();
      else this.#apply(clear, remove.held, add.held);
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
      const isThere =
        this.#durable?.has(line) ?? this.#run('make the change', options, (store) => hasQuad(store, line));
      if (await isThere) return true;
    }
    return false;
  }

  #tell(graphs: ReadonlySet<string>): void {
    for (const listener of this.#listeners) listener(graphs);
  }

  /** The lines of all quads, and of those that the engine holds. */
  async #linesOfBoth(
    quads: readonly Quad[],
    options: QueryOptions,
  ): Promise<{ readonly all: readonly string[]; readonly held: readonly string[] }> {
    const dumped = quads.filter(({ graph }) => this.#dumpedGraphs.has(graph));
    const held = await this.#lines(
      dumped.length === 0 ? quads : quads.filter((quad) => !this.#dumpedGraphs.has(quad.graph)),
      options,
    );
    return { all: [...held, ...(await this.#lines(dumped, options))], held };
  }

  /** The quads as the engine writes them back, where lines are keys: it has one form for each value of a number or a time. */
  async #lines(quads: readonly Quad[], options: QueryOptions): Promise<string[]> {
    const lines: string[] = [];
    for (let at = 0; at < quads.length; at += PIECE) {
      if (at > 0) await letOthersGo();
      const piece = quads.slice(at, at + PIECE);
      lines.push(...this.#run('make the change', options, () => this.#linesOf(piece)));
    }
    return lines;
  }

  #linesOf(quads: readonly Quad[]): string[] {
    let text = writeQuads(quads);
    if (this.#durable !== null) {
      if (quads.some(({ s, o }) => s.type === 'bnode' || o.type === 'bnode'))
        throw new StoreError('No graph of the hub holds blank nodes');
      const store = new oxigraph.Store();
      store.load(text, { format: N_QUADS });
      text = store.dump({ format: N_QUADS });
      free(store);
    }
    return text.trimEnd().split('\n');
  }

  #apply(clear: readonly string[], remove: readonly string[], add: readonly string[]): void {
    this.#run('apply the change', {}, (store) => {
      for (const graph of clear) store.update(`CLEAR SILENT GRAPH ${iri(graph).text}`);
      if (remove.length > 0) for (const quad of parse(remove.join('\n'))) store.delete(quad);
      if (add.length > 0) store.load(add.join('\n'), { format: N_QUADS });
    });
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
    const store = new oxigraph.Store();
    try {
      for await (const piece of this.#durable!.read([...this.#dumpedGraphs])) {
        store.load(piece, { format: N_QUADS, no_transaction: true });
        await letOthersGo();
      }
    } catch (cause) {
      free(store);
      throw new StoreError(`The store in ${this.#folder} cannot be read.`, { cause });
    }
    if (this.#store !== null) free(this.#store);
    this.#store = store;
  }

  #ask(store: oxigraph.Store, pattern: Sparql): boolean {
    this.#refuseDumped(pattern);
    return store.query(`ASK { ${pattern.text} }`) === true;
  }

  /** The engine would answer that such a graph is empty. */
  #refuseDumped({ text }: Sparql): void {
    for (const graph of this.#dumpedGraphs) {
      if (text.includes(`GRAPH ${iri(graph).text}`)) throw new StoreError(`The graph ${graph} can only be dumped`);
    }
  }

  #run<T>(doing: string, options: QueryOptions, work: (store: oxigraph.Store) => T): T {
    if (options.signal?.aborted === true)
      throw new StoreError(`The store did not ${doing}: aborted`, { cause: options.signal.reason });
    if (this.#store === null) throw new StoreError(`The store did not ${doing}: it is closed`);
    try {
      return work(this.#store);
    } catch (cause) {
      if (cause instanceof StoreError) throw cause;
      throw new StoreError(`The store did not ${doing}`, { cause });
    }
  }
}

function hasQuad(store: oxigraph.Store, line: string): boolean {
  return parse(line).every((quad) => store.has(quad));
}

function parse(text: string): oxigraph.Quad[] {
  return oxigraph.parse(text, { format: N_QUADS });
}

/** The engine's memory is not the collector's. Its typings leave this out. */
function free(store: oxigraph.Store): void {
  (store as unknown as { free(): void }).free();
}
