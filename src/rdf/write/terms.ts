/** A node of the graph: an IRI, or an anonymous node by its number. */
export interface NodeTerm {
  /** Negative for a node that is only ever named by its IRI. */
  readonly id: number;
  /** Null for an anonymous node. */
  readonly iri: string | null;
  /** The end of the IRI of a node with a name, in ASCII. What stands before it is the same for all such nodes of a graph. */
  readonly name?: string | undefined;
}

/** A predicate of one graph. `id` numbers them, so that writers keep what they rendered in arrays; so it is with the terms below. */
export interface PredicateTerm {
  readonly id: number;
  readonly iri: string;
  /** `rdf:type` with nothing but IRIs as objects: formats have a short form for it. */
  readonly isType: boolean;
}

/** A predicate and an object that is an IRI. */
export interface StatementTerm {
  readonly id: number;
  readonly predicate: PredicateTerm;
  readonly iri: string;
}

/** What literals are of: a datatype, or a language. */
export interface LiteralType {
  readonly id: number;
  /** IRI of the datatype. */
  readonly iri: string;
  readonly language?: string;
  /** The graph names `xsd:string`, and RDF/XML and JSON-LD of triples keep the name; else it is left out. */
  readonly namesString?: boolean;
}

/** A literal whose lexical form is either a text, or bytes of the document. */
export interface LiteralTerm {
  readonly datatype: LiteralType;
  /** Null when the form stands in the document. */
  readonly text: string | null;
  /** Byte range of the document when `text` is null: UTF-8 that is escaped as N-Triples writes it. */
  readonly start: number;
  readonly end: number;
}
