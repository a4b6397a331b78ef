import { GraphQLScalarType, type GraphQLResolveInfo } from 'graphql';
import { Arg, createUnionType, Ctx, Field, Info, ObjectType, Query, Resolver } from 'type-graphql';
import { HubError } from '../../errors.ts';
import type { Entity, EntityReference } from '../../vocabulary/describe/find-entities.ts';
import type { GraphqlContext } from '../request/context.ts';
import { CategoryType } from '../terms/category.type.ts';
import { TermType } from '../terms/term.type.ts';
import { UnitType } from '../terms/unit.type.ts';
import { ENTITY_KEYS, subgraphSdl } from './subgraph-sdl.ts';

const Any = new GraphQLScalarType({
  name: '_Any',
  description: 'A reference: an object with `__typename` and the fields of a key.',
});

const EntityType = createUnionType({
  name: '_Entity',
  description: 'What other subgraphs may refer to.',
  types: () => [TermType, CategoryType, UnitType] as const,
  resolveType: (entity) => (entity as unknown as Entity).entityType,
});

@ObjectType('_Service', { description: 'What a supergraph is composed of.' })
class ServiceType {
  @Field(() => String, { description: 'The schema with the directives of Apollo Federation 2.' })
  sdl!: string;
}

/** What a gateway asks a subgraph for (https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/subgraph-spec). */
@Resolver()
export class EntityResolver {
  @Query(() => ServiceType, { name: '_service', description: 'What a supergraph is composed of.' })
  service(@Info() { schema }: GraphQLResolveInfo): ServiceType {
    return { sdl: subgraphSdl(schema) };
  }

  @Query(() => [EntityType], {
    name: '_entities',
    nullable: 'items',
    complexity: ({ args, childComplexity }) =>
      1 + (args as { representations: readonly unknown[] }).representations.length * childComplexity,
    description: 'The things that these references name, in their order; null for what the vocabulary does not have.',
  })
  entities(
    @Arg('representations', () => [Any], { description: 'References of a gateway.' })
    representations: readonly unknown[],
    @Ctx() context: GraphqlContext,
  ): Promise<Array<Entity | null>> {
    const references = representations.map(readReference);
    return Promise.all(references.map((reference) => context.loaders.entities.load(reference)));
  }
}

/** @throws HubError `invalid-option` */
function readReference(representation: unknown, at: number): EntityReference {
  const fields = (representation ?? {}) as Readonly<Record<string, unknown>>;
  const type = Object.keys(ENTITY_KEYS).find((name) => name === fields['__typename']) as
    | keyof typeof ENTITY_KEYS
    | undefined;
  const key = type && ENTITY_KEYS[type].find((name) => typeof fields[name] === 'string');
  if (type === undefined || key === undefined) {
    const known = Object.entries(ENTITY_KEYS).map(([name, keys]) => `${name} by ${keys.join(' or ')}`);
    throw new HubError('invalid-option', `representations[${at}] refers to nothing that this subgraph knows.`, {
      key: 'representations',
      hint: `It has __typename and a key: ${known.join(', ')}.`,
    });
  }
  return { type, [key]: fields[key] } as EntityReference;
}
