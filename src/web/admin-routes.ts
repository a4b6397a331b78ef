import type Router from '@koa/router';
import { createRouter } from '../http/routes.ts';
import { givePassingPage } from './give-page.ts';
import { renderAdminPage } from './pages/admin-page.tsx';
import { rootOf, type RenderPage } from './pages/page.tsx';

/** `/admin`: the page says nothing of its own; what its script asks for, it asks with the token of an administrator. */
export function createAdminRoutes(render: RenderPage): Router {
  return createRouter().get('/admin', (ctx) => givePassingPage(ctx, renderAdminPage(render, rootOf(ctx.path))));
}
