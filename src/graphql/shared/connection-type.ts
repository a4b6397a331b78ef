import { Field, Int, ObjectType, type ClassType } from 'type-graphql';
import { PageInfo, type Connection } from './connection.ts';

interface Words {
  /** One of them, in a sentence: `account`. */
  readonly one: string;
  readonly many: string;
  /** Descriptions of the two types, without their points. */
  readonly edge: string;
  readonly page: string;
}

/** The type of the pages of a list, with that of its edges: `AccountConnection` and `AccountEdge` for the name `Account`. */
export function connectionType<Node extends object>(
  name: string,
  node: ClassType<Node>,
  { one, many, edge, page }: Words,
): ClassType<Connection<Node>> {
  @ObjectType(`${name}Edge`, { description: `${edge}.` })
  class Edge {
    @Field(() => String, { description: 'Where it stands: pass it as `after` for those behind it.' })
    cursor!: string;

    @Field(() => node, { description: `The ${one}.` })
    node!: Node;
  }

  @ObjectType(`${name}Connection`, { description: `${page}.` })
  class Page implements Connection<Node> {
    @Field(() => [Edge], { description: `The ${many} of the page with their cursors.` })
    edges!: readonly Edge[];

    @Field(() => [node], { description: `The ${many} of the page.` })
    nodes!: readonly Node[];

    @Field(() => PageInfo, { description: 'What there is before and behind the page.' })
    pageInfo!: PageInfo;

    @Field(() => Int, { description: `How many ${many} there are on all pages.` })
    totalCount!: number;
  }
  return Page;
}
