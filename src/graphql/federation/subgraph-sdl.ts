import {
  Kind,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  type ConstDirectiveNode,
  type GraphQLSchema,
  type NameNode,
  type ObjectTypeDefinitionNode,
} from 'graphql';

/** By which fields other subgraphs refer to things of this one. */
export const ENTITY_KEYS = { Term: ['iri', 'name'], Category: ['iri', 'name'], Unit: ['iri'] } as const;

/** Version 2.0 has all that is used here, and every gateway of Federation 2 reads it. */
const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable"])';

const printed = new WeakMap<GraphQLSchema, string>();

/**
 * The schema of the interface as a subgraph. `Query.node` is left out, as its ids are those of this hub alone, and a supergraph may have another
 * one; `PageInfo` is what every subgraph with pages calls its own.
 */
export function subgraphSdl(schema: GraphQLSchema): string {
  let sdl = printed.get(schema);
  if (sdl === undefined) {
    const document = parse(printSchema(lexicographicSortSchema(schema)), { noLocation: true });
    const definitions = document.definitions.flatMap((definition) => {
      if (definition.kind === Kind.OBJECT_TYPE_DEFINITION && !isOfGateways(definition))
        return [asOfSubgraph(definition)];
      return 'name' in definition && isOfGateways(definition) ? [] : [definition];
    });
    printed.set(schema, (sdl = `${LINK}\n\n${print({ ...document, definitions })}\n`));
  }
  return sdl;
}

function asOfSubgraph(type: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode {
  const { fields = [], directives = [], name } = type;
  if (name.value !== 'Query') return { ...type, directives: [...directives, ...directivesOf(name.value)] };
  return { ...type, fields: fields.filter((field) => field.name.value !== 'node' && !isOfGateways(field)) };
}

/** What gateways ask for is known to them, and no part of a supergraph; nor are subscriptions, which each kind of gateway has passed on in a way of its own. */
function isOfGateways({ name }: { readonly name?: NameNode | undefined }): boolean {
  return name?.value.startsWith('_') === true || name?.value === 'Subscription';
}

function directivesOf(type: string): ConstDirectiveNode[] {
  if (type === 'PageInfo') return [directive('shareable')];
  const keys: readonly string[] = Object.hasOwn(ENTITY_KEYS, type) ? ENTITY_KEYS[type as keyof typeof ENTITY_KEYS] : [];
  return keys.map((key) => directive('key', key));
}

function directive(name: string, fields?: string): ConstDirectiveNode {
  return {
    kind: Kind.DIRECTIVE,
    name: { kind: Kind.NAME, value: name },
    ...(fields === undefined
      ? {}
      : {
          arguments: [
            {
              kind: Kind.ARGUMENT,
              name: { kind: Kind.NAME, value: 'fields' },
              value: { kind: Kind.STRING, value: fields },
            },
          ],
        }),
  };
}
