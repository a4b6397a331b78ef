import type { DecodedRow, RowShape } from '../rdf/rows.ts';
import type { Sparql } from '../rdf/sparql.ts';

export interface QueryOptions {
  readonly signal?: AbortSignal;
  /** Default 10,000. */
  readonly timeoutMs?: number;
}

/** Turtle text and the IRI that its relative IRIs are resolved against. */
export interface TurtleDocument {
  /** How messages name it, e.g. the name of its file. */
  readonly name: string;
  readonly text: string;
  readonly baseIri: string;
}

/** The triplestore that the hub lives on; `store/README.md` says which named graph holds what. */
export interface Store {
  /**
   * The solutions of a SELECT, in its order, each decoded as `shape` says.
   *
   * @throws RowError when a row is not what `shape` promises; an Error with a cause when the store cannot answer
   */
  select<S extends RowShape>(query: Sparql, shape: S, options?: QueryOptions): Promise<DecodedRow<S>[]>;
  /** Runs one update request, whole or not at all. */
  update(request: Sparql, options?: QueryOptions): Promise<void>;
  /** Makes a named graph hold these documents and nothing else, whole or not at all. */
  replaceGraph(graphIri: string, documents: readonly TurtleDocument[]): Promise<void>;
  /** Calls `listener` after every change made through this store. Returns what ends that. */
  onChange(listener: () => void): () => void;
  /** Whatever is asked afterwards rejects. */
  close(): Promise<void>;
}

/** The store cannot answer: it is away, closed, too slow, or refused the request. The cause says why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
