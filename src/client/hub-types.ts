import type { HubBody } from './hub-answer.ts';

export type RdfFormat = 'ttl' | 'nt' | 'rdf' | 'jsonld';

/** A JSON document: text, bytes, a stream of bytes, or a value. A value goes through `JSON.stringify`, which knows no 812.40. */
export type HubDocument = string | Uint8Array | Blob | ReadableStream<Uint8Array> | object;

/** What the keys of a document mean, where they are those of a device or service. */
export interface SourceOptions {
  /** A name of `HubClient.sources`, or `auto` for the source whose keys fit clearly best. Default none. */
  readonly source?: string | undefined;
  /** With a source: keys become paths. Default true. */
  readonly restructure?: boolean | undefined;
}

/** What a source did for a document. */
export interface SourceAnswer {
  /** The source that described the document; null where none did. */
  readonly source: string | null;
  /** Whether keys became paths. */
  readonly isRestructured: boolean;
}

interface BaseOptions {
  /** Namespace in which entities are minted: an absolute http(s) IRI that ends in `/` or `#`. */
  readonly base?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface EmbedOptions extends BaseOptions, SourceOptions {}

export interface ConvertOptions extends BaseOptions {
  /** Default `ttl`. */
  readonly format?: RdfFormat | undefined;
  /** Names anonymous nodes with stable IRIs, so that graphs of several documents merge. Default false. */
  readonly skolemize?: boolean | undefined;
  /** Links values to their instant. Default true. */
  readonly align?: boolean | undefined;
  /** Keeps so many items of each array. Default 0, which keeps all. */
  readonly maxArrayItems?: number | undefined;
  /** In which units values are wanted, as the hub's option `units` takes it: `MW`, `active_power=MW`, `si`. Default those of the terms. */
  readonly units?: string | undefined;
  /** Has the root say what leads back to the document: to its JSON value (`true`), or to its bytes. Default false. */
  readonly residue?: boolean | 'bytes' | undefined;
}

export interface RestoreOptions {
  /** Of the graph. Default `nt`. */
  readonly format?: RdfFormat | undefined;
  /** The `@semantic` object of the documents, as JSON text, where they had one of their own and the graph has no residue. */
  readonly semantic?: string | undefined;
  /** Namespace in which entities were minted. Default: found in the graph. */
  readonly base?: string | undefined;
  /** Takes documents whose digest differs, because a store has rewritten numbers. Default false. */
  readonly byValue?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The documents that a graph was made of. */
export interface RestoredDocuments {
  /** How many there are; null when the hub does not send it. */
  readonly documents: number | null;
  /** What is proved of all of them: that their JSON value or their bytes are those of the source; null for nothing. */
  readonly proof: 'value' | 'bytes' | null;
  /** Codes of what is not known of them. */
  readonly notes: readonly string[];
  readonly requestId: string | null;
  /** One document as it is, several one a line. */
  readonly body: HubBody;
}

export interface ValidateOptions extends BaseOptions, SourceOptions {
  /** Keys that are no terms are notes, as they stay plain literals; else errors. Default false. */
  readonly lenient?: boolean | undefined;
  /** Ignores the `@semantic` of the document. Default false. */
  readonly registry?: boolean | undefined;
  /** Links values to their instants. Default true. */
  readonly align?: boolean | undefined;
  /** Keeps so many items of each array. Default 0, which keeps all. */
  readonly maxArrayItems?: number | undefined;
  /** In which units values are wanted, as for conversions. */
  readonly units?: string | undefined;
}

export type FindingLevel = 'error' | 'warning' | 'note';

/** What was found in a document. */
export interface DocumentCheck {
  /** Null where nothing was found. */
  readonly worst: FindingLevel | null;
  /** How many findings of each level there are. */
  readonly counts: Readonly<Record<FindingLevel, number>>;
  /** How many of them are not told: a thousand are. */
  readonly omitted: number;
  /** Distinct triples of the graph; null for a document that is not converted. */
  readonly triples: number | null;
  readonly findings: readonly Finding[];
}

/** One kind of thing that was found at one key. */
export interface Finding extends FindingPlace {
  readonly level: FindingLevel;
  /** Stable; the page at `type` explains it. */
  readonly code: string;
  /** Null where it is about none. */
  readonly key: string | null;
  readonly count: number;
  readonly message: string;
  /** What to do; null where the page of the code says it. */
  readonly help: string | null;
  /** The term that the key probably means; null where none comes near. */
  readonly nearestTerm: string | null;
  readonly type: string;
  /** The first places, at most five. */
  readonly places: readonly FindingPlace[];
}

/** Where something was found. Each is null where it is not known. */
export interface FindingPlace {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string | null;
  /** From 1. */
  readonly line: number | null;
  /** In UTF-16 code units, from 1. */
  readonly column: number | null;
}

export interface ConvertTermsOptions extends ConvertOptions, SourceOptions {}

export interface VocabularyOptions {
  /** Default `ttl`. */
  readonly format?: RdfFormat | undefined;
  /** The name or the IRI of another version than the current one. */
  readonly version?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A document with its `@semantic`. Counts are null when the hub does not send them. */
export interface EmbeddedDocument extends SourceAnswer {
  /** Keys that took their template from the registry. */
  readonly described: number | null;
  /** Keys left with an empty entry, in order of first appearance. */
  readonly undescribed: readonly string[];
  /** Whether there are more of them than the hub's header has room for. */
  readonly isUndescribedTruncated: boolean;
  readonly requestId: string | null;
  readonly body: HubBody;
}

export interface EmbedReport {
  readonly described: readonly string[];
  readonly undescribed: readonly string[];
  readonly notTerms: readonly string[];
  readonly termsWithoutSemantics: readonly string[];
  readonly undeclaredPrefixes: readonly string[];
}

/** A document with its `@semantic`, as a value, and what became of its keys. */
export interface ReportedDocument extends SourceAnswer {
  readonly document: Readonly<Record<string, unknown>>;
  readonly report: EmbedReport;
}

/** RDF. */
export interface RdfAnswer {
  readonly mediaType: string;
  readonly requestId: string | null;
  readonly body: HubBody;
}

/** The RDF of a document. Counts are null when the hub does not send them. */
export interface ConvertedDocument extends RdfAnswer, SourceAnswer {
  /** Distinct triples. */
  readonly triples: number | null;
  readonly warnings: number | null;
  /** How many warnings of each kind. */
  readonly warningCodes: Readonly<Record<string, number>>;
  /** Keys kept as plain literals, in order of first appearance. */
  readonly unmapped: readonly string[];
  /** Whether there are more of them than the hub's header has room for. */
  readonly isUnmappedTruncated: boolean;
  /** Keys that took their template from the registry; only `convertTerms` sets it. */
  readonly described: number | null;
}

/** A value and the names of two units. */
export interface UnitOptions {
  /** A decimal number as text, so that it keeps every digit. */
  readonly value: string;
  /** Each as terms spell it, by its IRI of QUDT, or by its code of UCUM or UN/ECE. */
  readonly from: string;
  readonly to: string;
  /** The value is a difference of temperatures, to which no offset is added. Default false. */
  readonly difference?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A value in another unit. */
export interface ConvertedValue {
  readonly value: string;
  /** The exact number has no end as a decimal. */
  readonly isRounded: boolean;
  readonly family: string;
  readonly from: UnitName;
  readonly to: UnitName;
}

/** A unit as terms spell it, and its IRI. */
export interface UnitName {
  readonly notation: string;
  readonly iri: string;
}

export interface Term {
  readonly parameter: string;
  readonly description: string;
  /** A prefixed name. */
  readonly datatype: string;
}

export interface Category {
  readonly category: string;
}

export interface Prefix {
  readonly prefix: string;
  /** The namespace. */
  readonly ontology: string;
}

/** A source of documents whose keys the hub describes. */
export interface Source {
  /** Its name. */
  readonly source: string;
  readonly title: string;
  /** Where the source's own description is. */
  readonly documentation: string;
  /** The source that it is a part of; null of all others. */
  readonly partOf: string | null;
  /** How many keys with amounts it is known to have. */
  readonly keys: number;
  /** How many of them have a term. */
  readonly described: number;
}

/** A row of a template. */
export interface SemanticsRow {
  /** The term. */
  readonly parameter: string;
  /** The term, or a node that it introduces (`?name`). */
  readonly subject: string;
  /** A prefixed name. */
  readonly predicate: string;
  /** A prefixed name, or one of the tokens `$key`, `?name`, `@key`. */
  readonly object: string;
}

/** A term that the vocabulary lacks. */
export interface Suggestion {
  readonly parameter: string;
  readonly description: string;
  /** A prefixed name, such as `xsd:double`. */
  readonly datatype: string;
  readonly units?: string | undefined;
  /** For questions about the suggestion. */
  readonly email: string;
}

/** A source of data that the hub lacks. */
export interface SuggestedSource {
  /** Its name. */
  readonly source: string;
  /** What its keys mean (`docs/sources.md`); a text is JSON. */
  readonly file: object | string;
  /** For questions about the suggestion. */
  readonly email: string;
}

/** What the hub says to a suggestion. */
export interface SuggestionAnswer {
  /** For people; it names terms that are alike. */
  readonly message: string;
  /** By which the suggestion can be asked for; null where the hub gives none. */
  readonly receipt: string | null;
}

/** The standards in which a hub hands out the meaning of keys; a hub may know more. */
export type ArtefactKind =
  | 'json-schema'
  | 'typescript'
  | 'python'
  | 'openapi'
  | 'shacl'
  | 'jsonld'
  | 'csvw'
  | 'rml'
  | 'frictionless'
  | 'ngsi-ld'
  | 'sparql'
  | (string & {});

export interface ArtefactOptions extends BaseOptions {
  /** Links values to their instant. Default true. */
  readonly align?: boolean | undefined;
  /** Documents may have keys that are no terms. Default false. */
  readonly lenient?: boolean | undefined;
  /** How a mapping of the kind `rml` is spelled: `standard`, the default, or `morph-kgc`. */
  readonly dialect?: 'standard' | 'morph-kgc' | (string & {}) | undefined;
}

/** The meaning of a set of keys in a standard. */
export interface Artefact {
  /** The text. */
  readonly artefact: string;
  readonly mediaType: string;
  /** A name for its file. */
  readonly fileName: string;
  readonly report: ArtefactReport;
}

/** What an artefact is worth. */
export interface ArtefactReport {
  readonly kind: string;
  /** IRI of the version of the vocabulary. */
  readonly version: string;
  /** Equal hashes and versions say the same. */
  readonly keysHash: string;
  readonly base: string;
  readonly terms: ReadonlyArray<{
    readonly key: string;
    /** `same`, `value-equal`, `checks`, `partial` or `none`. */
    readonly level: string;
    /** What it does not do. */
    readonly missing: readonly string[];
  }>;
  /** Keys that are no terms. */
  readonly notTerms: readonly string[];
  /** What holds for the artefact as a whole. */
  readonly notes: readonly string[];
}
