import * as oxigraph from 'oxigraph';
import { decodeRows } from '../rdf/rows.ts';
import type { DecodedRow, RowShape } from '../rdf/rows.ts';
import { iri, sparql } from '../rdf/sparql.ts';
import type { Sparql } from '../rdf/sparql.ts';
import { noteQuery } from './query-trace.ts';
import { StoreError } from './store.ts';
import type { QueryOptions, Store, TurtleDocument } from './store.ts';

const RESULTS_JSON = 'application/sparql-results+json';

/**
 * An Oxigraph store in this process and in memory.
 *
 * It answers synchronously, so a deadline cannot cut a query that is under way: only the hub's own queries may come here.
 */
export class EmbeddedStore implements Store {
  #store: oxigraph.Store | null = new oxigraph.Store();
  readonly #listeners = new Set<() => void>();

  async select<S extends RowShape>(query: Sparql, shape: S, options: QueryOptions = {}): Promise<DecodedRow<S>[]> {
    noteQuery(query.text);
    const json = this.#run('answer the query', options, (store) => store.query(query.text, { results_format: RESULTS_JSON }));
    if (typeof json !== 'string') throw new StoreError('The query is no SELECT');
    return decodeRows(json, shape);
  }

  async update(request: Sparql, options: QueryOptions = {}): Promise<void> {
    noteQuery(request.text);
    this.#run('run the update', options, (store) => store.update(request.text));
    this.#changed();
  }

  async replaceGraph(graphIri: string, documents: readonly TurtleDocument[]): Promise<void> {
    const clear = sparql`CLEAR SILENT GRAPH ${iri(graphIri)}`;
    // Everything is parsed before anything is touched, so that a broken document leaves the graph as it was.
    const quads = documents.flatMap((document) => parseTurtle(document, graphIri));
    this.#run('replace the graph', {}, (store) => {
      store.update(clear.text);
      for (const quad of quads) store.add(quad);
    });
    this.#changed();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#store = null;
    this.#listeners.clear();
  }

  #run<T>(doing: string, options: QueryOptions, work: (store: oxigraph.Store) => T): T {
    if (options.signal?.aborted === true) throw new StoreError(`The store did not ${doing}: aborted`, { cause: options.signal.reason });
    if (this.#store === null) throw new StoreError(`The store did not ${doing}: it is closed`);
    try {
      return work(this.#store);
    } catch (cause) {
      throw new StoreError(`The store did not ${doing}`, { cause });
    }
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function parseTurtle(document: TurtleDocument, graphIri: string): oxigraph.Quad[] {
  try {
    return oxigraph.parse(document.text, {
      format: 'text/turtle',
      base_iri: document.baseIri,
      to_graph_name: oxigraph.namedNode(graphIri),
    });
  } catch (cause) {
    throw new StoreError(`${document.name} is not Turtle: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
