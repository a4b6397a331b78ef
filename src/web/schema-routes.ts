import type Router from '@koa/router';
import type { Context } from 'koa';
import type { Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { giveKeptPage, keptPage } from './give-page.ts';
import { rootOf, type RenderPage } from './pages/page.tsx';
import { renderSchemaPage } from './pages/schema-page.tsx';
import type { Introspection } from './reference/introspection.ts';
import { readSchema, SCHEMA_PAGES } from './reference/read-schema.ts';

export interface SchemaRoutesOptions {
  readonly render: RenderPage;
  /** The result of GraphQL's introspection query. */
  readonly introspect: () => Promise<unknown>;
}

/** `/graphql/schema`: the schema, in pages. */
export function createSchemaRoutes({ render, introspect }: SchemaRoutesOptions): Router {
  const made = new Map<string, Representation>();
  const give = async (ctx: Context, page: string): Promise<void> => {
    const root = rootOf(ctx.path);
    const key = `${root} ${page}`;
    let kept = made.get(key);
    if (kept === undefined) {
      const schema = readSchema((await introspect()) as Introspection);
      kept = keptPage(renderSchemaPage(render, { schema, root, page }));
      made.set(key, kept);
    }
    return giveKeptPage(ctx, kept);
  };
  const router = createRouter().get('/graphql/schema', (ctx) => give(ctx, ''));
  for (const page of SCHEMA_PAGES.keys()) router.get(`/graphql/schema/${page}`, (ctx) => give(ctx, page));
  return router;
}
