import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';

/** Validation rule: refuses operations of a kind that the schema has none of, which GraphQL itself only finds in executing them. */
export function queriesOnlyRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      if (context.getSchema().getRootType(node.operation)) return;
      context.reportError(
        new GraphQLError(`There is no ${node.operation} here, only queries and mutations.`, { nodes: node }),
      );
    },
  };
}
