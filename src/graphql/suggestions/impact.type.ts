import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { ImpactLevel } from '../../impact/impact.ts';
import { WarningType } from '../documents/document.type.ts';
import { TermInput } from './review.type.ts';

const ImpactLevelName = {
  SAME: 'same',
  ADDITIVE: 'additive',
  NEEDS_MIGRATION: 'needs-migration',
  CHANGED: 'changed',
  BREAKS: 'breaks',
} as const satisfies Readonly<Record<string, ImpactLevel>>;
registerEnumType(ImpactLevelName, {
  name: 'ImpactLevel',
  description: 'How much a change of the vocabulary does, from the least to the most.',
  valuesConfig: {
    SAME: { description: 'Nothing: the graphs are the same.' },
    ADDITIVE: { description: 'Triples come, none goes; or what was refused is converted.' },
    NEEDS_MIGRATION: {
      description: 'A SPARQL Update makes of the graphs that there are what documents become; it was tried.',
    },
    CHANGED: { description: 'Triples go, and no update is known that does.' },
    BREAKS: { description: 'A document or a key is refused or warned of that was not.' },
  },
});

@InputType('SampleInput', { description: 'A document that a change is tried on.' })
export class SampleInput {
  @Field(() => String, { description: 'What the answer names it by.' })
  name!: string;

  @Field(() => String, { description: 'The JSON document as text.' })
  document!: string;
}

@ArgsType()
export class ImpactArgs {
  @Field(() => [SampleInput], {
    defaultValue: [],
    description: 'At most 100 documents, of 2 Mi characters together, of 100,000 triples each.',
  })
  samples!: SampleInput[];

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the documents that come with the hub are samples, too.',
  })
  shipped!: boolean;

  @Field(() => ID, {
    nullable: true,
    description: 'The version before, by its name or its IRI; the one in use when left out.',
  })
  from!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The version afterwards; the one in use when left out, as are `candidate`, `suggestion` and `term`.',
  })
  to!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The vocabulary afterwards, as Turtle, instead of a version.',
  })
  candidate!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The id of a suggestion, which afterwards is a term of the vocabulary in use.',
  })
  suggestion!: string | null;

  @Field(() => TermInput, { nullable: true, description: 'The term that it becomes; needed with `suggestion`.' })
  term!: TermInput | null;
}

@ObjectType('Refusal', { description: 'Why a document is not converted.' })
export class RefusalType {
  @Field(() => String, { description: 'The code of the error.' })
  code!: string;

  @Field(() => String, { description: 'What is wrong, as a sentence.' })
  message!: string;
}

@ObjectType('KeyImpact', { description: 'What becomes of the values of a key in one document.' })
export class KeyImpactType {
  @Field(() => String, { nullable: true, description: 'Null for what is said of records themselves.' })
  key!: string | null;

  @Field(() => ImpactLevelName, { description: 'How much.' })
  level!: ImpactLevel;

  @Field(() => Int, { description: 'Distinct triples that come.' })
  added!: number;

  @Field(() => Int, { description: 'Distinct triples that go.' })
  removed!: number;

  @Field(() => [String], { description: 'The first twenty that come, with prefixes.' })
  addedTriples!: readonly string[];

  @Field(() => [String], { description: 'The first twenty that go.' })
  removedTriples!: readonly string[];

  @Field(() => [WarningType], { description: 'What is warned of, and was not.' })
  warnings!: readonly WarningType[];

  @Field(() => String, {
    nullable: true,
    description: 'A SPARQL Update for the graphs that there are, which was tried on this document.',
  })
  migration!: string | null;
}

@ObjectType('DocumentImpact', { description: 'What becomes of one document.' })
export class DocumentImpactType {
  @Field(() => String, { description: 'The name of the sample.' })
  name!: string;

  @Field(() => ImpactLevelName, { description: 'The most that happens to a key.' })
  level!: ImpactLevel;

  @Field(() => RefusalType, { nullable: true, description: 'Why it was not converted; null where it was.' })
  refusedBefore!: RefusalType | null;

  @Field(() => RefusalType, { nullable: true, description: 'Why it is not converted; null where it is.' })
  refusedAfter!: RefusalType | null;

  @Field(() => [KeyImpactType], { description: 'The keys that something happens to.' })
  keys!: readonly KeyImpactType[];

  @Field(() => [String], { description: 'The kinds of artefacts of its keys that say something else.' })
  artefactKinds!: readonly string[];
}

@ObjectType('Impact', { description: 'What a change of the vocabulary does to documents.' })
export class ImpactType {
  @Field(() => ImpactLevelName, { description: 'The most that happens to a document.' })
  level!: ImpactLevel;

  @Field(() => [DocumentImpactType], { description: 'The samples, in their order.' })
  documents!: readonly DocumentImpactType[];

  @Field(() => String, {
    nullable: true,
    description: 'The updates of all keys as one; null where none is needed, or they do not do together.',
  })
  migration!: string | null;
}
