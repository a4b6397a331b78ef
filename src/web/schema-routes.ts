import type Router from '@koa/router';
import type { Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { giveKeptPage, keptPage } from './give-page.ts';
import { rootOf, type RenderPage } from './pages/page.tsx';
import { renderSchemaPage } from './pages/schema-page.tsx';
import type { Introspection } from './reference/introspection.ts';
import { readSchema } from './reference/read-schema.ts';

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
      page = keptPage(renderSchemaPage(render, { schema, root }));
      made.set(root, page);
    }
    return giveKeptPage(ctx, page);
  });
}
