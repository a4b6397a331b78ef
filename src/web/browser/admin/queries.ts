import type { State } from './view.ts';

// What the page asks of GraphQL, and what it gets. A test holds these texts to the schema.

interface Reviewed {
  readonly state: State;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly reviewedAt: string | null;
  readonly reviewedBy: { readonly email: string } | null;
}

export interface ListedSuggestion extends Reviewed {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly units?: string | null;
}

export interface Queue {
  readonly list: {
    readonly totalCount: number;
    readonly nodes: readonly ListedSuggestion[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

/** What only administrators may ask. */
export const SIGN_IN_QUERY = '{ missingTerms(first: 0) { since } }';

const REVIEWED = 'state reason createdAt reviewedAt reviewedBy { email }';
const PAGE = 'pageInfo { hasNextPage endCursor }';

export const QUEUE_QUERIES = {
  terms: `query ($state: SuggestionState, $after: String) {
  list: suggestions(first: 25, state: $state, after: $after) { totalCount nodes { id name description units ${REVIEWED} } ${PAGE} }
}`,
  sources: `query ($state: SuggestionState, $after: String) {
  list: sourceSuggestions(first: 25, state: $state, after: $after) { totalCount nodes { id name ${REVIEWED} } ${PAGE} }
}`,
  changes: `query ($state: SuggestionState, $after: String) {
  list: changeSuggestions(first: 25, state: $state, after: $after) { totalCount nodes { id name description: change ${REVIEWED} } ${PAGE} }
}`,
} as const;

export interface SuggestedTerm extends Reviewed {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly datatype: string;
  readonly units: string | null;
  readonly email: string | null;
  readonly term: { readonly name: string; readonly iri: string } | null;
}

export interface TermReview {
  readonly suggestion: SuggestedTerm | null;
  readonly categories: ReadonlyArray<{ readonly name: string; readonly label: string }>;
  readonly prefixes: ReadonlyArray<{ readonly prefix: string; readonly namespace: string }>;
}

export const TERM_REVIEW_QUERY = `query ($id: ID!) {
  suggestion: suggestionForReview(id: $id) { id name description datatype units email ${REVIEWED} term { name iri } }
  categories { name label }
  prefixes { prefix namespace }
}`;

export interface Row {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
}

export interface SimilarTerm {
  readonly name: string;
  readonly iri: string;
  readonly label: string;
  readonly description: string;
  readonly datatype: string;
  readonly unit: string | null;
  readonly quantityKind: string | null;
  readonly category: { readonly name: string };
  readonly semantics: readonly Row[];
}

export interface SimilarTerms {
  readonly alike: { readonly nodes: readonly SimilarTerm[] };
  readonly sameUnit: { readonly nodes: readonly SimilarTerm[] };
  /** With the unit, whatever they are called. */
  readonly ofUnit: { readonly nodes: readonly SimilarTerm[] };
}

const SIMILAR =
  'nodes { name iri label description datatype unit quantityKind category { name } semantics { subject predicate object } }';

export const SIMILAR_QUERY = `query ($words: String!, $unit: String, $hasUnit: Boolean!) {
  alike: terms(search: $words, first: 5, filter: { deprecated: false, hasSemantics: true }) { ${SIMILAR} }
  sameUnit: terms(search: $words, first: 3, filter: { unit: $unit, deprecated: false, hasSemantics: true }) @include(if: $hasUnit) { ${SIMILAR} }
  ofUnit: terms(first: 3, filter: { unit: $unit, deprecated: false, hasSemantics: true }) @include(if: $hasUnit) { ${SIMILAR} }
}`;

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[];
  readonly value: string | null;
}

const PROBLEMS = 'problems { code message path value }';

export interface TermPreview {
  readonly iri: string | null;
  readonly turtle: string | null;
  readonly semantics: readonly Row[];
  readonly example: { readonly document: string; readonly turtle: string } | null;
  readonly problems: readonly Problem[];
}

export const PREVIEW_QUERY = `query ($id: ID!, $term: TermInput!, $withShapes: Boolean) {
  preview: termPreview(id: $id, term: $term, withShapes: $withShapes) {
    iri turtle semantics { subject predicate object } example { document turtle } ${PROBLEMS}
  }
}`;

export interface DocumentImpact {
  readonly name: string;
  readonly level: Impact['level'];
  readonly refusedAfter: { readonly message: string } | null;
  readonly artefactKinds: readonly string[];
  readonly keys: ReadonlyArray<{
    readonly key: string | null;
    readonly removedTriples: readonly string[];
    readonly addedTriples: readonly string[];
    readonly warnings: ReadonlyArray<{ readonly message: string }>;
  }>;
}

export interface Impact {
  readonly level: 'SAME' | 'ADDITIVE' | 'NEEDS_MIGRATION' | 'CHANGED' | 'BREAKS';
  readonly documents: readonly DocumentImpact[];
  readonly migration: string | null;
}

export const IMPACT_QUERY = `query ($id: ID!, $term: TermInput!, $samples: [SampleInput!]!) {
  impact(suggestion: $id, term: $term, samples: $samples, shipped: true) {
    level migration
    documents { name level refusedAfter { message } artefactKinds keys { key removedTriples addedTriples warnings { message } } }
  }
}`;

export interface Outcome<Suggested> {
  readonly outcome: {
    /** Left out where nothing comes into use. */
    readonly inUse?: boolean;
    readonly suggestion: Suggested | null;
    readonly problems: readonly Problem[];
  };
}

export const REVIEW_MUTATION = `mutation ($input: ReviewSuggestionInput!) {
  outcome: reviewSuggestion(input: $input) {
    inUse ${PROBLEMS}
    suggestion { id name description datatype units email ${REVIEWED} term { name iri } }
  }
}`;

export interface SuggestedSource extends Reviewed {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly email: string | null;
  readonly source: { readonly name: string } | null;
}

export interface SourceReview {
  readonly suggestion: SuggestedSource | null;
}

export const SOURCE_REVIEW_QUERY = `query ($id: ID!) {
  suggestion: sourceSuggestionForReview(id: $id) { id name file email ${REVIEWED} source { name } }
}`;

export const SOURCE_REVIEW_MUTATION = `mutation ($input: ReviewSourceSuggestionInput!) {
  outcome: reviewSourceSuggestion(input: $input) {
    inUse ${PROBLEMS}
    suggestion { id name file email ${REVIEWED} source { name } }
  }
}`;

export interface SuggestedChange extends Reviewed {
  readonly id: string;
  readonly name: string;
  readonly change: string;
  readonly email: string | null;
  readonly term: {
    readonly iri: string;
    readonly label: string;
    readonly description: string;
    readonly datatype: string;
  } | null;
}

export interface ChangeReview {
  readonly suggestion: SuggestedChange | null;
}

const CHANGE = `id name change email ${REVIEWED} term { iri label description datatype }`;

export const CHANGE_REVIEW_QUERY = `query ($id: ID!) { suggestion: changeSuggestionForReview(id: $id) { ${CHANGE} } }`;

export const CHANGE_REVIEW_MUTATION = `mutation ($input: ReviewChangeSuggestionInput!) {
  outcome: reviewChangeSuggestion(input: $input) { ${PROBLEMS} suggestion { ${CHANGE} } }
}`;

export interface MissingTerms {
  readonly missing: {
    readonly since: string;
    readonly terms: ReadonlyArray<{
      readonly key: string;
      readonly count: number;
      readonly error: number;
      readonly suggestions: ReadonlyArray<{
        readonly score: number;
        readonly term: { readonly name: string; readonly iri: string; readonly label: string };
      }>;
    }>;
  };
}

export const MISSING_QUERY = `query ($first: Int) {
  missing: missingTerms(first: $first) { since terms { key count error suggestions { score term { name iri label } } } }
}`;

export interface Account {
  readonly email: string;
  readonly isAdministrator: boolean;
  readonly createdAt: string;
  readonly validatedAt: string | null;
  readonly disabledAt: string | null;
}

export interface Accounts {
  readonly list: {
    readonly totalCount: number;
    readonly nodes: readonly Account[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

const ACCOUNT = 'email isAdministrator createdAt validatedAt disabledAt';

export const ACCOUNTS_QUERY = `query ($after: String) {
  list: accounts(first: 50, after: $after) { totalCount nodes { ${ACCOUNT} } ${PAGE} }
}`;

export interface AccountOutcome {
  readonly outcome: {
    readonly account: Account | null;
    readonly problems: ReadonlyArray<{ readonly message: string }>;
  };
}

const ACCOUNT_OUTCOME = `account { ${ACCOUNT} } problems { message }`;

export const ACCOUNT_MUTATIONS = {
  disable: `mutation ($email: String!) { outcome: disableAccount(input: { email: $email }) { ${ACCOUNT_OUTCOME} } }`,
  enable: `mutation ($email: String!) { outcome: enableAccount(input: { email: $email }) { ${ACCOUNT_OUTCOME} } }`,
  delete: `mutation ($email: String!) { outcome: deleteAccount(input: { email: $email }) { ${ACCOUNT_OUTCOME} } }`,
  promote: `mutation ($email: String!) { outcome: setAccountRole(input: { email: $email, isAdministrator: true }) { ${ACCOUNT_OUTCOME} } }`,
  demote: `mutation ($email: String!) { outcome: setAccountRole(input: { email: $email, isAdministrator: false }) { ${ACCOUNT_OUTCOME} } }`,
} as const;
export type AccountChange = keyof typeof ACCOUNT_MUTATIONS;
