import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { HubError } from '../../errors.ts';
import { isSuggestionId } from '../../suggestions/find-suggestions.ts';
import { PROBLEM_CODES, problem, type SuggestionState } from '../../suggestions/suggestion.ts';
import { checkPageLength, DEFAULT_PAGE_LENGTH, expectedItems, type Connection } from '../shared/connection.ts';
import type { GraphqlContext } from '../request/context.ts';
import { LIST_COST, SAVING_COST } from '../request/limits.ts';
import { showForReview, showSuggestion } from './suggestion-presenter.ts';
import {
  SuggestionConnection,
  SuggestionStateName,
  SuggestionType,
  SuggestTermInput,
  SuggestTermPayload,
  type SuggestionForReviewType,
} from './suggestion.type.ts';

interface SuggestionPlace {
  readonly createdAt: Date;
  readonly id: string;
}

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
    try {
      const taken = await context.suggestions.suggest({ parameter: name, description, datatype, units, email });
      const suggestion = showSuggestion(taken.suggestion, context.vocabulary());
      return { receipt: taken.receipt, message: taken.message, suggestion, problems: [] };
    } catch (error) {
      const code = error instanceof HubError ? PROBLEM_CODES.find((known) => known === error.code) : undefined;
      if (!(error instanceof HubError) || code === undefined) throw error;
      const field = error.details.key === 'parameter' ? 'name' : error.details.key;
      const path = ['input', ...(field === undefined ? [] : [field])];
      const { message } = error;
      return { receipt: null, message, suggestion: null, problems: [problem(code, message, path)] };
    }
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
    const suggestion = await context.loaders.suggestionByReceipt.load(receipt);
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
    const { loaders } = context;
    await loaders.requester();
    const length = first ?? DEFAULT_PAGE_LENGTH;
    checkPageLength(length);
    const asked = { state: state ?? null, first: length, after: after == null ? null : placeOfCursor(after) };
    const [page, totalCount] = await Promise.all([
      loaders.suggestionPage.load(asked),
      loaders.suggestionCount.load(asked),
    ]);
    const suggestions = await Promise.all(page.ids.map((id) => loaders.suggestionById.load(id)));
    const edges = suggestions
      // One that went away meanwhile is on no page.
      .filter((suggestion) => suggestion !== null)
      .map((suggestion) => ({ cursor: cursorOf(suggestion), node: showForReview(suggestion, context.vocabulary()) }));
    return {
      edges,
      nodes: edges.map(({ node }) => node),
      totalCount,
      pageInfo: {
        hasNextPage: page.hasNext,
        hasPreviousPage: after != null,
        startCursor: edges[0]?.cursor ?? null,
        endCursor: edges.at(-1)?.cursor ?? null,
      },
    };
  }
}

/** Clients should not build on what is in it, hence base64. */
function cursorOf({ createdAt, id }: SuggestionPlace): string {
  return Buffer.from(`suggestion:${createdAt.toISOString()} ${id}`).toString('base64url');
}

/** @throws HubError `invalid-option` when it is not a cursor of suggestions */
function placeOfCursor(cursor: string): SuggestionPlace {
  const [date, id] = Buffer.from(cursor, 'base64url')
    .toString()
    .replace(/^suggestion:/, '')
    .split(' ');
  const createdAt = new Date(date ?? '');
  const isPlace = !Number.isNaN(createdAt.getTime()) && isSuggestionId(id ?? '');
  if (isPlace && cursorOf({ createdAt, id: id! }) === cursor) return { createdAt, id: id! };
  throw new HubError('invalid-option', 'after is no cursor of this list.', { key: 'after' });
}
