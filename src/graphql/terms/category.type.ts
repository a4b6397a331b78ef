import { Field, Int, ObjectType } from 'type-graphql';
import { NodeInterface } from '../shared/node.type.ts';

@ObjectType('Category', { implements: NodeInterface, description: 'A group of vocabulary terms.' })
export class CategoryType extends NodeInterface {
  @Field(() => String, { description: 'The name by which terms are filtered.' })
  name!: string;

  @Field(() => String, { description: 'The IRI of the category; it answers at that address.' })
  iri!: string;

  @Field(() => String, { description: 'The name as people read it.' })
  label!: string;

  @Field(() => String, { description: 'What the category holds.' })
  description!: string;

  @Field(() => Int, { description: 'How many terms it has.' })
  termCount!: number;
}
