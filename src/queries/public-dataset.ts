import type { Triple } from '../rdf/triple.ts';

/** The triples of a graph. */
interface GraphTriples extends Iterable<Triple> {
  readonly length: number;
  /** IRIs of properties and of classes, the most frequent first. */
  uses(): { readonly properties: readonly string[]; readonly classes: readonly string[] };
}

/** What people may ask about. Nothing else comes into a process that runs their queries. */
export interface PublicDataset {
  /** Other triples, other key. */
  readonly version: string;
  /** IRI of the graph that is the default one; null for an empty one. */
  readonly defaultGraph: string | null;
  /** The triples of each graph, by its IRI. */
  readonly graphs: ReadonlyMap<string, GraphTriples>;
  /** Namespaces that graphs in answers are shortened with, by prefix. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Base of relative IRIs in queries: the address of the endpoint (SPARQL 1.1 §4.1.1.2). */
  readonly baseIri: string;
  /** What the IRIs of further graphs begin with, which are read when a query names them; null when there are none. */
  readonly furtherGraphs: string | null;
}

/** A graph as N-Triples, in pieces of whole lines. */
export type GraphPieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A further graph; null when it does not exist. */
export type FindGraph = (iri: string) => Promise<GraphPieces | null>;
