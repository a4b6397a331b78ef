import {
  getArgumentValues,
  getNamedType,
  getNullableType,
  getVariableValues,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Complexity } from 'type-graphql';

/** About how many items a list of the introspection has. */
const INTROSPECTION_LIST_LENGTH = 5;
const INTROSPECTION_TYPES = 30;

/** Fields of a page that have an entry for each of its items; what else a page has is there once. */
const LISTS_OF_PAGE: ReadonlySet<string> = new Set(['nodes', 'edges']);

/** What is selected in a field: what a list of it has once, and what it has as often as it has items. */
interface SelectionCost {
  readonly once: number;
  readonly each: number;
}

const NOTHING: SelectionCost = { once: 0, each: 0 };

export interface Cost {
  readonly cost: number;
  /** True when it is the same with all variables that fit. */
  readonly isFixed: boolean;
}

/**
 * About how many fields the answer to a valid operation has. A field costs what its `complexity` says; without one 1 and
 * what is selected in it. A list's `complexity` multiplies; those of the introspection are multiplied here. Of a page of a list only the
 * items are multiplied.
 * `variables` are those of the request. With variables that do not fit, it is 0: execution refuses them.
 *
 * @param uncounted fields of the query itself that count nothing
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  uncounted: ReadonlySet<string> = new Set(),
): Cost {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  // Defaults of the operation count: without them `query($n: Int = 500)` would cost what the argument's own default costs.
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 1 });
  if (coerced === undefined) return { cost: 0, isFixed: false };
  const values: Record<string, unknown> = coerced;
  let isFixed = true;
  const root = schema.getRootType(operation.operation);
  // A fragment is valid on one type and may be spread on several; its own fields' costs are those of its own type.
  const fragmentCosts = new Map<string, SelectionCost>();

  function selectionCost(selectionSet: SelectionSetNode, parent: GraphQLNamedType): SelectionCost {
    let { once, each } = NOTHING;
    const add = (cost: SelectionCost): void => {
      once += cost.once;
      each += cost.each;
    };
    for (const selection of selectionSet.selections) {
      switch (selection.kind) {
        case Kind.FIELD: {
          const field = fieldOf(schema, parent, selection.name.value);
          if (field === undefined || (parent === root && uncounted.has(selection.name.value))) break;
          const type = getNamedType(field.type);
          const childCost =
            selection.selectionSet !== undefined && isCompositeType(type)
              ? selectionCost(selection.selectionSet, type)
              : NOTHING;
          const cost = fieldCost(field, parent, childCost, () => {
            isFixed = false;
            return argumentsOf(field, selection, values);
          });
          if (isPage(parent) && !LISTS_OF_PAGE.has(field.name)) once += cost;
          else each += cost;
          break;
        }
        case Kind.INLINE_FRAGMENT: {
          const type =
            selection.typeCondition === undefined ? parent : schema.getType(selection.typeCondition.name.value);
          add(selectionCost(selection.selectionSet, type ?? parent));
          break;
        }
        case Kind.FRAGMENT_SPREAD:
          add(fragmentCost(selection.name.value));
      }
    }
    return { once, each };
  }

  function fragmentCost(name: string): SelectionCost {
    let cost = fragmentCosts.get(name);
    if (cost === undefined) {
      fragmentCosts.set(name, NOTHING);
      const fragment = fragments.get(name);
      const type = fragment === undefined ? undefined : schema.getType(fragment.typeCondition.name.value);
      cost = fragment === undefined || type === undefined ? NOTHING : selectionCost(fragment.selectionSet, type);
      fragmentCosts.set(name, cost);
    }
    return cost;
  }

  const cost = root ? selectionCost(operation.selectionSet, root).each : 0;
  return { cost, isFixed };
}

function isPage(type: GraphQLNamedType): boolean {
  return isObjectType(type) && type.getFields()['pageInfo'] !== undefined;
}

function fieldOf(
  schema: GraphQLSchema,
  parent: GraphQLNamedType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  if (parent === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
}

/** The field's arguments, none where they do not fit: the field then fails when it is executed. */
function argumentsOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Record<string, unknown>,
): Record<string, unknown> {
  try {
    return getArgumentValues(field, node, variables);
  } catch {
    return {};
  }
}

function fieldCost(
  field: GraphQLField<unknown, unknown>,
  parent: GraphQLNamedType,
  { once, each }: SelectionCost,
  readArguments: () => Record<string, unknown>,
): number {
  const complexity = field.extensions['complexity'] as Complexity | undefined;
  if (typeof complexity === 'number') return complexity + once + each;
  if (typeof complexity === 'function') {
    const cost = complexity({ childComplexity: each, args: readArguments() } as Parameters<typeof complexity>[0]);
    return once + (cost ?? 1 + each);
  }
  if (parent.name.startsWith('__') && isListType(getNullableType(field.type))) {
    return 1 + each * (field.name === 'types' ? INTROSPECTION_TYPES : INTROSPECTION_LIST_LENGTH);
  }
  return 1 + once + each;
}
