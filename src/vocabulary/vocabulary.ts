import type { DerivedMap } from '../mapping/lexicon/derived-map.ts';
import type { Lexicon, TermRange } from '../mapping/lexicon/lexicon.ts';
import type { Triple } from '../rdf/triple.ts';
import type { TripleTable } from './triple-table.ts';

/** A vocabulary term as people read it. */
export interface Term {
  /** The term's name, e.g. `active_power-kW`. */
  readonly name: string;
  readonly iri: string;
  readonly label: string;
  readonly description: string;
  /** A prefixed name, e.g. `xsd:double`. */
  readonly datatype: string;
  readonly datatypeIri: string;
  /** The category's name. */
  readonly category: string;
  /** IRI of the unit; null for what has none. */
  readonly unit: string | null;
  /** IRI of the quantity kind; null for what has none. */
  readonly quantityKind: string | null;
  readonly example: string | null;
  /** Null for a term that states none. */
  readonly range: TermRange | null;
  /** It is kept for documents that use it; new ones should not. */
  readonly deprecated: boolean;
  /** The name of the term that takes a deprecated term's place, which is not deprecated itself; null when none does. */
  readonly replacedBy: string | null;
  /** Whether it has a template, which takes less to tell than its rows. */
  readonly hasTemplate: boolean;
  /** Template rows of the term, without those of the nodes it introduces; empty when it has no semantics yet. */
  readonly rows: readonly TemplateRow[];
}

/** One row of a template, as the interface's SemanticsRow has it. */
export interface TemplateRow {
  /** The term's name, or `?name` of a node. */
  readonly subject: string;
  /** A prefixed name. */
  readonly predicate: string;
  /** A prefixed name, `$key`, `?name` or `@key`. */
  readonly object: string;
}

/** The template of a node, which its rows are read of. */
export interface NodeTemplate {
  read(): TemplateRow[];
}

export interface Category {
  readonly name: string;
  readonly iri: string;
  readonly label: string;
  readonly description: string;
}

export interface Prefix {
  readonly prefix: string;
  readonly namespace: string;
}

/** One version of the vocabulary, read whole. All lists are sorted by name, in code point order. */
export interface Vocabulary {
  /** Hash of the content, hex. */
  readonly version: string;
  readonly versionIri: string;
  readonly terms: ReadonlyMap<string, Term>;
  readonly categories: readonly Category[];
  readonly prefixes: readonly Prefix[];
  /** Rows of the nodes, by the node's name without its `?`; made when they are asked for. */
  readonly nodes: DerivedMap<NodeTemplate, readonly TemplateRow[]>;
  /** What the mapping needs of it. */
  readonly lexicon: Lexicon;
  /** All that the store says of the vocabulary. */
  readonly triples: TripleTable;
  /** The hub's ontology, which the vocabulary is written in. */
  readonly ontology: TripleTable;
  /** The version that it came of by triples that were added; undefined where that is not known. */
  readonly cameOf?: { readonly version: string; readonly added: readonly Triple[] } | undefined;
}
