import type { SourceFile } from './source-file.ts';

/**
 * A template: predicate (prefixed name or `a`) -> objects (`$key`, `?name`, `@key` or a prefixed name), in order.
 * Kept as pairs, not as an object, so that names such as `__proto__` stay what they are.
 */
export type Template = ReadonlyArray<readonly [predicate: string, objects: readonly string[]]>;

/** What the mapping knows of a vocabulary term. */
export interface LexiconTerm {
  /** IRI of the datatype. */
  readonly datatype: string;
  /** The term's template; empty when the term has no semantics yet. */
  readonly template: Template;
  /** Of a deprecated term: the name of the term that takes its place, null when none does. Missing of all others. */
  readonly replacedBy?: string | null;
  /** Of a term that states one. Missing of all others. */
  readonly range?: TermRange;
  /** IRI of the unit of a term that has one. Missing of all others. */
  readonly unit?: string;
  /** Of a term whose values are differences of temperatures, to which no offset of a unit is added. Missing of all others. */
  readonly isDifference?: true;
}

/** The plausible values of a term: decimals as they are published, null for a side that is open. */
export interface TermRange {
  readonly smallest: string | null;
  readonly largest: string | null;
}

/** What a conversion of values needs of a unit. A value plus the offset, times the multiplier and pi to its power, is one of the SI. */
export interface LexiconUnit {
  readonly iri: string;
  /** How names of terms spell it. */
  readonly notations: readonly string[];
  /** Spellings that say more than the unit, behind one of the others: `kWp`. */
  readonly qualifiedNotations: readonly string[];
  /** Codes of UCUM. */
  readonly ucum: readonly string[];
  /** Codes of UN/ECE, Recommendation 20. */
  readonly unece: readonly string[];
  /** A fraction in lowest terms, `1/3600`. */
  readonly multiplier: string;
  /** The power of pi in the multiplier. */
  readonly piPower: number;
  /** A decimal; `0` for none. */
  readonly offset: string;
  /** Values are converted into units of the same family alone. */
  readonly family: string;
}

/** What the mapping needs of one version of the vocabulary. To another thread it goes as `plainLexicon`, or as bytes that threads share. */
export interface Lexicon {
  /** IRI of the vocabulary version, cited by `dcterms:conformsTo`. */
  readonly versionIri: string;
  /** Namespace of the terms, `{base_url}/vocabulary/`. */
  readonly vocabularyIri: string;
  /** The base of documents that name none, `{base_url}/id/`. */
  readonly idIri: string;
  /** By the term's name. */
  readonly terms: ReadonlyMap<string, LexiconTerm>;
  /** Templates of the nodes that terms introduce, by the node's name without its `?`. */
  readonly nodes: ReadonlyMap<string, Template>;
  /** Registered prefixes: prefix -> namespace IRI. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** The units of terms, of which the vocabulary states the exact multiplier. Missing where there are none. */
  readonly units?: readonly LexiconUnit[];
  /** The sources of data that the vocabulary describes, besides those of the package. Missing where there are none. */
  readonly sources?: readonly SourceFile[];
}
