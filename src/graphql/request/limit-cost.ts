import type { ApolloServerPlugin } from '@apollo/server';
import { HubError } from '../../errors.ts';
import { MAX_COST } from './allowance.ts';
import type { GraphqlContext } from './context.ts';
import { refusalOf } from './graphql-errors.ts';
import type { KnownQueries } from './known-queries.ts';
import { limitError } from './limits.ts';
import { isFree, operationCost } from './operation-cost.ts';

/**
 * Refuses a valid query that would cost too much, before it is executed, or that the client has no allowance for; the cost depends on its
 * variables. `known` is told of those that it lets pass.
 */
export function limitCost(baseUrl: string, known: KnownQueries): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, source, document, operation, request, metrics, contextValue }) {
          // Apollo comes here without an operation too, and refuses the request when it executes it.
          if (operation === undefined) return;
          const cost = operationCost(schema, document, operation, request.variables ?? {});
          if (cost.total > MAX_COST) throw limitError('cost', MAX_COST, cost.total);
          known.note(source, request.operationName, { document, operation, cost: cost.isFixed ? cost : null });
          // What is kept for later takes room that others need, too.
          const kept = metrics.persistedQueryRegister === true ? source.length : 0;
          if (isFree(cost) && kept === 0) return;
          await contextValue.chargeQuery(cost.charged + kept).catch((error: unknown) => {
            throw error instanceof HubError ? refusalOf(error, baseUrl) : error;
          });
        },
      };
    },
  };
}
