import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { Requester } from '../../accounts/administrators.ts';
import type { ReviewOutcome } from '../../suggestions/review-suggestion.ts';
import type { TermEdits } from '../../suggestions/review-term.ts';
import { problem } from '../../suggestions/suggestion.ts';
import { AccountType } from '../accounts/account.type.ts';
import { showAccount } from '../accounts/accounts.resolver.ts';
import type { GraphqlContext } from '../request/context.ts';
import { REVIEW_COST } from '../request/limits.ts';
import { ReviewSuggestionInput, ReviewSuggestionPayload, type TermInput } from './review.type.ts';
import { showForReview } from './suggestion-presenter.ts';
import { SuggestionForReviewType } from './suggestion.type.ts';

@Resolver(() => SuggestionForReviewType)
export class ReviewResolver {
  @FieldResolver(() => AccountType, {
    nullable: true,
    description: 'The account of `reviewer`; null where there is none, and when the account is gone.',
  })
  async reviewedBy(
    @Root() { reviewer }: SuggestionForReviewType,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<AccountType | null> {
    const account = reviewer === null ? null : await loaders.accountById.load(reviewer);
    return account === null ? null : showAccount(account);
  }

  @Mutation(() => ReviewSuggestionPayload, {
    nullable: true,
    complexity: ({ childComplexity }) => REVIEW_COST + childComplexity,
    description:
      'Accepts a suggestion, which makes a term in a new version of the vocabulary, or rejects it; for administrators.',
  })
  async reviewSuggestion(
    @Arg('input', () => ReviewSuggestionInput, { description: 'The review.' }) input: ReviewSuggestionInput,
    @Ctx() context: GraphqlContext,
  ): Promise<ReviewSuggestionPayload> {
    const { suggestion, problems, isInUse } = await review(input, context, await context.loaders.requester());
    context.renewVocabulary();
    return {
      suggestion: suggestion === null ? null : showForReview(suggestion, context.vocabulary()),
      inUse: isInUse,
      problems: problems.map((found) => ({ ...found, path: ['input', ...found.path] })),
    };
  }
}

async function review(
  { id, decision, reason, term }: ReviewSuggestionInput,
  { suggestions }: GraphqlContext,
  { id: reviewer }: Requester,
): Promise<ReviewOutcome> {
  if (decision === 'reject') return suggestions.terms.reject(id, reason ?? null, reviewer);
  if (term != null) return suggestions.terms.accept(id, editsOf(term), reason ?? null, reviewer);
  const words = 'A suggestion is accepted as a term, whose category has to be given.';
  return { suggestion: null, problems: [problem('invalid-review', words, ['term'])], isInUse: false };
}

/** Null of what is optional says the same as nothing. */
function editsOf(input: TermInput): TermEdits {
  const { name, label, description, datatype, category, unit, quantityKind, example, template } = input;
  return {
    ...(name == null ? {} : { name }),
    ...(description == null ? {} : { description }),
    ...(datatype == null ? {} : { datatype }),
    label: label ?? null,
    category,
    unit: unit ?? null,
    quantityKind: quantityKind ?? null,
    example: example ?? null,
    template: (template ?? []).map(({ subject, predicate, object }) => ({
      subject: subject ?? null,
      predicate,
      object,
    })),
  };
}
