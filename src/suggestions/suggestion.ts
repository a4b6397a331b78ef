/** The states of a suggestion (`docs/suggestions.md`). */
export const SUGGESTION_STATES = ['pending', 'accepted', 'rejected'] as const;
export type SuggestionState = (typeof SUGGESTION_STATES)[number];

interface Proposal {
  /** A UUID. It is not a secret and gives no access. */
  readonly id: string;
  /** The name as it was proposed. */
  readonly name: string;
  readonly state: SuggestionState;
  readonly createdAt: Date;
  /** The administrator's; null while it is pending, and where none was given. */
  readonly reason: string | null;
  readonly reviewedAt: Date | null;
}

/** A term that somebody proposed, without who that is. */
export interface Suggestion extends Proposal {
  readonly description: string;
  readonly datatypeIri: string;
  /** In words of who proposed it; null when none was named. */
  readonly units: string | null;
  /** The IRI of the term that it became; null when it became none. */
  readonly termIri: string | null;
}

/** A source of data that somebody proposed, without who that is. */
export interface SourceSuggestion extends Proposal {
  /** Its file as it was sent, JSON (`docs/sources.md`). */
  readonly file: string;
  /** The IRI of the source that it became; null when it became none. */
  readonly sourceIri: string | null;
}

/** A change of a term that somebody proposed, without who that is; its name is that of the term. */
export interface ChangeSuggestion extends Proposal {
  /** What should change about the term, and why, in words. */
  readonly change: string;
}

/** What can be suggested, by the name of its kind. */
export interface SuggestionKinds {
  readonly term: Suggestion;
  readonly source: SourceSuggestion;
  readonly change: ChangeSuggestion;
}
export type SuggestionKind = keyof SuggestionKinds;

/** What administrators see of a suggestion. */
export type Reviewable<Proposed> = Proposed & ForReview;
export type ReviewableSuggestion = Reviewable<Suggestion>;

interface ForReview {
  /** To ask back; null when it was erased. */
  readonly email: string | null;
  /** The id of the administrator who reviewed it. */
  readonly reviewer: string | null;
}

/** Why a review, or a suggestion, was refused. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  /** The field at fault: names from the outside inwards, and numbers of items from 0. */
  readonly path: readonly string[];
  /** The rule of a shape that the new vocabulary would break. */
  readonly rule: string | null;
  /** The value that breaks it, and the IRI of its property. */
  readonly value: string | null;
  readonly property: string | null;
}

export const PROBLEM_CODES = [
  'invalid-suggestion',
  'term-exists',
  'already-suggested',
  'source-exists',
  'source-suggested',
  'not-found',
  'already-reviewed',
  'invalid-review',
  'breaks-shape',
  'vocabulary-refused',
  'vocabulary-changed',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** A problem that no shape knows of. */
export function problem(code: ProblemCode, message: string, path: readonly string[] = []): Problem {
  return { code, message, path, rule: null, value: null, property: null };
}
