import type { TermRange } from '../lexicon/lexicon.ts';

/** What stands as the object of a row, when a document is converted. */
export type ResolvedObject =
  | { readonly kind: 'constant'; readonly iri: string }
  /** The value of a key as a literal; of a datatype that JSON tells where it is null. */
  | { readonly kind: 'value'; readonly key: string; readonly datatype: string | null }
  /** The entity that the value of a key names. */
  | { readonly kind: 'entity'; readonly key: string }
  /** A node of the row, with its `?`. */
  | { readonly kind: 'node'; readonly node: string }
  /** The instant of the value (`mapping.md §4`). */
  | { readonly kind: 'instant' };

/** One triple that a template writes for a value, or for several values of a key that it cites. */
export interface ResolvedRow {
  /** The node that the row is about, with its `?`; null for the node of the value itself. */
  readonly subject: string | null;
  /** The IRIs of the predicates that lead from the node of the value to the subject; empty for that node itself. */
  readonly path: readonly string[];
  /** Its IRI. */
  readonly predicate: string;
  readonly object: ResolvedObject;
  /** The triple is there only when something else is: a value of another key, or an instant. */
  readonly isOptional: boolean;
}

/** What the values of a key become among the other keys of a set. */
export interface ResolvedKey {
  readonly name: string;
  /** The IRI of the predicate between a record and its values. */
  readonly predicate: string;
  /** The key is a term of the vocabulary. */
  readonly isTerm: boolean;
  /** A plain literal, a node of its own, or an entity with an IRI. */
  readonly form: 'literal' | 'node' | 'entity';
  /** The values are instants, or state one: an array of them is an axis (`mapping.md §4`). */
  readonly isTime: boolean;
  /** IRI of the datatype of its literals; null for the one that JSON tells. */
  readonly datatype: string | null;
  /** What the IRIs of entities begin with whose text is no IRI itself. The text follows, percent-encoded. */
  readonly entityBase: string;
  /** What is said of a value: of its own node first, then of each node that templates introduce, each once. */
  readonly rows: readonly ResolvedRow[];
  /** Predicates from the object of `predicate` to the literal of the value; empty for a plain literal, null where no triple holds it. */
  readonly readPath: readonly string[] | null;
  readonly range: TermRange | null;
  /** Of a deprecated term, the name of the one that takes its place, null when none does; undefined of all others. */
  readonly replacedBy: string | null | undefined;
}

/** The templates of a closed set of keys, resolved against each other: what one key becomes depends on the others. */
export interface ResolvedTemplates {
  /** IRI of the version of the vocabulary. */
  readonly versionIri: string;
  readonly vocabularyIri: string;
  /** Namespace in which entities and keys that are no terms are minted. */
  readonly base: string;
  /** Values are linked to their instants. */
  readonly align: boolean;
  /** By name, in the order in which they were given. */
  readonly keys: ReadonlyMap<string, ResolvedKey>;
  /** Keys that templates of the set cite and the set lacks: their rows are left out, as the conversion leaves them out. */
  readonly citedOutside: readonly string[];
  /** Nodes that templates introduce and the vocabulary does not describe, with their `?`. */
  readonly undescribedNodes: readonly string[];
  /** Namespaces of the hub by their prefixes. */
  readonly prefixes: ReadonlyMap<string, string>;
}
