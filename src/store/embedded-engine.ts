import { setImmediate as letOthersGo } from 'node:timers/promises';
import * as oxigraph from 'oxigraph';
import { iri, type Sparql } from '../rdf/sparql.ts';
import type { Quad } from '../rdf/triple.ts';
import { writeQuads } from '../rdf/write-quads.ts';
import { CanonicalLines } from './canonical-lines.ts';
import { StoreError, type Change, type QueryOptions } from './store.ts';

const RESULTS_JSON = 'application/sparql-results+json';
const N_QUADS = 'application/n-quads';
const N_TRIPLES = 'application/n-triples';

/**
 * An Oxigraph store in memory. Its answers come synchronously. What it can't answer or apply is a StoreError, and so is a signal that
 * was aborted before.
 */
export class EmbeddedEngine {
  #store: oxigraph.Store | null = new oxigraph.Store();
  readonly #dumpedGraphs: ReadonlySet<string>;

  /** @param dumpedGraphs IRIs of graphs that it does not hold, and refuses to be asked about */
  constructor(dumpedGraphs: ReadonlySet<string>) {
    this.#dumpedGraphs = dumpedGraphs;
  }

  /** The rows of a SELECT, as SPARQL results in JSON. */
  select(query: Sparql, options: QueryOptions): string {
    const json = this.#run('answer the query', options, (store) => {
      this.#refuseDumped(query);
      return store.query(query.text, { results_format: RESULTS_JSON });
    });
    if (typeof json !== 'string') throw new StoreError('The query is no SELECT');
    return json;
  }

  /** The triples of a graph, as N-Triples. */
  dump(graphIri: string, options: QueryOptions): string {
    return this.#run(`read the graph ${graphIri}`, options, (store) => {
      iri(graphIri);
      return store.dump({ format: N_TRIPLES, from_graph_name: oxigraph.namedNode(graphIri) });
    });
  }

  /** For a graph that is read elsewhere. @throws StoreError as `dump` would */
  requireReadable(graphIri: string, options: QueryOptions): void {
    this.#run(`read the graph ${graphIri}`, options, () => iri(graphIri));
  }

  /** Whether the patterns of a change allow it. */
  allows({ when, unless, clear = [] }: Change, options: QueryOptions): boolean {
    return this.#run('make the change', options, (store) => {
      for (const graph of clear) iri(graph);
      return (when === undefined || this.#ask(store, when)) && (unless === undefined || !this.#ask(store, unless));
    });
  }

  /** Takes more quads in: N-Quads, or N-Triples into a graph. In one transaction, as the loader without one takes 160 MB to begin with. */
  load(text: string, graphIri?: string): void {
    const format =
      graphIri === undefined ? { format: N_QUADS } : { format: N_TRIPLES, to_graph_name: oxigraph.namedNode(graphIri) };
    this.#run('read more', {}, (store) => store.load(text, format));
  }

  /** Whether a quad is there. @param line as `lines` or `canonicalLines` write it */
  has(line: string, options: QueryOptions): boolean {
    return this.#run('make the change', options, (store) => parse(line).every((quad) => store.has(quad)));
  }

  /** The quads as N-Quads, lines without their ends. */
  lines(quads: readonly Quad[], options: QueryOptions): string[] {
    return this.#run('make the change', options, () => linesOf(writeQuads(quads)));
  }

  /**
   * The same as the engine writes them back: it has one form for each value of a number or a time.
   *
   * @throws StoreError for blank nodes, too, which have no canonical form
   */
  canonicalLines(quads: readonly Quad[], options: QueryOptions): string[] {
    return this.#run('make the change', options, () => {
      const canonical = new CanonicalLines();
      const others: Quad[] = [];
      const lines: string[] = [];
      for (const quad of quads) {
        const line = canonical.line(quad);
        if (line === null) others.push(quad);
        else lines.push(line);
      }
      return others.length === 0 ? lines : lines.concat(writtenBack(others));
    });
  }

  /** Empties graphs, then removes and adds quads. @param remove lines, as those that are added */
  apply(clear: readonly string[], remove: readonly string[], add: readonly string[]): void {
    this.#run('apply the change', {}, (store) => {
      for (const graph of clear) store.update(`CLEAR SILENT GRAPH ${iri(graph).text}`);
      if (remove.length > 0) for (const quad of parse(remove.join('\n'))) store.delete(quad);
      if (add.length > 0) store.load(add.join('\n'), { format: N_QUADS });
    });
  }

  /**
   * Holds these quads from now on, and no others. Until all are read it answers from those that it held.
   *
   * @param pieces N-Quads, whole lines
   * @throws what the pieces or the engine throw
   */
  async replaceAll(pieces: AsyncIterable<string>): Promise<void> {
    const store = new oxigraph.Store();
    try {
      for await (const piece of pieces) {
        store.load(piece, { format: N_QUADS });
        await letOthersGo();
      }
    } catch (error) {
      free(store);
      throw error;
    }
    this.close();
    this.#store = store;
  }

  /** Gives the memory back. It answers nothing more. */
  close(): void {
    if (this.#store !== null) free(this.#store);
    this.#store = null;
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
      throw new StoreError(`The store did not ${doing}: who asked for it did not wait for it`, {
        cause: options.signal.reason,
      });
    if (this.#store === null) throw new StoreError(`The store did not ${doing}: it is closed`);
    try {
      return work(this.#store);
    } catch (cause) {
      if (cause instanceof StoreError) throw cause;
      throw new StoreError(`The store did not ${doing}`, { cause });
    }
  }
}

/** @throws StoreError for blank nodes */
function writtenBack(quads: readonly Quad[]): string[] {
  const text = writeQuads(quads);
  if (quads.some(({ s, o }) => s.type === 'bnode' || o.type === 'bnode'))
    throw new StoreError('No graph of the hub holds blank nodes');
  const store = new oxigraph.Store();
  store.load(text, { format: N_QUADS });
  const canonical = store.dump({ format: N_QUADS });
  free(store);
  return linesOf(canonical);
}

function linesOf(text: string): string[] {
  return text.trimEnd().split('\n');
}

function parse(text: string): oxigraph.Quad[] {
  return oxigraph.parse(text, { format: N_QUADS });
}

/** The engine's memory is not the collector's. Its typings leave this out. */
function free(store: oxigraph.Store): void {
  (store as unknown as { free(): void }).free();
}
