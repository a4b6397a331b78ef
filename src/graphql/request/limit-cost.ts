import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
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
          // Apollo keeps a query for later also when it comes here without an operation, and refuses the request when it executes it.
          let charged = metrics.persistedQueryRegister === true ? Buffer.byteLength(source) : 0;
          if (operation !== undefined) {
            const isStream = operation.operation === 'subscription';
            if (isStream && contextValue.stream === undefined) throw notHere(baseUrl);
            const cost = operationCost(schema, document, operation, request.variables ?? {});
            if (cost.total > MAX_COST) throw limitError('cost', MAX_COST, cost.total);
            if (!isStream)
              known.note(source, request.operationName, { document, operation, cost: cost.isFixed ? cost : null });
            if (!isFree(cost)) charged += cost.charged;
          }
          if (charged === 0) return;
          await contextValue.chargeQuery(charged).catch((error: unknown) => {
            throw error instanceof HubError ? refusalOf(error, baseUrl) : error;
          });
        },
      };
    },
  };
}

/** For a subscription that asks for one answer. */
function notHere(baseUrl: string): GraphQLError {
  return new GraphQLError(`A subscription is answered by a stream of events: post it to ${baseUrl}/graphql/stream.`, {
    extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
  });
}
