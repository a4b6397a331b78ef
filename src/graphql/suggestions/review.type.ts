import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { SemanticsRowType } from '../terms/term.type.ts';
import { SuggestionForReviewType, SuggestionProblemType } from './suggestion.type.ts';

const ReviewDecision = { ACCEPT: 'accept', REJECT: 'reject' } as const;
registerEnumType(ReviewDecision, {
  name: 'ReviewDecision',
  description: 'What becomes of a suggestion.',
  valuesConfig: {
    ACCEPT: { description: 'It becomes a term, or a source; a change of a term is taken on.' },
    REJECT: { description: 'It becomes nothing.' },
  },
});

@InputType('TemplateRowInput', { description: 'A row of a template.' })
class TemplateRowInput {
  @Field(() => String, {
    nullable: true,
    description: 'What it describes: `?name` of a node that the template introduces; the term itself when left out.',
  })
  subject!: string | null;

  @Field(() => String, { description: 'A prefixed name.' })
  predicate!: string;

  @Field(() => String, { description: 'A prefixed name, `$key`, `?name` or `@key`.' })
  object!: string;
}

@InputType('TermInput', {
  description:
    'The term that a suggestion becomes; what is left out is as it was suggested. IRIs may be prefixed names.',
})
export class TermInput {
  @Field(() => String, { nullable: true, description: 'Its name.' })
  name!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What people call it in English; made of the name when left out.',
  })
  label!: string | null;

  @Field(() => String, { nullable: true, description: 'What it means, in English.' })
  description!: string | null;

  @Field(() => String, { nullable: true, description: 'The datatype of its values.' })
  datatype!: string | null;

  @Field(() => String, { description: 'The name of its category.' })
  category!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its unit; that of terms whose names end in the same one when left out.',
  })
  unit!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Its quantity kind; that of the same terms when left out and they agree.',
  })
  quantityKind!: string | null;

  @Field(() => String, { nullable: true, description: 'A value as documents have it.' })
  example!: string | null;

  @Field(() => [TemplateRowInput], {
    nullable: true,
    description:
      'Its template in the order of the rows, with those of new nodes; without rows its values convert as literals.',
  })
  template!: readonly TemplateRowInput[] | null;
}

/** What every review says. */
@InputType()
export abstract class AnyReviewInput {
  @Field(() => ID, { description: 'The id of the suggestion.' })
  id!: string;

  @Field(() => ReviewDecision, { description: 'What becomes of it.' })
  decision!: 'accept' | 'reject';

  @Field(() => String, { nullable: true, description: 'Why; its proposer can read it. Needed to reject.' })
  reason!: string | null;
}

@InputType('ReviewSuggestionInput', { description: 'The review of a suggestion.' })
export class ReviewSuggestionInput extends AnyReviewInput {
  @Field(() => TermInput, { nullable: true, description: 'The term; needed to accept.' })
  term!: TermInput | null;
}

@ObjectType('ReviewSuggestionPayload', { description: 'What became of a review.' })
export class ReviewSuggestionPayload {
  @Field(() => SuggestionForReviewType, { nullable: true, description: 'The suggestion as it is now.' })
  suggestion!: SuggestionForReviewType | null;

  @Field(() => Boolean, {
    description: 'Whether the term is in use on this hub already; when not, it will be within seconds.',
  })
  inUse!: boolean;

  @Field(() => [SuggestionProblemType], { description: 'Why it is refused; empty when it was reviewed.' })
  problems!: readonly SuggestionProblemType[];
}

@ObjectType('TermExample', { description: 'A document with the example of a term, and what it becomes.' })
class TermExampleType {
  @Field(() => String, { description: 'The document, JSON.' })
  document!: string;

  @Field(() => String, { description: 'Its RDF in Turtle, without what is said of the document itself.' })
  turtle!: string;
}

@ObjectType('TermPreview', { description: 'The term that a suggestion would become.' })
export class TermPreviewType {
  @Field(() => String, { nullable: true, description: 'Its IRI; null where problems leave nothing to show.' })
  iri!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the vocabulary would have more, in Turtle; null with the IRI.',
  })
  turtle!: string | null;

  @Field(() => [SemanticsRowType], { description: 'The rows of its template and of the nodes that it introduces.' })
  semantics!: readonly SemanticsRowType[];

  @Field(() => TermExampleType, {
    nullable: true,
    description: 'Its example, converted; null for a term without one, or with one that does not convert.',
  })
  example!: TermExampleType | null;

  @Field(() => [SuggestionProblemType], { description: 'For what it would be refused.' })
  problems!: readonly SuggestionProblemType[];
}
