import { encodeText } from '../utf8.ts';
import type { ByteSink } from './byte-sink.ts';
import type { TextEscapes } from './text-escapes.ts';
import type { LiteralTerm, LiteralType, NodeTerm, PredicateTerm, StatementTerm } from './terms.ts';

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
  node(predicate: PredicateTerm, node: NodeTerm): void;
  literal(predicate: PredicateTerm, literal: LiteralTerm): void;
  /** True where what is written of a predicate now begins as behind any other: something was said of the subject, last by another predicate. */
  continues(predicate: PredicateTerm): boolean;
  /** Tells that all objects of a predicate of the current subject were put into the sink as they would be written. */
  noteCopied(predicate: PredicateTerm): void;
  /**
   * What `literal` writes around the text of a number or a boolean, for one of this type that is about to be written.
   *
   * @param isBare the format writes it without quotes
   */
  affixes(type: LiteralType, isBare: boolean): Affixes;
  /** Writes bytes of the document that are escaped as in N-Triples as the lexical form of a literal. */
  lexical(start: number, end: number): void;
  /** Writes UTF-8 without escapes, up to its length, as the lexical form of a literal. */
  text(bytes: Uint8Array, length: number): void;
  /** An IRI as it stands between the format's delimiters. */
  escapeIri(iri: string): string;
  /** Writes what is left; answers the bytes that belong before all others. */
  finish(): Uint8Array;
}

/** The bytes right before the lexical form of a literal and right behind it that depend on its datatype. */
export interface Affixes {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** The document is a part of a longer output: what stands around its parts is told by `frameOf`. */
export interface Fragment {
  /** Labels of its anonymous nodes begin so: no other part has the same. Letters, digits and `_`, a letter first. */
  readonly nodePrefix: string;
}

/** What the writers of all formats share: how nodes and lexical forms are written, and what in them is different in another row. */
export abstract class TermWriter {
  protected readonly sink: ByteSink;
  /** What stands before the number of an anonymous node. */
  private readonly label: Uint8Array;
  /** What stands before the names of nodes, as the format writes it; null before the first. */
  private beforeNames: Uint8Array | null = null;

  /** @param sigil what a format writes before the label of an anonymous node */
  constructor(sink: ByteSink, sigil: string, part: Fragment | undefined) {
    this.sink = sink;
    this.label = encodeText(sigil + (part?.nodePrefix ?? 'b'));
  }

  lexical(start: number, end: number): void {
    this.sink.copy(start, end);
  }

  escapeIri(iri: string): string {
    return iri;
  }

  /** What texts of literals are escaped by. */
  protected abstract readonly escapes: TextEscapes;

  text(bytes: Uint8Array, length: number): void {
    this.escapes.write(this.sink, bytes, length);
  }

  protected writeLexical(literal: LiteralTerm): void {
    this.sink.startSlot(literal);
    if (literal.text === null) this.lexical(literal.start, literal.end);
    else this.sink.text(this.escapes.escape(literal.text));
    this.sink.endSlot();
  }

  /** Writes the label of an anonymous node, or the IRI of another one with what stands before it. */
  protected writeNode(node: NodeTerm, opening: Uint8Array): void {
    const { sink } = this;
    const { iri, name } = node;
    sink.bytes(iri === null ? this.label : opening);
    sink.startSlot(node);
    if (iri === null) sink.integer(node.id);
    else if (name === undefined) sink.text(this.escapeIri(iri));
    else {
      sink.bytes((this.beforeNames ??= encodeText(this.escapeIri(startOfIri(iri, name)))));
      sink.text(name);
    }
    sink.endSlot();
  }

  /** The same with the IRI between `<` and `>`. */
  protected writeInBrackets(node: NodeTerm): void {
    this.writeNode(node, BRACKET);
    if (node.iri !== null) this.sink.byte(0x3e);
  }
}

/** What stands before the name of a named node in its IRI. */
export function startOfIri(iri: string, name: string): string {
  return iri.slice(0, -name.length);
}

const BRACKET = encodeText('<');
