import type { ArtefactKind, ArtefactLevel } from '../artefacts/artefact.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import type { Warning } from '../mapping/records/warnings.ts';

/** How much a change of the vocabulary does, from the least to the most. */
export const IMPACT_LEVELS = ['same', 'additive', 'needs-migration', 'changed', 'breaks'] as const;

/**
 * What a change of the vocabulary does to documents. `same`: the same graph. `additive`: triples come, none goes. `needs-migration`:
 * a SPARQL Update makes of the graphs that there are what the documents become, which was tried. `changed`: no such update is known.
 * `breaks`: a document or a key is refused or warned of that was not.
 */
export type ImpactLevel = (typeof IMPACT_LEVELS)[number];

/** A document that a change is tried on. */
export interface Sample {
  readonly name: string;
  /** JSON as text or in UTF-8. */
  readonly document: string | Uint8Array;
}

/** What becomes of the values of a key in one document. */
export interface KeyImpact {
  /** Null for what is said of records themselves. */
  readonly key: string | null;
  readonly level: ImpactLevel;
  /** Distinct triples that come and go. */
  readonly added: number;
  readonly removed: number;
  /** The first of them, with prefixes; nodes without IRIs are named as far as the document goes. */
  readonly addedTriples: readonly string[];
  readonly removedTriples: readonly string[];
  /** What is warned of now, and was not. */
  readonly warnings: readonly Warning[];
  /** The update for the graphs that there are, which was tried on this document; null where there is none, and where nothing goes or comes. */
  readonly migration: string | null;
}

/** Why a document is not converted. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** An artefact of a document's keys that says something else. */
export interface ArtefactImpact {
  readonly kind: ArtefactKind;
  /** Of the keys for which it does more or less than before. */
  readonly levels: ReadonlyArray<{
    readonly key: string;
    readonly before: ArtefactLevel | null;
    readonly after: ArtefactLevel | null;
  }>;
}

export interface DocumentImpact {
  readonly name: string;
  readonly level: ImpactLevel;
  /** Null where the document is converted. */
  readonly refusedBefore: Refusal | null;
  readonly refusedAfter: Refusal | null;
  /** Of the keys that something happens to, in the order of the document. */
  readonly keys: readonly KeyImpact[];
  /** Those of the document's keys that say something else. */
  readonly artefacts: readonly ArtefactImpact[];
  /** How many keys the document has. */
  readonly keyCount: number;
}

/** A key in all documents. */
export interface KeySummary {
  readonly key: string | null;
  /** The most that happens to it. */
  readonly level: ImpactLevel;
  /** Documents in which something happens to it. */
  readonly documents: number;
  readonly added: number;
  readonly removed: number;
  /** The update, when it does for each of the documents. */
  readonly migration: string | null;
}

export interface Impact {
  /** The most that happens to a document. */
  readonly level: ImpactLevel;
  readonly documents: readonly DocumentImpact[];
  /** Most first, then by name. */
  readonly keys: readonly KeySummary[];
  /** All updates as one, which says of the documents' graphs that they conform to the new version; null where none is needed or known. */
  readonly migration: string | null;
}

/** The worst of some levels; `same` of none. */
export function worstOf(levels: Iterable<ImpactLevel>): ImpactLevel {
  let worst: ImpactLevel = 'same';
  for (const level of levels) if (isWorse(level, worst)) worst = level;
  return worst;
}

export function isWorse(level: ImpactLevel, than: ImpactLevel): boolean {
  return IMPACT_LEVELS.indexOf(level) > IMPACT_LEVELS.indexOf(than);
}

/** The versions of the vocabulary that are compared. */
export interface ComparedVocabularies {
  readonly before: Lexicon;
  readonly after: Lexicon;
}
