import { Field, Int, ObjectType } from 'type-graphql';
import type { SourceCoverage } from '../../sources/coverage.ts';

@ObjectType('Source', {
  description: 'A source of data whose keys the hub describes: what it is, and how much of it the vocabulary covers.',
})
export class SourceType implements SourceCoverage {
  @Field(() => String, { description: 'The name by which documents say that they are of it.' })
  name!: string;

  @Field(() => String, { description: 'What people call it.' })
  title!: string;

  @Field(() => String, { description: "Where the source's own description is." })
  documentation!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The source that it is a part of, where nothing in a document tells the part.',
  })
  partOf!: string | null;

  @Field(() => Int, { description: 'How many keys with amounts it is known to have.' })
  keyCount!: number;

  @Field(() => Int, { description: 'How many of them have a term.' })
  describedCount!: number;
}
