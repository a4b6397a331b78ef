import type { RequestListener } from 'node:http';
import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { createRouter } from '../http/routes.ts';
import type { GraphqlFastPath } from './fast-path.ts';
import type { GraphqlEndpointOptions, StartedEndpoint } from './apollo-endpoint.ts';

export { queryAllowance } from './request/allowance.ts';

export interface GraphqlEndpoint {
  /** Takes the requests of `/graphql` and `/graphql/stream`. */
  readonly router: Router;
  /** Takes small requests of `/graphql` without the framework, and has all others go through the full pipeline. */
  takeFastPath(fullPipeline: RequestListener): RequestListener;
  /** Resolves when it is ready to answer. A request that comes before waits for that. */
  start(): Promise<void>;
  /** The schema, as the result of the introspection query. */
  introspect(): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * The GraphQL endpoint, not yet started. Its schema and its libraries are a third of the hub's code: they are loaded by `start`, or by
 * the first request, so that nothing else waits for them.
 */
export function createGraphqlEndpoint(options: GraphqlEndpointOptions): GraphqlEndpoint {
  let starting: Promise<StartedEndpoint> | null = null;
  let fastPath: GraphqlFastPath | null = null;
  const start = async (): Promise<StartedEndpoint> => {
    const { startApollo } = await import('./apollo-endpoint.ts');
    const endpoint = await startApollo(options);
    fastPath = endpoint.fastPath;
    return endpoint;
  };
  const started = (): Promise<StartedEndpoint> => (starting ??= start());
  const serve: Middleware = async (ctx, next) => (await started()).serve(ctx, next);
  const serveStream: Middleware = async (ctx, next) => (await started()).serveStream(ctx, next);
  return {
    router: createRouter().get('/graphql', serve).post('/graphql', serve).post('/graphql/stream', serveStream),
    takeFastPath: (fullPipeline) => (request, response) => {
      if (fastPath === null || request.url !== '/graphql') fullPipeline(request, response);
      else fastPath.take(request, response, fullPipeline);
    },
    async start() {
      await started();
    },
    introspect: async () => (await started()).introspect(),
    async stop() {
      // One that could not be started has nothing to end.
      await (await starting?.catch(() => null))?.stop();
    },
  };
}
