import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Reviewable, SourceSuggestion } from '../../suggestions/suggestion.ts';
import { coverageOf } from '../../sources/coverage.ts';
import { listSources } from '../../sources/source-files.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { AccountType } from '../accounts/account.type.ts';
import type { GraphqlContext } from '../request/context.ts';
import { LIST_COST, REVIEW_COST, SAVING_COST } from '../request/limits.ts';
import type { Connection } from '../shared/connection.ts';
import { fieldCost, pageCost } from '../shared/field-cost.ts';
import { answerSuggesting } from './answer-suggesting.ts';
import {
  ReviewSourceSuggestionInput,
  ReviewSourceSuggestionPayload,
  SourceSuggestionConnection,
  SourceSuggestionForReviewType,
  SourceSuggestionType,
  SuggestSourceInput,
  SuggestSourcePayload,
} from './source-suggestion.type.ts';
import { readPage, SuggestionPageArgs } from './suggestion-page.ts';
import { REVIEWED_BY, showReviewer } from './suggestion-presenter.ts';

@Resolver(() => SourceSuggestionForReviewType)
export class SourceSuggestionResolver {
  @FieldResolver(() => AccountType, REVIEWED_BY)
  reviewedBy(
    @Root() suggestion: SourceSuggestionForReviewType,
    @Ctx() context: GraphqlContext,
  ): Promise<AccountType | null> {
    return showReviewer(suggestion, context);
  }

  @Query(() => SourceSuggestionForReviewType, {
    nullable: true,
    complexity: fieldCost(LIST_COST),
    description: 'A suggestion of a source by its id, null when there is none; for administrators.',
  })
  async sourceSuggestionForReview(
    @Arg('id', () => ID, { description: 'The id of the suggestion.' }) id: string,
    @Ctx() { loaders, vocabulary }: GraphqlContext,
  ): Promise<SourceSuggestionForReviewType | null> {
    await loaders.requester();
    const suggestion = await loaders.suggestedSources.byId.load(id);
    return suggestion === null ? null : showForReview(suggestion, vocabulary());
  }

  @Mutation(() => SuggestSourcePayload, {
    // Where it fails, receipts of other fields must not be lost.
    nullable: true,
    complexity: fieldCost(SAVING_COST),
    description:
      'Proposes a source of data that the hub lacks, as POST /api/suggest-source; an administrator reviews it.',
  })
  async suggestSource(
    @Arg('input', () => SuggestSourceInput, { description: 'The source.' }) { name, file, email }: SuggestSourceInput,
    @Ctx() { suggestions, vocabulary, refuseOtherSites, caller }: GraphqlContext,
  ): Promise<SuggestSourcePayload> {
    refuseOtherSites();
    const fields = { source: name, file, email };
    return answerSuggesting(suggestions.sources.suggest(fields, caller.client), 'source', (suggestion) =>
      show(suggestion, vocabulary()),
    );
  }

  @Query(() => SourceSuggestionType, {
    nullable: true,
    complexity: fieldCost(LIST_COST),
    description:
      'What became of a suggestion of a source, for whoever has its receipt; null when there is none of this receipt.',
  })
  async sourceSuggestion(
    @Arg('receipt', () => ID, { description: 'The receipt that the suggestion was answered with.' }) receipt: string,
    @Ctx() { loaders, vocabulary }: GraphqlContext,
  ): Promise<SourceSuggestionType | null> {
    const suggestion = await loaders.suggestedSources.byReceipt.load(receipt);
    return suggestion === null ? null : show(suggestion, vocabulary());
  }

  @Query(() => SourceSuggestionConnection, {
    nullable: true,
    complexity: pageCost(LIST_COST),
    description: 'The suggestions of sources, the oldest first, a page at a time; for administrators.',
  })
  async sourceSuggestions(
    @Args(() => SuggestionPageArgs) page: SuggestionPageArgs,
    @Ctx() { loaders, vocabulary }: GraphqlContext,
  ): Promise<Connection<SourceSuggestionForReviewType>> {
    await loaders.requester();
    return readPage(page, loaders.suggestedSources, (suggestion) => showForReview(suggestion, vocabulary()));
  }

  @Mutation(() => ReviewSourceSuggestionPayload, {
    nullable: true,
    complexity: fieldCost(REVIEW_COST),
    description:
      'Accepts a suggestion of a source, which is then a part of a new version of the vocabulary, or rejects it; for administrators.',
  })
  async reviewSourceSuggestion(
    @Arg('input', () => ReviewSourceSuggestionInput, { description: 'The review.' })
    { id, decision, reason = null, source }: ReviewSourceSuggestionInput,
    @Ctx() context: GraphqlContext,
  ): Promise<ReviewSourceSuggestionPayload> {
    const { id: reviewer } = await context.loaders.requester();
    const { sources } = context.suggestions;
    const edits = {
      ...(source?.name == null ? {} : { name: source.name }),
      ...(source?.file == null ? {} : { file: source.file }),
    };
    const { suggestion, problems, isInUse } =
      decision === 'reject'
        ? await sources.reject(id, reason, reviewer)
        : await sources.accept(id, edits, reason, reviewer);
    context.renewVocabulary();
    return {
      suggestion: suggestion === null ? null : showForReview(suggestion, context.vocabulary()),
      inUse: isInUse,
      problems: problems.map((found) => ({ ...found, path: ['input', ...found.path] })),
    };
  }
}

/** A suggestion as the schema has it, without what is for administrators. */
function show(suggestion: SourceSuggestion, vocabulary: Vocabulary): SourceSuggestionType {
  const { id, name, file, state, reason, createdAt, reviewedAt, sourceIri } = suggestion;
  return {
    id,
    name,
    file,
    state,
    reason,
    createdAt: createdAt.toISOString(),
    reviewedAt: reviewedAt?.toISOString() ?? null,
    source: sourceIri === null ? null : coverageAt(sourceIri, vocabulary),
  };
}

function showForReview(
  suggestion: Reviewable<SourceSuggestion>,
  vocabulary: Vocabulary,
): SourceSuggestionForReviewType {
  const { email, reviewer } = suggestion;
  return { ...show(suggestion, vocabulary), email, reviewer };
}

function coverageAt(iri: string, { lexicon, terms }: Vocabulary) {
  const name = decodeURIComponent(iri.slice(iri.lastIndexOf('/') + 1));
  const source = listSources(lexicon).find((known) => known.name === name);
  return source === undefined ? null : coverageOf(source.file, (term) => terms.has(term));
}
