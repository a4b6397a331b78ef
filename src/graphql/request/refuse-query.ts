import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  type DirectiveNode,
  type DocumentNode,
  type SelectionSetNode,
} from 'graphql';
import { limitError, MAX_QUERY_CHARACTERS, MAX_QUERY_TOKENS } from './limits.ts';

/** The error for the text of a query that is too long, or a subscription whose field has a condition; null when it is neither. */
export function refusalOfQuery(query: unknown): GraphQLError | null {
  if (typeof query !== 'string') return null;
  if (query.length > MAX_QUERY_CHARACTERS) return limitError('characters', MAX_QUERY_CHARACTERS, query.length);
  // As nearly all queries are.
  if (!query.includes('subscription') || !query.includes('@')) return null;
  const document = parseOrNull(query);
  const condition = document === null ? null : conditionAtRoot(document);
  return condition === null ? null : conditionError(condition);
}

/** Null for what is no GraphQL, of which Apollo says what is wrong. */
function parseOrNull(query: string): DocumentNode | null {
  try {
    return parse(query, { maxTokens: MAX_QUERY_TOKENS });
  } catch {
    return null;
  }
}

/**
 * The `@skip` or `@include` at the root of a subscription that decides whether it has a field. GraphQL of September 2025, §5.2.4.1, forbids
 * it. The rules of graphql-js look for its value before there are variables, and throw.
 */
function conditionAtRoot({ definitions }: DocumentNode): DirectiveNode | null {
  const fragments = new Map(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet] as const] : [],
    ),
  );
  const seen = new Set<SelectionSetNode>();
  const find = (selectionSet: SelectionSetNode | undefined): DirectiveNode | null => {
    if (selectionSet === undefined || seen.has(selectionSet)) return null;
    seen.add(selectionSet);
    for (const selection of selectionSet.selections) {
      const own = selection.directives?.find(isCondition);
      if (own !== undefined) return own;
      if (selection.kind === Kind.FIELD) continue;
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection.selectionSet;
      const found = find(inner);
      if (found !== null) return found;
    }
    return null;
  };
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION || definition.operation !== OperationTypeNode.SUBSCRIPTION)
      continue;
    const found = find(definition.selectionSet);
    if (found !== null) return found;
  }
  return null;
}

/** A literal that keeps the field decides nothing. */
function isCondition({ name, arguments: [argument] = [] }: DirectiveNode): boolean {
  if (name.value !== 'skip' && name.value !== 'include') return false;
  return argument?.value.kind !== Kind.BOOLEAN || argument.value.value !== (name.value === 'include');
}

function conditionError(condition: DirectiveNode): GraphQLError {
  return new GraphQLError(
    `A subscription has one field, which cannot depend on @${condition.name.value}: leave the directive out, or do not subscribe.`,
    { nodes: condition, extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } },
  );
}
