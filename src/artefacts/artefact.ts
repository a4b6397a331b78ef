/** The standards in which the meaning of keys is handed out, by the names that all interfaces have for them. */
export const ARTEFACT_KINDS = [
  'json-schema',
  'typescript',
  'python',
  'openapi',
  'shacl',
  'jsonld',
  'csvw',
  'rml',
  'frictionless',
  'ngsi-ld',
  'sparql',
] as const;

/** How an `rml` mapping is spelled: as the standard has it, or for one mapper. */
export const RML_DIALECTS = ['standard', 'morph-kgc'] as const;

export type RmlDialect = (typeof RML_DIALECTS)[number];

export type ArtefactKind = (typeof ARTEFACT_KINDS)[number];

/**
 * How much of the conversion an artefact does for a term. `same`: the hub's graph, digits included. `value-equal`: the hub's graph, numbers
 * compared by value. `checks`: it validates and makes nothing. `partial`: some of it, and `missing` says what not. `none`: nothing.
 */
export const ARTEFACT_LEVELS = ['same', 'value-equal', 'checks', 'partial', 'none'] as const;

export type ArtefactLevel = (typeof ARTEFACT_LEVELS)[number];

/** What an artefact does for one key. */
export interface TermLevel {
  readonly key: string;
  readonly level: ArtefactLevel;
  /** What the artefact does not do, as sentences. */
  readonly missing: readonly string[];
}

/** What stands in the artefact as a comment, too. */
export interface ArtefactReport {
  readonly kind: ArtefactKind;
  /** IRI of the version of the vocabulary. */
  readonly version: string;
  /** SHA-256 over the keys and what else decides, hex: artefacts of equal hashes and versions say the same. */
  readonly keysHash: string;
  /** Namespace in which entities are minted. */
  readonly base: string;
  readonly terms: readonly TermLevel[];
  /** Keys that are no terms: they stay plain literals. */
  readonly notTerms: readonly string[];
  /** What holds for the artefact as a whole, as sentences. */
  readonly notes: readonly string[];
}

/** Text in a standard, and what it is worth. */
export interface Artefact {
  readonly text: string;
  readonly mediaType: string;
  /** A name for its file. */
  readonly fileName: string;
  readonly report: ArtefactReport;
}

/** What a writer makes: `notes` and `levels` go into the report. */
export interface Written {
  /** @param report stands in the text as comment or annotation */
  readonly write: (report: ArtefactReport) => string;
  readonly levels: readonly TermLevel[];
  readonly notes: readonly string[];
}
