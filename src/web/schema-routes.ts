import type Router from '@koa/router';
import { Representation, sendRepresentation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { rootOf, type RenderPage } from './pages/page.tsx';
import { renderSchemaPage } from './pages/schema-page.tsx';
import type { Introspection } from './reference/introspection.ts';
import { readSchema } from './reference/read-schema.ts';

/** Pages name scripts and styles of one release. */
const CACHE_SECONDS = 60;

export interface SchemaRoutesOptions {
  readonly render: RenderPage;
  /** The result of GraphQL's introspection query. */
  readonly introspect: () => Promise<unknown>;
}

/** `/graphql/schema`: the schema as a page. */
export function createSchemaRoutes({ render, introspect }: SchemaRoutesOptions): Router {
  const made = new Map<string, Representation>();
  return createRouter().get('/graphql/schema', async (ctx) => {
    const root = rootOf(ctx.path);
    let page = made.get(root);
    if (page === undefined) {
      const schema = readSchema((await introspect()) as Introspection);
      page = new Representation('text/html; charset=utf-8', renderSchemaPage(render, { schema, root }), '');
      made.set(root, page);
    }
    return sendRepresentation(ctx, page, { lastModified: null, maxAgeSeconds: CACHE_SECONDS, links: [] });
  });
}
