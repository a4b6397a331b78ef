import { Field, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../shared/connection-type.ts';
import { TermType } from '../terms/term.type.ts';
import { AnyReviewInput } from './review.type.ts';
import { AnySuggestingPayload, AnySuggestionType, forReview, SuggestionProblemType } from './suggestion.type.ts';

@ObjectType('ChangeSuggestion', {
  description: 'A change of a term that somebody proposed; `name` is that of the term.',
})
export class ChangeSuggestionType extends AnySuggestionType {
  @Field(() => String, { description: 'What should change about the term, and why.' })
  change!: string;

  @Field(() => TermType, { nullable: true, description: 'The term as it is now; null when it is gone.' })
  term!: TermType | null;
}

@ObjectType('ChangeSuggestionForReview', { description: 'A suggestion to change a term as administrators see it.' })
export class ChangeSuggestionForReviewType extends forReview(ChangeSuggestionType) {}

export const ChangeSuggestionConnection = connectionType('ChangeSuggestion', ChangeSuggestionForReviewType, {
  one: 'suggestion',
  many: 'suggestions',
  edge: 'A suggestion to change a term in a page of them',
  page: 'A page of suggestions to change terms',
});

@InputType('SuggestChangeInput', { description: 'A change of a term.' })
export class SuggestChangeInput {
  @Field(() => String, { description: 'The name of the term.' })
  name!: string;

  @Field(() => String, { description: 'What should change about the term, and why; at most 2,000 characters.' })
  change!: string;

  @Field(() => String, { description: 'An e-mail address, used only to ask back; administrators alone see it.' })
  email!: string;
}

@ObjectType('SuggestChangePayload', { description: 'What became of a new suggestion to change a term.' })
export class SuggestChangePayload extends AnySuggestingPayload {
  @Field(() => String, { description: 'The same in words.' })
  message!: string;

  @Field(() => ChangeSuggestionType, { nullable: true, description: 'The suggestion; null when there are problems.' })
  suggestion!: ChangeSuggestionType | null;
}

@InputType('ReviewChangeSuggestionInput', { description: 'The review of a suggestion to change a term.' })
export class ReviewChangeSuggestionInput extends AnyReviewInput {}

@ObjectType('ReviewChangeSuggestionPayload', { description: 'What became of a review.' })
export class ReviewChangeSuggestionPayload {
  @Field(() => ChangeSuggestionForReviewType, { nullable: true, description: 'The suggestion as it is now.' })
  suggestion!: ChangeSuggestionForReviewType | null;

  @Field(() => [SuggestionProblemType], { description: 'Why it is refused; empty when it was reviewed.' })
  problems!: readonly SuggestionProblemType[];
}
