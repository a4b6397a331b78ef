import type { KeyList } from '../json/key-list.ts';
import type { Datatype, DatatypeTable } from '../rdf-terms/datatypes.ts';
import type { LiteralFormTable } from '../rdf-terms/literal-form-table.ts';
import type { ValueRange } from '../rdf-terms/value-range.ts';

/** A predicate of this conversion. `id` numbers them, so that writers keep what they rendered in arrays. */
export interface Predicate {
  readonly iri: string;
  readonly id: number;
  /** The key whose predicate it is, or the annotation; null for those of templates, which many may name. */
  readonly key: string | null;
  /** Where the block names it; null for the predicate of a key. */
  readonly section: '@context' | '@annotations' | null;
  /** `rdf:type` with nothing but IRIs of the template as objects: formats have a short form for it. */
  readonly isType: boolean;
}

/** A predicate and an object that is an IRI of the block. */
export interface Statement {
  readonly predicate: Predicate;
  readonly iri: string;
  readonly id: number;
}

/** What an object token of a template stands for. */
export type ObjectToken =
  | { readonly kind: 'constant'; readonly statement: Statement }
  | { readonly kind: 'value'; readonly key: number }
  | { readonly kind: 'entity'; readonly key: number }
  | { readonly kind: 'node'; readonly node: TemplateNode }
  /** The element's instant, `mapping.md §4`. */
  | { readonly kind: 'instant' };

/** The objects of one predicate. */
export interface PredicateGroup {
  readonly predicate: Predicate;
  readonly objects: readonly ObjectToken[];
  /** Two of the objects can be the same. */
  readonly needsDeduplication: boolean;
}

export interface CompiledTemplate {
  readonly groups: readonly PredicateGroup[];
  /** Says the same of equal values: it cites no other key and introduces no node. */
  readonly isSelfContained: boolean;
  /** Cites the value that it describes with `$`. */
  readonly citesOwnValue: boolean;
}

/** A node `?name` that templates introduce. */
export interface TemplateNode {
  /** With its `?`. */
  readonly name: string;
  /** Null when `@context` has no entry for it. */
  readonly template: CompiledTemplate | null;
  /** One place of all templates cites it: it can be written inside the one node that cites it. */
  readonly isReferencedOnce: boolean;
}

/** How the conversion writes the values of a key. */
export interface KeyPlan {
  readonly id: number;
  readonly name: string;
  /** P(k). */
  readonly predicate: Predicate;
  /** Null when the key is unmapped. */
  readonly template: CompiledTemplate | null;
  /** `mapping.md §4`. */
  readonly isTime: boolean;
  /** `@k` is cited: its values are entities. */
  readonly isEntity: boolean;
  /** `$k` or `@k` is cited: its records are the objects of other nodes too. */
  readonly isReferenced: boolean;
  /** Null leaves it to the value. */
  readonly datatype: Datatype | null;
  /** The numbers that its term expects; null for any. */
  readonly range: ValueRange | null;
  /** Begins with `?`. */
  readonly isReserved: boolean;
  /** Neither the block nor the vocabulary says anything of it, and it has no half of a surrogate pair: no two such keys have one predicate, and these differ in the ends of their IRIs alone. */
  readonly isPlain: boolean;
}

/** The plans of the keys of a document's data. */
export interface KeyPlans {
  /** @param key of the data */
  of(key: number): KeyPlan;
  /** The predicates of the annotations, the keys and their templates, in order. */
  listPredicates(): Predicate[];
}

/** A predicate of `@annotations` and its objects. */
export interface Annotation {
  readonly predicate: Predicate;
  readonly objects: readonly AnnotationObject[];
}

export type AnnotationObject =
  | { readonly statement: Statement }
  | { readonly iri: string }
  | { readonly text: string; readonly datatype: Datatype; readonly property: string };

/** A block compiled for one document. */
export interface Mapping {
  readonly base: string;
  readonly keys: KeyList;
  readonly plans: KeyPlans;
  /** `KeyPlan.isPlain`, 1 by id of a key of the data. */
  readonly isPlain: Uint8Array;
  /** Ids of the data's keys in order of first appearance. */
  readonly dataKeys: readonly number[];
  readonly annotations: readonly Annotation[];
  /** Numbers predicates and datatypes, also those that are added to what the root says. */
  readonly datatypes: DatatypeTable;
  readonly addPredicate: (iri: string, key: string) => Predicate;
  /** Of the keys, for formats that write all literals in quotes, and for those that write some without. */
  readonly forms: { readonly quoted: LiteralFormTable; readonly bare: LiteralFormTable };
  /** Prefixes that shorten IRIs, the block's first. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** A predicate of a key is also one of another key, of an annotation or of a template: triples of records may repeat. */
  readonly predicatesOverlap: boolean;
  /** Formats may write predicates of keys of one class in several ways: a prefix stands for a longer IRI that begins with the base, or names are reserved. */
  readonly keysAreApart: boolean;
  /** Of the data's keys, those that are deprecated terms, with the term that takes their place, null where none does. */
  readonly deprecated: ReadonlyMap<number, string | null>;
  /** 1 by id of a time key; null where none of the data's is one. */
  readonly isTime: Uint8Array | null;
  /** 1 by id of a key that has a range; null where none of the data's has. */
  readonly ranged: Uint8Array | null;
  /** About how much memory it takes, beside names of keys and what mappings share. */
  readonly bytes: number;
}
