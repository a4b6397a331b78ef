import type { ReviewableSuggestion, Suggestion } from '../../suggestions/suggestion.ts';
import { PrefixedNames } from '../../rdf/prefixed-names.ts';
import { findTermByIri } from '../../vocabulary/terms.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { AccountType } from '../accounts/account.type.ts';
import { showAccount } from '../accounts/accounts.resolver.ts';
import type { GraphqlContext } from '../request/context.ts';
import type { SuggestionForReviewType, SuggestionType } from './suggestion.type.ts';

/** A suggestion as the schema has it, without what is for administrators. */
export function showSuggestion(suggestion: Suggestion, vocabulary: Vocabulary): SuggestionType {
  const { id, name, description, datatypeIri, units, state, reason, createdAt, reviewedAt, termIri } = suggestion;
  const term = termIri === null ? null : findTermByIri(vocabulary, termIri);
  return {
    id,
    name,
    description,
    datatype: new PrefixedNames(vocabulary.prefixes).find(datatypeIri) ?? datatypeIri,
    units,
    state,
    reason,
    createdAt: createdAt.toISOString(),
    reviewedAt: reviewedAt?.toISOString() ?? null,
    // Its own resolvers make the rest of it.
    term: term as unknown as SuggestionType['term'],
  };
}

/** The same for administrators. */
export function showForReview(suggestion: ReviewableSuggestion, vocabulary: Vocabulary): SuggestionForReviewType {
  const { email, reviewer } = suggestion;
  return { ...showSuggestion(suggestion, vocabulary), email, reviewer };
}

/** How `reviewedBy` stands in the schema, whatever was suggested. */
export const REVIEWED_BY = {
  nullable: true,
  description: 'The account of `reviewer`; null where there is none, and when the account is gone.',
};

export async function showReviewer(
  { reviewer }: { readonly reviewer: string | null },
  { loaders }: GraphqlContext,
): Promise<AccountType | null> {
  const account = reviewer === null ? null : await loaders.accountById.load(reviewer);
  return account === null ? null : showAccount(account);
}
