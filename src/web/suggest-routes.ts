import type Router from '@koa/router';
import { HubError } from '../errors.ts';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { readFormFields } from '../http/form-fields.ts';
import { refuseOtherSites } from '../http/other-sites.ts';
import { createRouter } from '../http/routes.ts';
import { giveFormPage } from './give-page.ts';
import { statusOf, waitingHeaders } from '../problem.ts';
import type { Suggestions } from '../suggestions/suggestions.ts';
import { rootOf, type RenderPage } from './pages/page.tsx';
import {
  renderStatusOfSuggestion,
  renderSuggestedPage,
  renderSuggestPage,
  SUGGEST_FIELDS,
} from './pages/suggest-page.tsx';

interface SuggestRoutesOptions {
  readonly render: RenderPage;
  readonly suggestions: Pick<Suggestions['terms'], 'suggest' | 'findByReceipts'>;
  readonly bodyBudget: BodyBudget;
  readonly baseUrl: string;
}

/** The errors that the form shows beside what was filled in; others are answered as everywhere. */
const TOLD = new Set(['invalid-suggestion', 'term-exists', 'already-suggested', 'not-saved', 'invalid-field']);

/** `/suggest` and `/suggest/status`: forms that work without a script. */
export function createSuggestRoutes({ render, suggestions, bodyBudget, baseUrl }: SuggestRoutesOptions): Router {
  const router = createRouter();

  router.get('/suggest', (ctx) => {
    const { parameter } = ctx.query;
    const values = typeof parameter === 'string' ? { parameter } : {};
    giveFormPage(ctx, renderSuggestPage(render, rootOf(ctx.path), { values, mistake: null }));
  });

  router.post('/suggest', async (ctx) => {
    refuseOtherSites(ctx.headers, baseUrl);
    const values = await readFormFields(ctx, SUGGEST_FIELDS, bodyBudget, 'as they are');
    const { units, ...required } = values;
    try {
      const taken = await suggestions.suggest(units.trim() === '' ? required : values);
      giveFormPage(ctx, renderSuggestedPage(render, rootOf(ctx.path), taken));
    } catch (error) {
      if (!(error instanceof HubError) || !TOLD.has(error.code)) throw error;
      const { message, details } = error;
      ctx.status = statusOf(error.code);
      ctx.set(waitingHeaders(ctx.status, details.retryAfterSeconds, details.allowance));
      const mistake = { message, field: details.key ?? null };
      giveFormPage(ctx, renderSuggestPage(render, rootOf(ctx.path), { values, mistake }));
    }
  });

  router.get('/suggest/status', (ctx) => giveFormPage(ctx, renderStatusOfSuggestion(render, rootOf(ctx.path), null)));

  router.post('/suggest/status', async (ctx) => {
    refuseOtherSites(ctx.headers, baseUrl);
    const { receipt } = await readFormFields(ctx, ['receipt'], bodyBudget);
    const [found] = await suggestions.findByReceipts([receipt.trim()]);
    if (found instanceof Error) throw found;
    giveFormPage(ctx, renderStatusOfSuggestion(render, rootOf(ctx.path), { receipt, suggestion: found ?? null }));
  });
  return router;
}
