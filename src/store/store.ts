import type { DecodedRow, RowShape } from '../rdf/rows.ts';
import type { Sparql } from '../rdf/sparql.ts';
import { inGraph, type Quad, type Triple } from '../rdf/triple.ts';
import type { RecordPart } from './records.ts';

export interface QueryOptions {
  readonly signal?: AbortSignal;
  /** What a server may take, all that is asked of it together; in a dump, for each 64 KiB. The engine in the process is not cut. */
  readonly timeoutMs?: number;
  /** A change of a whole vocabulary, some ten megabytes over a network, which may take longer. */
  readonly isLarge?: boolean;
  /**
   * Of a query of graphs of records: the records that are enough for its answer. A store that has them on the disk reads these alone; others
   * need not know them.
   */
  readonly about?: readonly RecordPart[];
}

/**
 * One change of the store. Its quads hold no blank nodes, because a later change could not name them. Conditions are quads, and graph patterns (SPARQL 1.1 §18.1.4) such as `GRAPH <g> { ?s ?p ?o }`, of graphs that the
 * change does not empty; they are looked at in the same moment in which the change is made.
 */
export interface Change {
  /** The change is made only if this pattern has a solution. */
  readonly when?: Sparql;
  /** The change is made only if this pattern has none. */
  readonly unless?: Sparql;
  /** The records that are enough for the patterns that are about graphs of records, as `QueryOptions.about` has them. */
  readonly about?: readonly RecordPart[];
  /** The change is made only if the store holds none of these quads. */
  readonly without?: readonly Quad[];
  /** IRIs of graphs that are emptied, before anything is added. */
  readonly clear?: readonly string[];
  /** Quads that are removed, before anything is added; those that are not there are no fault. */
  readonly remove?: readonly Quad[];
  /** Quads that are added. */
  readonly add?: readonly Quad[];
  /** A graph that gets triples, too. They may be millions: a store need not hold them all. */
  readonly fill?: GraphFill;
  /**
   * Of a change that only adds, to graphs that nobody reads yet, or what no other change looks at: it need not wait for the changes of other
   * hubs, nor they for it. Its quads are the same however often they are added.
   */
  readonly isUnordered?: boolean;
}

/** Triples that are made while they are walked, the same each time. */
export interface GraphFill {
  readonly graph: string;
  readonly triples: Iterable<Triple>;
  /**
   * A graph that nobody reads yet and that is to hold the same triples for good. A server may get them there first, and all or some of them may be there
   * when the change was not made; who needs them there looks.
   */
  readonly keptIn?: string;
}

/** The same change for a store that takes quads alone. */
export function withoutFill({ fill, ...change }: Change): Change {
  return fill === undefined
    ? change
    : { ...change, add: [...(change.add ?? []), ...inGraph(fill.graph, fill.triples)] };
}

/** The triplestore that the hub lives on; `store/README.md` says which named graph holds what. */
export interface Store {
  /** Has to resolve before anything is asked. @throws StoreError that says what to do, when the store can never be used as it is set up */
  open(): Promise<void>;
  /**
   * The solutions of a SELECT, in its order, each decoded as `shape` says.
   *
   * @throws RowError when a row is not what `shape` promises
   * @throws StoreError when the store cannot answer
   */
  select<S extends RowShape>(query: Sparql, shape: S, options?: QueryOptions): Promise<DecodedRow<S>[]>;
  /** Whether the store keeps lists of the records of a graph, so that a part of one costs the same wherever it is; others order all of them. */
  hasLists(graphIri: string): boolean;
  /**
   * How many records each of the lists of a graph has; null where the store keeps no lists, so that a query has to count.
   *
   * @throws StoreError when the store cannot answer
   */
  lengthsOfLists(graphIri: string, lists: readonly string[], options?: QueryOptions): Promise<readonly number[] | null>;
  /**
   * Makes a change, whole or not at all, and resolves when it is durable: true when it was made, false when a condition forbade it.
   *
   * @throws StoreError when it could not be saved; the change was not made, or `outcome` says that this is unknown
   */
  change(change: Change, options?: QueryOptions): Promise<boolean>;
  /** The triples of one graph as they are at this moment, in no order. @throws StoreError while iterating, when the store cannot answer */
  dump(graphIri: string, options?: QueryOptions): AsyncIterable<Triple>;
  /**
   * Takes what was removed from a graph off the disk, where the store has it there only marked as gone. Never rejects: what can't be
   * taken off now is by and by.
   */
  forget(graphIri: string): Promise<void>;
  /** Why the store cannot be changed for now, as far as that is known without a change; null when nothing is known of, as of a server. */
  findFault(): Promise<string | null>;
  /** Calls `listener` after every change that was made through this store, with the graphs that it touched. Returns what ends that. */
  onChange(listener: (graphs: ReadonlySet<string>) => void): () => void;
  /** Resolves when changes under way have ended. Whatever is asked afterwards rejects. */
  close(): Promise<void>;
}

interface StoreErrorOptions {
  readonly cause?: unknown;
  readonly outcome?: 'unknown';
}

/** The store cannot answer: it is away, closed, too slow, cannot write, or refused the request. The cause says why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** `unknown` of a change that may have been made: the answer to it was lost. */
  readonly outcome: 'unknown' | null;

  constructor(message: string, { cause, outcome }: StoreErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.outcome = outcome ?? null;
  }
}

/** What went wrong, for people: what `fetch` throws says it in its cause. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof StoreError) return cause.message;
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return inner instanceof Error ? inner.message : String(inner);
}

/** The graphs that a change touches. */
export function touchedGraphs({ clear = [], remove = [], add = [], fill }: Change): Set<string> {
  const graphs = new Set(clear);
  for (const { graph } of [...remove, ...add, ...(fill === undefined ? [] : [fill])]) graphs.add(graph);
  return graphs;
}
