import { Field, Int, ObjectType } from 'type-graphql';
import { VersionType } from './version.type.ts';

@ObjectType('ChangeCounts', { description: 'How many things changed from one version of the vocabulary to another.' })
export class ChangeCountsType {
  @Field(() => Int, { description: 'Terms that are new.' })
  added!: number;

  @Field(() => Int, { description: 'Terms that say something else.' })
  changed!: number;

  @Field(() => Int, { description: 'Terms that are deprecated and were not.' })
  deprecated!: number;

  @Field(() => Int, { description: 'Terms that are gone.' })
  removed!: number;

  @Field(() => Int, { description: 'Things other than terms that came, changed or went.' })
  others!: number;
}

@ObjectType('VocabularyChange', { description: 'Another version of the vocabulary is in use.' })
export class VocabularyChangeType {
  @Field(() => VersionType, { description: 'The version in use.' })
  version!: VersionType;

  @Field(() => VersionType, {
    nullable: true,
    description:
      'The version that the client was told of last, or that it said it knows; null when the hub does not keep it.',
  })
  previousVersion!: VersionType | null;

  @Field(() => ChangeCountsType, {
    nullable: true,
    description: 'What changed between both, in numbers; null when they cannot be compared.',
  })
  changes!: ChangeCountsType | null;
}
