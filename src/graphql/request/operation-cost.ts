import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { MAX_COST } from './allowance.ts';
import { costOf } from './cost.ts';
import { FREE_COST } from './limits.ts';

/** Documents have an allowance of their own; the schema is read by tools, and costs little. */
const CHARGED_OTHERWISE: ReadonlySet<string> = new Set([
  'embedDocument',
  'convertDocument',
  'restoreDocuments',
  'validateDocument',
  '__schema',
  '__type',
]);

/** What an operation costs with the variables of one request. */
export interface OperationCost {
  readonly total: number;
  /** What counts against the client's allowance of queries. */
  readonly charged: number;
  /** True when both are the same with all variables that fit. */
  readonly isFixed: boolean;
}

/** What a valid operation costs. With variables that do not fit, it is 0: execution refuses them. */
export function operationCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): OperationCost {
  const total = costOf(schema, document, operation, variables);
  const charged = costOf(schema, document, operation, variables, CHARGED_OTHERWISE);
  return { total: total.cost, charged: charged.cost, isFixed: total.isFixed };
}

/** True when the operation may be executed, and its client need not be charged for it. */
export function isFree({ total, charged }: OperationCost): boolean {
  return total <= MAX_COST && charged < FREE_COST;
}
