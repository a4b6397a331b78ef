import type { Sparql } from '../rdf/sparql.ts';
import type { DurableQuads } from './durable-quads.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { StoreError, type Change, type QueryOptions } from './store.ts';

const GRAPH = /\bGRAPH <([^<>]*)>/g;

interface RecordReaderOptions {
  /** IRIs. */
  readonly graphs: readonly string[];
  readonly durable: DurableQuads;
  /** Has all other graphs, but for those that are only dumped. */
  readonly others: EmbeddedEngine;
  readonly dumpedGraphs: ReadonlySet<string>;
}

/**
 * Answers what is asked of graphs of records, which are on the disk only: the records that a query is about are read into an engine of
 * their own, so that an answer costs what it reads, whatever else the graph holds. A query that does not say what it is about gets all.
 */
export class RecordReader {
  readonly graphs: readonly string[];
  readonly #durable: DurableQuads;
  readonly #others: EmbeddedEngine;
  readonly #dumpedGraphs: ReadonlySet<string>;
  readonly #reading = new Set<Promise<unknown>>();

  constructor({ graphs, durable, others, dumpedGraphs }: RecordReaderOptions) {
    this.graphs = graphs;
    this.#durable = durable;
    this.#others = others;
    this.#dumpedGraphs = dumpedGraphs;
  }

  has(graphIri: string): boolean {
    return this.graphs.includes(graphIri);
  }

  /** Whether a query or a pattern names one of these graphs. */
  isAbout({ text }: Sparql): boolean {
    return this.graphs.some((graph) => text.includes(`GRAPH <${graph}>`));
  }

  /** The rows of a SELECT, as SPARQL results in JSON. @throws StoreError */
  select(query: Sparql, options: QueryOptions): Promise<string> {
    return this.#with(query, options, (engine) => engine.select(query, options));
  }

  /** Whether the one pattern of a change allows it. @throws StoreError */
  allows(change: Pick<Change, 'when' | 'unless'>, options: QueryOptions): Promise<boolean> {
    const pattern = (change.when ?? change.unless)!;
    return this.#with(pattern, options, (engine) => engine.allows(change, options));
  }

  /** How many records lists have. @throws StoreError */
  lengthsOfLists(graphIri: string, lists: readonly string[], options: QueryOptions): Promise<number[]> {
    return this.#note(async () => {
      this.#others.requireReadable(graphIri, options);
      return this.#durable.lengthsOfLists(graphIri, lists);
    });
  }

  /** Resolves when what is being read is read. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#reading);
  }

  #with<T>(query: Sparql, options: QueryOptions, ask: (engine: EmbeddedEngine) => T): Promise<T> {
    return this.#note(async () => {
      const engine = new EmbeddedEngine(this.#dumpedGraphs);
      try {
        await this.#load(engine, query, options);
        return ask(engine);
      } finally {
        engine.close();
      }
    });
  }

  async #load(engine: EmbeddedEngine, { text }: Sparql, options: QueryOptions): Promise<void> {
    const named = new Set(Array.from(text.matchAll(GRAPH), ([, graph]) => graph!));
    for (const graph of named) {
      if (!this.has(graph)) engine.load(this.#others.dump(graph, options), graph);
      else if (options.about === undefined)
        for await (const piece of this.#durable.readQuads(graph)) engine.load(piece);
    }
    this.#others.requireReadable(this.graphs[0]!, options);
    if (options.about !== undefined) engine.load(await this.#durable.readRecords(options.about));
  }

  async #note<T>(read: () => Promise<T>): Promise<T> {
    const reading = read().catch((cause: unknown) => {
      throw cause instanceof StoreError ? cause : new StoreError('The store did not read its records', { cause });
    });
    this.#reading.add(reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(reading);
    }
  }
}
