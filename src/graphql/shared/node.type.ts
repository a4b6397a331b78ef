import { Field, ID, InterfaceType } from 'type-graphql';
import type { NodeType } from './global-id.ts';

/** For the types too: a field that a resolver gives has no description of the interface's. */
export const ID_DESCRIPTION = 'Names it among all things of this hub, in every version of the vocabulary.';

@InterfaceType('Node', {
  description: 'What can be fetched again by its id.',
  resolveType: (node: { readonly nodeType: NodeType }) => node.nodeType,
})
export abstract class NodeInterface {
  @Field(() => ID, { description: ID_DESCRIPTION })
  id!: string;
}
