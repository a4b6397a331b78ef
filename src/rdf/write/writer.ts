import type { ByteSink } from './byte-sink.ts';
import type { LiteralTerm, NodeTerm, PredicateTerm, StatementTerm } from './terms.ts';

/**
 * Writes a graph in one format. The calls tell it subject by subject, as a tree:
 * `begin`, then properties of the subject, then `end`; between `open` and `close` the properties are those of an object that is
 * described where it is cited. All objects of one predicate of a subject come in a row.
 */
export interface Writer {
  /** Nodes that may be opened inside another: any, or only anonymous ones that nothing else cites. */
  readonly nests: 'any' | 'anonymous';
  /** How deep they may be opened. */
  readonly maxNesting: number;
  /** Texts of the document may need escapes beyond those of N-Triples. */
  readonly escapesTexts: boolean;
  /** Some lexical forms of some datatypes stand without quotes. */
  readonly writesBare: boolean;
  begin(subject: NodeTerm): void;
  end(): void;
  /** @param isReferenced the node is cited elsewhere too, so that it needs its name */
  open(predicate: PredicateTerm, node: NodeTerm, isReferenced: boolean): void;
  close(): void;
  constant(statement: StatementTerm): void;
  iri(predicate: PredicateTerm, iri: string): void;
  node(predicate: PredicateTerm, node: NodeTerm): void;
  literal(predicate: PredicateTerm, literal: LiteralTerm): void;
  /** Writes bytes of the document that are escaped as in N-Triples as the lexical form of a literal. */
  lexical(start: number, end: number): void;
  /** An IRI as it stands between the format's delimiters. */
  escapeIri(iri: string): string;
  /** Writes what is left; answers the bytes that belong before all others. */
  finish(): Uint8Array;
}

/** What labels of anonymous nodes begin with where a document stands alone. */
export const LABEL_PREFIX = 'b';

/** The document is a part of a longer output: what stands around its parts is told by `frameOf`. */
export interface Fragment {
  /** Labels of its anonymous nodes begin so: no other part has the same. Letters, digits and `_`, a letter first. */
  readonly nodePrefix: string;
}

/** Writes the label of an anonymous node, without a format's own sigil. */
export function writeLabel(sink: ByteSink, prefix: Uint8Array, node: NodeTerm): void {
  sink.bytes(prefix);
  sink.startSlot(node);
  sink.integer(node.id);
  sink.endSlot();
}

/** Writes the IRI of a node as it stands between a format's delimiters. */
export function writeIri(sink: ByteSink, node: NodeTerm, iri: string): void {
  sink.startSlot(node);
  sink.text(iri);
  sink.endSlot();
}
