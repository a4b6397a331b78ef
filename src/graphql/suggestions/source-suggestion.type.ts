import { Field, InputType, ObjectType } from 'type-graphql';
import { SourceType } from '../documents/source.type.ts';
import { connectionType } from '../shared/connection-type.ts';
import { AnyReviewInput } from './review.type.ts';
import { AnySuggestingPayload, AnySuggestionType, forReview, SuggestionProblemType } from './suggestion.type.ts';

@ObjectType('SourceSuggestion', { description: 'A source of data that somebody proposed.' })
export class SourceSuggestionType extends AnySuggestionType {
  @Field(() => String, { description: 'What its keys mean, the JSON text that was sent.' })
  file!: string;

  @Field(() => SourceType, {
    nullable: true,
    description: 'The source that it became; null while there is none in use.',
  })
  source!: SourceType | null;
}

@ObjectType('SourceSuggestionForReview', { description: 'A suggestion of a source as administrators see it.' })
export class SourceSuggestionForReviewType extends forReview(SourceSuggestionType) {}

export const SourceSuggestionConnection = connectionType('SourceSuggestion', SourceSuggestionForReviewType, {
  one: 'suggestion',
  many: 'suggestions',
  edge: 'A suggestion of a source in a page of them',
  page: 'A page of suggestions of sources',
});

@InputType('SuggestSourceInput', { description: 'A source of data that the hub lacks.' })
export class SuggestSourceInput {
  @Field(() => String, {
    description:
      'Its name: small letters and digits, with single hyphens, dots or underscores between; at most 60 characters.',
  })
  name!: string;

  @Field(() => String, {
    description: 'What its keys mean: JSON with the members of a source file, at most 100,000 characters.',
  })
  file!: string;

  @Field(() => String, { description: 'An e-mail address, used only to ask back; administrators alone see it.' })
  email!: string;
}

@ObjectType('SuggestSourcePayload', { description: 'What became of a new suggestion of a source.' })
export class SuggestSourcePayload extends AnySuggestingPayload {
  @Field(() => String, { description: 'The same in words.' })
  message!: string;

  @Field(() => SourceSuggestionType, { nullable: true, description: 'The suggestion; null when there are problems.' })
  suggestion!: SourceSuggestionType | null;
}

@InputType('SourceInput', {
  description: 'The source that a suggestion becomes; what is left out is as it was suggested.',
})
class SourceInput {
  @Field(() => String, { nullable: true, description: 'Its name.' })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'What its keys mean, JSON.' })
  file!: string | null;
}

@InputType('ReviewSourceSuggestionInput', { description: 'The review of a suggestion of a source.' })
export class ReviewSourceSuggestionInput extends AnyReviewInput {
  @Field(() => SourceInput, { nullable: true, description: 'What the administrator changes of it.' })
  source!: SourceInput | null;
}

@ObjectType('ReviewSourceSuggestionPayload', { description: 'What became of a review.' })
export class ReviewSourceSuggestionPayload {
  @Field(() => SourceSuggestionForReviewType, { nullable: true, description: 'The suggestion as it is now.' })
  suggestion!: SourceSuggestionForReviewType | null;

  @Field(() => Boolean, {
    description: 'Whether the source is in use on this hub already; when not, it will be within seconds.',
  })
  inUse!: boolean;

  @Field(() => [SuggestionProblemType], { description: 'Why it is refused; empty when it was reviewed.' })
  problems!: readonly SuggestionProblemType[];
}
