import * as oxigraph from 'oxigraph';

export interface EngineOptions {
  readonly defaultGraphs: readonly string[];
  readonly namedGraphs: readonly string[];
  readonly baseIri: string;
  readonly mediaType: string;
}

/**
 * An Oxigraph store for other people's queries. It answers synchronously and cannot be interrupted, a hostile query may break it, and
 * it never gives memory back: so it lives in a process that can be ended.
 */
export class QueryEngine {
  readonly #store = new oxigraph.Store();
  readonly #graphs = new Set<string>();

  has(graph: string): boolean {
    return this.#graphs.has(graph);
  }

  /** Gives its memory back at once. It is used no more. */
  free(): void {
    // The package has it, and its types do not.
    (this.#store as unknown as { free(): void }).free();
  }

  /** Adds triples to a graph; in one transaction, as the loader without one takes 300 MB to begin with. */
  load(graph: string, ntriples: Uint8Array): void {
    this.#graphs.add(graph);
    this.#store.load(ntriples, {
      format: 'application/n-triples',
      to_graph_name: oxigraph.namedNode(graph),
      lenient: true,
    });
  }

  /**
   * The answer to a query as text. Graphs that are not there are empty as default graphs, and no named graphs.
   *
   * @throws what the engine throws
   */
  answer(query: string, { defaultGraphs, namedGraphs, baseIri, mediaType }: EngineOptions): string {
    const known = (graphs: readonly string[]): oxigraph.NamedNode[] =>
      [...new Set(graphs)].filter((graph) => this.#graphs.has(graph)).map((graph) => oxigraph.namedNode(graph));
    return this.#store.query(query, {
      base_iri: baseIri,
      default_graph: known(defaultGraphs),
      named_graphs: known(namedGraphs),
      results_format: mediaType,
    }) as string;
  }
}
