import type Router from '@koa/router';
import type { Context } from 'koa';
import type { Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { giveKeptPage, keptPage } from './give-page.ts';
import { renderApiPage } from './pages/api-page.tsx';
import { renderApiSchemasPage } from './pages/api-schemas-page.tsx';
import { rootOf, type RenderPage } from './pages/page.tsx';
import { LANGUAGES } from './parts/write-sample.ts';
import type { OpenApi } from './reference/openapi.ts';
import { readReference, type Reference } from './reference/read-reference.ts';

export interface ReferenceRoutesOptions {
  readonly render: RenderPage;
  /** The description of REST and SPARQL in OpenAPI, for the address of this hub. */
  readonly description: unknown;
  readonly baseUrl: string;
  /** The version of the vocabulary in use; null when there is none at the moment. */
  readonly version: () => string | null;
}

/** `/api`: the reference of the interface; `language` says what its samples are in. `/api/schemas`: what it cites. */
export function createReferenceRoutes({ render, description, baseUrl, version }: ReferenceRoutesOptions): Router {
  const made = new Map<string, Representation>();
  let madeOf: string | null = null;
  const give = (ctx: Context, key: string, make: (reference: Reference) => string): Promise<void> => {
    const current = version();
    if (current !== madeOf) made.clear();
    madeOf = current;
    let page = made.get(key);
    if (page === undefined) {
      const html = make(readReference(description as OpenApi, { version: current }));
      made.set(key, (page = keptPage(html)));
    }
    return giveKeptPage(ctx, page);
  };
  return createRouter()
    .get('/api', (ctx) => {
      const language = LANGUAGES.find((each) => each === ctx.query['language']) ?? LANGUAGES[0];
      const root = rootOf(ctx.path);
      return give(ctx, `${root} ${language}`, (reference) =>
        renderApiPage(render, { reference, root, baseUrl, language }),
      );
    })
    .get('/api/schemas', (ctx) => {
      const root = rootOf(ctx.path);
      return give(ctx, `${root} schemas`, (reference) => renderApiSchemasPage(render, reference, root));
    });
}
