import { Field, Int, ObjectType } from 'type-graphql';
import { TermSuggestionType } from '../terms/suggested-terms.type.ts';

@ObjectType('MissingTerm', { description: 'A key of documents that is no term.' })
class MissingTermType {
  @Field(() => String, { description: 'The key as documents have it.' })
  key!: string;

  @Field(() => Int, { description: 'How many documents had it, at most.' })
  count!: number;

  @Field(() => Int, {
    description: 'How many of them may have had another key: only so many keys are counted at a time.',
  })
  error!: number;

  @Field(() => [TermSuggestionType], { description: 'The terms that it may mean, the likeliest first.' })
  suggestions!: readonly TermSuggestionType[];
}

@ObjectType('MissingTerms', { description: 'The keys of documents that are no terms.' })
export class MissingTermsType {
  @Field(() => String, { description: 'When the counting began, an ISO 8601 date and time.' })
  since!: string;

  @Field(() => [MissingTermType], { description: 'The most frequent first.' })
  terms!: readonly MissingTermType[];
}
