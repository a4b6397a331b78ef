import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Connection } from '../shared/connection.ts';
import type { GraphqlContext } from '../request/context.ts';
import { LIST_COST, SAVING_COST } from '../request/limits.ts';
import { fieldCost, pageCost } from '../shared/field-cost.ts';
import { answerSuggesting } from './answer-suggesting.ts';
import { readPage, SuggestionPageArgs } from './suggestion-page.ts';
import { showForReview, showSuggestion } from './suggestion-presenter.ts';
import {
  SuggestionConnection,
  SuggestionType,
  SuggestTermInput,
  SuggestTermPayload,
  type SuggestionForReviewType,
} from './suggestion.type.ts';

@Resolver()
export class SuggestionResolver {
  @Mutation(() => SuggestTermPayload, {
    // Where it fails, receipts of other fields must not be lost.
    nullable: true,
    complexity: fieldCost(SAVING_COST),
    description:
      'Proposes a term that the vocabulary lacks, as POST /api/suggest-parameter; an administrator reviews it.',
  })
  async suggestTerm(
    @Arg('input', () => SuggestTermInput, { description: 'The term.' })
    { name, description, datatype, units, email }: SuggestTermInput,
    @Ctx() context: GraphqlContext,
  ): Promise<SuggestTermPayload> {
    context.refuseOtherSites();
    const fields = { parameter: name, description, datatype, units, email };
    return answerSuggesting(
      context.suggestions.terms.suggest(fields, context.caller.client),
      'parameter',
      (suggestion) => showSuggestion(suggestion, context.vocabulary()),
    );
  }

  @Query(() => SuggestionType, {
    nullable: true,
    complexity: fieldCost(LIST_COST),
    description: 'What became of a suggestion, for whoever has its receipt; null when there is none of this receipt.',
  })
  async suggestion(
    @Arg('receipt', () => ID, { description: 'The receipt that the suggestion was answered with.' }) receipt: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SuggestionType | null> {
    const suggestion = await context.loaders.suggestedTerms.byReceipt.load(receipt);
    return suggestion === null ? null : showSuggestion(suggestion, context.vocabulary());
  }

  @Query(() => SuggestionConnection, {
    nullable: true,
    complexity: pageCost(LIST_COST),
    description: 'The suggestions, the oldest first, a page at a time; for administrators.',
  })
  async suggestions(
    @Args(() => SuggestionPageArgs) page: SuggestionPageArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<Connection<SuggestionForReviewType>> {
    await context.loaders.requester();
    return readPage(page, context.loaders.suggestedTerms, (suggestion) =>
      showForReview(suggestion, context.vocabulary()),
    );
  }
}
