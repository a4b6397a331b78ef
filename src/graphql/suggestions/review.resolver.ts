import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { serialize } from '../../rdf/write/serialize.ts';
import type { Requester } from '../../accounts/administrators.ts';
import type { ReviewOutcome } from '../../suggestions/review-suggestion.ts';
import type { TermEdits } from '../../suggestions/review-term.ts';
import { problem } from '../../suggestions/suggestion.ts';
import { AccountType } from '../accounts/account.type.ts';
import type { GraphqlContext } from '../request/context.ts';
import { LIST_COST, REVIEW_COST } from '../request/limits.ts';
import { fieldCost } from '../shared/field-cost.ts';
import { ReviewSuggestionInput, ReviewSuggestionPayload, TermInput, TermPreviewType } from './review.type.ts';
import { REVIEWED_BY, showForReview, showReviewer } from './suggestion-presenter.ts';
import { SuggestionForReviewType } from './suggestion.type.ts';

@Resolver(() => SuggestionForReviewType)
export class ReviewResolver {
  @FieldResolver(() => AccountType, REVIEWED_BY)
  reviewedBy(@Root() suggestion: SuggestionForReviewType, @Ctx() context: GraphqlContext): Promise<AccountType | null> {
    return showReviewer(suggestion, context);
  }

  @Query(() => SuggestionForReviewType, {
    nullable: true,
    complexity: fieldCost(LIST_COST),
    description: 'A suggestion by its id, null when there is none; for administrators.',
  })
  async suggestionForReview(
    @Arg('id', () => ID, { description: 'The id of the suggestion.' }) id: string,
    @Ctx() { loaders, vocabulary }: GraphqlContext,
  ): Promise<SuggestionForReviewType | null> {
    await loaders.requester();
    const suggestion = await loaders.suggestedTerms.byId.load(id);
    return suggestion === null ? null : showForReview(suggestion, vocabulary());
  }

  @Query(() => TermPreviewType, {
    nullable: true,
    complexity: ({ args, childComplexity }) =>
      ((args as { withShapes?: boolean | null }).withShapes === true ? REVIEW_COST : LIST_COST) + childComplexity,
    description: 'The term that a suggestion would become; nothing is stored. For administrators.',
  })
  async termPreview(
    @Arg('id', () => ID, { description: 'The id of the suggestion.' }) id: string,
    @Arg('term', () => TermInput, { description: 'The term, as `reviewSuggestion` takes it.' }) term: TermInput,
    @Arg('withShapes', () => Boolean, {
      nullable: true,
      defaultValue: false,
      description: 'Whether the vocabulary with the term is checked by its shapes, too, as `reviewSuggestion` does.',
    })
    withShapes: boolean | null,
    @Ctx() { loaders, suggestions, vocabulary }: GraphqlContext,
  ): Promise<TermPreviewType> {
    await loaders.requester();
    const { preview, problems } = await suggestions.terms.preview(id, editsOf(term), withShapes === true);
    if (preview === null) return { iri: null, turtle: null, semantics: [], example: null, problems };
    const { iri, triples, rows, example } = preview;
    const { prefixes, vocabularyIri } = vocabulary().lexicon;
    return {
      iri,
      turtle: serialize(triples, 'ttl', { prefixes, base: vocabularyIri }),
      semantics: rows.map((row) => ({ parameter: nameOf(iri, vocabularyIri), ...row })),
      example: example === null ? null : { document: example.json, turtle: example.turtle },
      problems,
    };
  }

  @Mutation(() => ReviewSuggestionPayload, {
    nullable: true,
    complexity: fieldCost(REVIEW_COST),
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

function nameOf(iri: string, vocabularyIri: string): string {
  return decodeURIComponent(iri.slice(vocabularyIri.length));
}

/** Null of what is optional says the same as nothing. */
export function editsOf(input: TermInput): TermEdits {
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
