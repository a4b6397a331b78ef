import type { ErrorCode, ErrorDetails } from '../errors.ts';
import type { RdfFormat } from '../rdf/write/format.ts';
import type { SpoolPlace, Written } from '../streaming/spool-place.ts';

/** Forms of the answer to SELECT. */
export type TableFormat = 'json' | 'xml' | 'csv' | 'tsv';
/** Forms of the answer to ASK. */
export type BooleanFormat = 'json' | 'xml';

/** The format of the result, by the kind of query, which is known when it was parsed; null where it cannot have the one asked for. */
export interface ResultFormats {
  readonly table: TableFormat | null;
  readonly boolean: BooleanFormat | null;
  readonly graph: RdfFormat | null;
}

/** The graphs that a request names, which take the place of those that the query names (SPARQL 1.1 Protocol §2.1.4). */
export interface RequestedDataset {
  readonly defaultGraphs: readonly string[];
  readonly namedGraphs: readonly string[];
}

export interface QueryTask {
  readonly text: string;
  readonly dataset: RequestedDataset;
  readonly formats: ResultFormats;
}

/** What came out, apart from the text of the answer. */
export interface AnswerFacts {
  readonly kind: 'table' | 'boolean' | 'graph';
  readonly format: TableFormat | RdfFormat;
  /** The same query gives the same bytes as long as the graphs are the same. */
  readonly isDeterministic: boolean;
}

/** A graph of the vocabulary, as files in which it most likely is. */
export interface LikelyGraph {
  readonly graph: string;
  /** Of an engine that has read it, which counts if it has the version of the file, or the one that is given. */
  readonly image?: string;
  readonly version?: string;
  /** Of `KeptTable`; the first one that is there counts. */
  readonly files: readonly string[];
  readonly baseUrl: string;
}

/** To a process. Graphs come in pieces, before `ready` is answered or after `wanted`. */
export type ToQueryProcess =
  /** Comes before all others, if at all. */
  | ({ readonly kind: 'likely' } & LikelyGraph)
  | {
      readonly kind: 'start';
      /** Of the graphs. */
      readonly version: string;
      readonly defaultGraph: string | null;
      readonly prefixes: ReadonlyMap<string, string>;
      readonly baseIri: string;
      readonly furtherGraphs: string | null;
    }
  /** A graph as `writeTable` writes it. */
  | { readonly kind: 'table'; readonly graph: string; readonly bytes: Uint8Array }
  | { readonly kind: 'triples'; readonly graph: string; readonly ntriples: Uint8Array }
  | { readonly kind: 'loaded' }
  /** In place of `loaded`: has an image of the engine written, and ends. */
  | { readonly kind: 'keep'; readonly graph: string; readonly version: string; readonly path: string }
  | { readonly kind: 'query'; readonly task: QueryTask; readonly place: SpoolPlace };

/** From a process. An error loses its class on the way, so it travels as what it says. */
export type FromQueryProcess =
  /** It has these graphs already. */
  | { readonly kind: 'started'; readonly graphs: readonly string[] }
  | { readonly kind: 'ready' }
  | { readonly kind: 'wanted'; readonly graphs: readonly string[] }
  /** It has what it wanted, and begins with the query. */
  | { readonly kind: 'begun' }
  | {
      readonly kind: 'answered';
      readonly facts: AnswerFacts;
      readonly written: Written;
      /** It took so much memory, which an engine never gives back, that it had better not be used again. */
      readonly isWorn: boolean;
    }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails;
      /** The engine is broken. */
      readonly isFatal: boolean;
    }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string };
