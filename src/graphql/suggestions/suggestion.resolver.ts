import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { SuggestionState } from '../../suggestions/suggestion.ts';
import { DEFAULT_PAGE_LENGTH, expectedItems, type Connection } from '../shared/connection.ts';
import type { GraphqlContext } from '../request/context.ts';
import { LIST_COST, SAVING_COST } from '../request/limits.ts';
import { answerSuggesting } from './answer-suggesting.ts';
import { readPage } from './suggestion-page.ts';
import { showForReview, showSuggestion } from './suggestion-presenter.ts';
import {
  SuggestionConnection,
  SuggestionStateName,
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
    complexity: ({ childComplexity }) => SAVING_COST + childComplexity,
    description:
      'Proposes a term that the vocabulary lacks, as POST /api/suggest-parameter; an administrator reviews it.',
  })
  async suggestTerm(
    @Arg('input', () => SuggestTermInput, { description: 'The term.' })
    { name, description, datatype, units, email }: SuggestTermInput,
    @Ctx() context: GraphqlContext,
  ): Promise<SuggestTermPayload> {
    const fields = { parameter: name, description, datatype, units, email };
    return answerSuggesting(context.suggestions.terms.suggest(fields), 'parameter', (suggestion) =>
      showSuggestion(suggestion, context.vocabulary()),
    );
  }

  @Query(() => SuggestionType, {
    nullable: true,
    complexity: ({ childComplexity }) => LIST_COST + childComplexity,
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
    complexity: ({ args, childComplexity }) => {
      const { first } = args as { first?: number | null };
      return LIST_COST + expectedItems(first ?? DEFAULT_PAGE_LENGTH) * childComplexity;
    },
    description: 'The suggestions, the oldest first, a page at a time; for administrators.',
  })
  async suggestions(
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_PAGE_LENGTH,
      description: 'How many at most, 0 to 500.',
    })
    first: number | null,
    @Arg('after', () => String, { nullable: true, description: 'The cursor of the suggestion before the page.' })
    after: string | null | undefined,
    @Arg('state', () => SuggestionStateName, {
      nullable: true,
      description: 'Only suggestions in this state; all when left out.',
    })
    state: SuggestionState | null | undefined,
    @Ctx() context: GraphqlContext,
  ): Promise<Connection<SuggestionForReviewType>> {
    await context.loaders.requester();
    return readPage({ first, after, state }, context.loaders.suggestedTerms, (suggestion) =>
      showForReview(suggestion, context.vocabulary()),
    );
  }
}
