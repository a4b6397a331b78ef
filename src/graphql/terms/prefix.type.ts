import { Field, Int, ObjectType } from 'type-graphql';
import { NodeInterface } from '../shared/node.type.ts';

@ObjectType('Prefix', {
  implements: NodeInterface,
  description: 'A registered prefix of an ontology that templates may cite.',
})
export class PrefixType extends NodeInterface {
  @Field(() => String, { description: 'The prefix, without its colon.' })
  prefix!: string;

  @Field(() => String, { description: 'The namespace IRI that it stands for.' })
  namespace!: string;

  @Field(() => Int, { description: 'How many terms have templates that cite it.' })
  termCount!: number;
}
