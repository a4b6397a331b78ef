import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { ChangeSuggestion, Reviewable } from '../../suggestions/suggestion.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { AccountType } from '../accounts/account.type.ts';
import type { GraphqlContext } from '../request/context.ts';
import { LIST_COST, SAVING_COST } from '../request/limits.ts';
import type { Connection } from '../shared/connection.ts';
import { fieldCost, pageCost } from '../shared/field-cost.ts';
import { answerSuggesting } from './answer-suggesting.ts';
import {
  ChangeSuggestionConnection,
  ChangeSuggestionForReviewType,
  ChangeSuggestionType,
  ReviewChangeSuggestionInput,
  ReviewChangeSuggestionPayload,
  SuggestChangeInput,
  SuggestChangePayload,
} from './change-suggestion.type.ts';
import { readPage, SuggestionPageArgs } from './suggestion-page.ts';
import { REVIEWED_BY, showReviewer } from './suggestion-presenter.ts';

@Resolver(() => ChangeSuggestionForReviewType)
export class ChangeSuggestionResolver {
  @FieldResolver(() => AccountType, REVIEWED_BY)
  reviewedBy(
    @Root() suggestion: ChangeSuggestionForReviewType,
    @Ctx() context: GraphqlContext,
  ): Promise<AccountType | null> {
    return showReviewer(suggestion, context);
  }

  @Query(() => ChangeSuggestionForReviewType, {
    nullable: true,
    complexity: fieldCost(LIST_COST),
    description: 'A suggestion to change a term by its id, null when there is none; for administrators.',
  })
  async changeSuggestionForReview(
    @Arg('id', () => ID, { description: 'The id of the suggestion.' }) id: string,
    @Ctx() { loaders, vocabulary }: GraphqlContext,
  ): Promise<ChangeSuggestionForReviewType | null> {
    await loaders.requester();
    const suggestion = await loaders.suggestedChanges.byId.load(id);
    return suggestion === null ? null : showForReview(suggestion, vocabulary());
  }

  @Mutation(() => SuggestChangePayload, {
    // Where it fails, receipts of other fields must not be lost.
    nullable: true,
    complexity: fieldCost(SAVING_COST),
    description: 'Proposes a change of a term, in words; an administrator reviews it.',
  })
  async suggestChange(
    @Arg('input', () => SuggestChangeInput, { description: 'The change.' }) { name, change, email }: SuggestChangeInput,
    @Ctx() { suggestions, vocabulary, refuseOtherSites, caller }: GraphqlContext,
  ): Promise<SuggestChangePayload> {
    refuseOtherSites();
    const fields = { term: name, change, email };
    return answerSuggesting(suggestions.changes.suggest(fields, caller.client), 'term', (suggestion) =>
      show(suggestion, vocabulary()),
    );
  }

  @Query(() => ChangeSuggestionType, {
    nullable: true,
    complexity: fieldCost(LIST_COST),
    description:
      'What became of a suggestion to change a term, for whoever has its receipt; null when there is none of this receipt.',
  })
  async changeSuggestion(
    @Arg('receipt', () => ID, { description: 'The receipt that the suggestion was answered with.' }) receipt: string,
    @Ctx() { loaders, vocabulary }: GraphqlContext,
  ): Promise<ChangeSuggestionType | null> {
    const suggestion = await loaders.suggestedChanges.byReceipt.load(receipt);
    return suggestion === null ? null : show(suggestion, vocabulary());
  }

  @Query(() => ChangeSuggestionConnection, {
    nullable: true,
    complexity: pageCost(LIST_COST),
    description: 'The suggestions to change terms, the oldest first, a page at a time; for administrators.',
  })
  async changeSuggestions(
    @Args(() => SuggestionPageArgs) page: SuggestionPageArgs,
    @Ctx() { loaders, vocabulary }: GraphqlContext,
  ): Promise<Connection<ChangeSuggestionForReviewType>> {
    await loaders.requester();
    return readPage(page, loaders.suggestedChanges, (suggestion) => showForReview(suggestion, vocabulary()));
  }

  @Mutation(() => ReviewChangeSuggestionPayload, {
    nullable: true,
    complexity: fieldCost(SAVING_COST),
    description:
      'Accepts a suggestion to change a term, which says that the administrators take it on and leaves the vocabulary as it is, or rejects it; for administrators.',
  })
  async reviewChangeSuggestion(
    @Arg('input', () => ReviewChangeSuggestionInput, { description: 'The review.' })
    { id, decision, reason = null }: ReviewChangeSuggestionInput,
    @Ctx() { loaders, suggestions: { changes }, vocabulary }: GraphqlContext,
  ): Promise<ReviewChangeSuggestionPayload> {
    const { id: reviewer } = await loaders.requester();
    const { suggestion, problems } =
      decision === 'reject' ? await changes.reject(id, reason, reviewer) : await changes.accept(id, reason, reviewer);
    return {
      suggestion: suggestion === null ? null : showForReview(suggestion, vocabulary()),
      problems: problems.map((found) => ({ ...found, path: ['input', ...found.path] })),
    };
  }
}

/** A suggestion as the schema has it, without what is for administrators. */
function show(suggestion: ChangeSuggestion, { terms }: Vocabulary): ChangeSuggestionType {
  const { id, name, change, state, reason, createdAt, reviewedAt } = suggestion;
  return {
    id,
    name,
    change,
    state,
    reason,
    createdAt: createdAt.toISOString(),
    reviewedAt: reviewedAt?.toISOString() ?? null,
    // Its own resolvers make the rest of it.
    term: (terms.get(name) ?? null) as unknown as ChangeSuggestionType['term'],
  };
}

function showForReview(
  suggestion: Reviewable<ChangeSuggestion>,
  vocabulary: Vocabulary,
): ChangeSuggestionForReviewType {
  const { email, reviewer } = suggestion;
  return { ...show(suggestion, vocabulary), email, reviewer };
}
