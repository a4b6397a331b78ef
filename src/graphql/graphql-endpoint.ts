import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { createRouter } from '../http/routes.ts';
import type { GraphqlEndpointOptions, StartedEndpoint } from './apollo-endpoint.ts';

export { queryAllowance } from './request/allowance.ts';

export interface GraphqlEndpoint {
  /** Takes the requests of `/graphql`. */
  readonly router: Router;
  /** Resolves when it is ready to answer. A request that comes before waits for that. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The GraphQL endpoint, not yet started. Its schema and its libraries are a third of the hub's code: they are loaded by `start`, or by
 * the first request, so that nothing else waits for them.
 */
export function createGraphqlEndpoint(options: GraphqlEndpointOptions): GraphqlEndpoint {
  let starting: Promise<StartedEndpoint> | null = null;
  const started = (): Promise<StartedEndpoint> => {
    starting ??= import('./apollo-endpoint.ts').then(({ startApollo }) => startApollo(options));
    return starting;
  };
  const serve: Middleware = async (ctx, next) => (await started()).serve(ctx, next);
  return {
    router: createRouter().get('/graphql', serve).post('/graphql', serve),
    async start() {
      await started();
    },
    async stop() {
      await (await starting)?.stop();
    },
  };
}
