import type { Datatype } from './datatypes.ts';

/** A node of the graph: an entity or a named node by its IRI, an anonymous one by its number. */
export class GraphNode {
  /** -1 for an entity. */
  readonly id: number;
  /** Null for an anonymous node. */
  readonly iri: string | null;
  /** Triples of this subject may come twice: each is looked up before it is written. */
  readonly needsDeduplication: boolean;
  /** It is a subject of its own wherever it is cited: another node of its kind may have its name. */
  readonly standsAlone: boolean;
  /** The value that the node is made of, where a value alone makes it: an entity or an instant; else -1. */
  readonly source: number;
  /** The end of the IRI of a named node. */
  readonly name: string | undefined;

  constructor(
    id: number,
    iri: string | null,
    needsDeduplication: boolean,
    source = -1,
    standsAlone = needsDeduplication,
    name?: string,
  ) {
    this.id = id;
    this.iri = iri;
    this.needsDeduplication = needsDeduplication;
    this.source = source;
    this.standsAlone = standsAlone;
    this.name = name;
  }
}

/** A literal whose lexical form is either a text, or bytes of the document. */
export interface Literal {
  readonly datatype: Datatype;
  /** Null when the form stands in the document. */
  readonly text: string | null;
  /**
   * Byte range of the document, when `text` is null: UTF-8 without quotes and control characters, escaped as N-Triples writes it
   * (`escapeTriplesText`).
   */
  readonly start: number;
  readonly end: number;
  /** The value whose text, repaired or not, it is: another value of the same form makes the same literal of its text. -1 for none. */
  readonly source: number;
}
