import { Field, ID, InputType, ObjectType, registerEnumType, type ClassType } from 'type-graphql';
import {
  PROBLEM_CODES,
  SUGGESTION_STATES,
  type ProblemCode,
  type SuggestionState,
} from '../../suggestions/suggestion.ts';
import { connectionType } from '../shared/connection-type.ts';
import { TermType } from '../terms/term.type.ts';

/** Values are those of the use cases, names those of GraphQL. */
function enumOf<Value extends string>(values: readonly Value[]): Record<string, Value> {
  return Object.fromEntries(values.map((value) => [value.toUpperCase().replaceAll('-', '_'), value]));
}

export const SuggestionStateName = enumOf(SUGGESTION_STATES);
registerEnumType(SuggestionStateName, {
  name: 'SuggestionState',
  description: 'What became of a suggestion.',
  valuesConfig: {
    PENDING: { description: 'It waits for an administrator.' },
    ACCEPTED: { description: 'It became a term, or a source; a change of a term is taken on.' },
    REJECTED: { description: 'It became nothing.' },
  },
});

const ProblemCodeName = enumOf(PROBLEM_CODES);
registerEnumType(ProblemCodeName, {
  name: 'SuggestionProblemCode',
  description: 'Why a suggestion or a review is refused.',
  valuesConfig: {
    INVALID_SUGGESTION: { description: 'A field of the suggestion cannot be.' },
    TERM_EXISTS: { description: 'The vocabulary has a term of this name, in some case of its letters.' },
    ALREADY_SUGGESTED: { description: 'A suggestion of this name, or of this very change, waits for review.' },
    SOURCE_EXISTS: { description: 'There is a source of this name.' },
    SOURCE_SUGGESTED: { description: 'A suggestion of a source of this name waits for review.' },
    NOT_FOUND: { description: 'There is no suggestion of this id.' },
    ALREADY_REVIEWED: { description: 'Somebody reviewed the suggestion before.' },
    INVALID_REVIEW: { description: 'A field of the review cannot be.' },
    BREAKS_SHAPE: { description: 'The vocabulary with the term would break a rule of its shapes.' },
    VOCABULARY_REFUSED: { description: 'The vocabulary with the term could not be read.' },
    VOCABULARY_CHANGED: { description: 'The vocabulary changed again and again while the term was checked.' },
  },
});

@ObjectType('SuggestionProblem', { description: 'A reason for which a suggestion or a review is refused.' })
export class SuggestionProblemType {
  @Field(() => ProblemCodeName, { description: 'What is wrong, for programs.' })
  code!: ProblemCode;

  @Field(() => String, { description: 'What is wrong, in words.' })
  message!: string;

  @Field(() => [String], {
    description: 'The argument at fault, from the outside inwards; items by their number from 0.',
  })
  path!: readonly string[];

  @Field(() => String, { nullable: true, description: 'The rule of a shape that would be broken.' })
  rule!: string | null;

  @Field(() => String, { nullable: true, description: 'The value that would break it.' })
  value!: string | null;

  @Field(() => String, { nullable: true, description: 'The IRI of the property that would have that value.' })
  property!: string | null;
}

/** What is shown of every suggestion, whatever it proposes. */
@ObjectType()
export abstract class AnySuggestionType {
  @Field(() => ID, { description: 'Names the suggestion to administrators; it opens nothing.' })
  id!: string;

  @Field(() => String, { description: 'The name that was proposed.' })
  name!: string;

  @Field(() => SuggestionStateName, { description: 'What became of it.' })
  state!: SuggestionState;

  @Field(() => String, { nullable: true, description: 'Why it was accepted or rejected; null where nothing was said.' })
  reason!: string | null;

  @Field(() => String, { description: 'When it came, an ISO 8601 date and time.' })
  createdAt!: string;

  @Field(() => String, { nullable: true, description: 'When it was accepted or rejected; null while it is pending.' })
  reviewedAt!: string | null;
}

@ObjectType('Suggestion', { description: 'A term that somebody proposed.' })
export class SuggestionType extends AnySuggestionType {
  @Field(() => String, { description: 'What the term would mean.' })
  description!: string;

  @Field(() => String, { description: 'The proposed datatype, a prefixed name.' })
  datatype!: string;

  @Field(() => String, { nullable: true, description: 'The unit in the words of who proposed it.' })
  units!: string | null;

  @Field(() => TermType, {
    nullable: true,
    description: 'The term that it became; null while there is none in use.',
  })
  term!: TermType | null;
}

/** A type of suggestions with what administrators alone see. */
export function forReview<Shown extends AnySuggestionType>(
  shown: ClassType<Shown>,
): ClassType<Shown & { email: string | null; reviewer: string | null }> {
  @ObjectType()
  abstract class ForReview extends (shown as ClassType<AnySuggestionType>) {
    @Field(() => String, {
      nullable: true,
      description: 'Where to ask back; null when it was erased, 90 days after the suggestion was closed.',
    })
    email!: string | null;

    @Field(() => ID, { nullable: true, description: 'The account of the administrator who reviewed it.' })
    reviewer!: string | null;
  }
  return ForReview as unknown as ClassType<Shown & ForReview>;
}

@ObjectType('SuggestionForReview', { description: 'A suggestion as administrators see it.' })
export class SuggestionForReviewType extends forReview(SuggestionType) {}

export const SuggestionConnection = connectionType('Suggestion', SuggestionForReviewType, {
  one: 'suggestion',
  many: 'suggestions',
  edge: 'A suggestion in a page of suggestions',
  page: 'A page of suggestions',
});

@InputType('SuggestTermInput', { description: 'A term that the vocabulary lacks.' })
export class SuggestTermInput {
  @Field(() => String, {
    description:
      'Its name: words of small letters with underscores between, then perhaps a hyphen and the unit; at most 100 characters.',
  })
  name!: string;

  @Field(() => String, { description: 'What it means; at most 2,000 characters.' })
  description!: string;

  @Field(() => String, { description: 'The datatype of its values, a prefixed name such as `xsd:double`.' })
  datatype!: string;

  @Field(() => String, { nullable: true, description: 'Its unit, in words; at most 100 characters.' })
  units!: string | null;

  @Field(() => String, { description: 'An e-mail address, used only to ask back; administrators alone see it.' })
  email!: string;
}

/** What every new suggestion is answered with. */
@ObjectType()
export abstract class AnySuggestingPayload {
  @Field(() => String, {
    nullable: true,
    description: 'Asks for the state of the suggestion; it is shown this once. Null when there are problems.',
  })
  receipt!: string | null;

  @Field(() => [SuggestionProblemType], { description: 'Why it is refused; empty when it was saved.' })
  problems!: readonly SuggestionProblemType[];
}

@ObjectType('SuggestTermPayload', { description: 'What became of a new suggestion.' })
export class SuggestTermPayload extends AnySuggestingPayload {
  @Field(() => String, { description: 'The same in words; it names similar terms.' })
  message!: string;

  @Field(() => SuggestionType, { nullable: true, description: 'The suggestion; null when there are problems.' })
  suggestion!: SuggestionType | null;
}
