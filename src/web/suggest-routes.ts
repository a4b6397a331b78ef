import type Router from '@koa/router';
import type { Context } from 'koa';
import { HubError } from '../errors.ts';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { readFormFields } from '../http/form-fields.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { chargeClient, type RateLimit } from '../http/limits/rate-limit.ts';
import { refuseOtherSites } from '../http/other-sites.ts';
import { createRouter } from '../http/routes.ts';
import { giveFormPage } from './give-page.ts';
import { statusOf, waitingHeaders } from '../problem.ts';
import { findByReceipt, type SuggestionReaders } from '../suggestions/find-by-receipt.ts';
import { SUGGESTING_COSTS } from '../suggestions/suggesting-cost.ts';
import type { Suggestions } from '../suggestions/suggestions.ts';
import type { Term, Vocabulary } from '../vocabulary/vocabulary.ts';
import { rootOf, type RenderPage } from './pages/page.tsx';
import { CHANGE_FORM_FIELDS, renderSuggestChangePage } from './pages/suggest-change-page.tsx';
import { renderSuggestedPage, renderSuggestPage, SUGGEST_FIELDS } from './pages/suggest-page.tsx';
import { renderSuggestSourcePage, SOURCE_FORM_FIELDS } from './pages/suggest-source-page.tsx';
import { renderStatusOfSuggestion } from './pages/suggestion-status-page.tsx';

interface SuggestRoutesOptions {
  readonly render: RenderPage;
  readonly suggestions: SuggestionReaders & {
    readonly terms: Pick<Suggestions['terms'], 'suggest'>;
    readonly sources: Pick<Suggestions['sources'], 'suggest'>;
    readonly changes: Pick<Suggestions['changes'], 'suggest'>;
  };
  /** The vocabulary in use. @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  readonly bodyBudget: BodyBudget;
  /** Counts what suggestions cost, as it does that of GraphQL. */
  readonly queryLimit: RateLimit;
  readonly baseUrl: string;
}

/** The errors that a form shows beside what was filled in; others are answered as everywhere. */
const TOLD = new Set([
  'invalid-suggestion',
  'term-exists',
  'already-suggested',
  'source-exists',
  'source-suggested',
  'not-saved',
  'invalid-field',
  'rate-limited',
]);
/** A form whose texts are as long as they may be in any script, and longer ones, of which the hub says that they are. */
const FORM_READING = { which: 'as they are', maxBytes: 64 * 1024 } as const;
/** A file as a form sends it, with three bytes for each bracket, quote and line, and nine for most characters beyond Europe's. */
const MAX_SOURCE_BYTES = 1024 * 1024;

/** `/suggest`, `/suggest/source`, `/suggest/change` and `/suggest/status`: forms that work without a script. */
export function createSuggestRoutes(options: SuggestRoutesOptions): Router {
  const { render, suggestions, vocabulary, bodyBudget, queryLimit, baseUrl } = options;
  const router = createRouter();
  const charge = (ctx: Context, what: keyof typeof SUGGESTING_COSTS): Promise<void> =>
    chargeClient(ctx, queryLimit, SUGGESTING_COSTS[what]);

  router.get('/suggest', (ctx) => {
    const { parameter } = ctx.query;
    const values = typeof parameter === 'string' ? { parameter } : {};
    giveFormPage(ctx, renderSuggestPage(render, rootOf(ctx.path), { values, mistake: null }));
  });

  router.post('/suggest', async (ctx) => {
    refuseOtherSites(ctx.headers, baseUrl);
    const values = await readFormFields(ctx, SUGGEST_FIELDS, bodyBudget, FORM_READING);
    const { units, ...required } = values;
    const root = rootOf(ctx.path);
    try {
      await charge(ctx, 'term');
      const taken = await suggestions.terms.suggest(units.trim() === '' ? required : values, clientOf(ctx));
      giveFormPage(ctx, renderSuggestedPage(render, root, { taken, above: [`${root}suggest`, 'Suggest a term'] }));
    } catch (error) {
      giveFormPage(ctx, renderSuggestPage(render, root, { values, mistake: tellMistake(ctx, error) }));
    }
  });

  router.get('/suggest/source', (ctx) => {
    const { source, file } = ctx.query;
    const values = { ...(typeof source === 'string' ? { source } : {}), ...(typeof file === 'string' ? { file } : {}) };
    giveFormPage(ctx, renderSuggestSourcePage(render, rootOf(ctx.path), { values, mistake: null }));
  });

  router.post('/suggest/source', async (ctx) => {
    refuseOtherSites(ctx.headers, baseUrl);
    const reading = { which: 'as they are', maxBytes: MAX_SOURCE_BYTES } as const;
    const fields = await readFormFields(ctx, SOURCE_FORM_FIELDS, bodyBudget, reading);
    // A form ends lines by two characters, of which each would count as a line of the file.
    const values = { ...fields, file: fields.file.replaceAll('\r\n', '\n') };
    const root = rootOf(ctx.path);
    try {
      await charge(ctx, 'source');
      const taken = await suggestions.sources.suggest(values, clientOf(ctx));
      const above = [`${root}suggest/source`, 'Suggest a source'] as const;
      giveFormPage(ctx, renderSuggestedPage(render, root, { taken, above }));
    } catch (error) {
      giveFormPage(ctx, renderSuggestSourcePage(render, root, { values, mistake: tellMistake(ctx, error) }));
    }
  });

  router.get('/suggest/change', (ctx) => {
    const term = findTerm(vocabulary(), ctx.query['term']);
    giveFormPage(ctx, renderSuggestChangePage(render, { root: rootOf(ctx.path), term, values: {}, mistake: null }));
  });

  router.post('/suggest/change', async (ctx) => {
    refuseOtherSites(ctx.headers, baseUrl);
    const values = await readFormFields(ctx, CHANGE_FORM_FIELDS, bodyBudget, FORM_READING);
    const term = findTerm(vocabulary(), values.term);
    const root = rootOf(ctx.path);
    try {
      await charge(ctx, 'change');
      const taken = await suggestions.changes.suggest(values, clientOf(ctx));
      giveFormPage(ctx, renderSuggestedPage(render, root, { taken, above: [term.iri, term.label] }));
    } catch (error) {
      giveFormPage(ctx, renderSuggestChangePage(render, { root, term, values, mistake: tellMistake(ctx, error) }));
    }
  });

  router.get('/suggest/status', (ctx) => giveFormPage(ctx, renderStatusOfSuggestion(render, rootOf(ctx.path), null)));

  router.post('/suggest/status', async (ctx) => {
    refuseOtherSites(ctx.headers, baseUrl);
    const { receipt } = await readFormFields(ctx, ['receipt'], bodyBudget);
    const suggestion = await findByReceipt(suggestions, vocabulary, receipt.trim());
    giveFormPage(ctx, renderStatusOfSuggestion(render, rootOf(ctx.path), { receipt, suggestion }));
  });
  return router;
}

/** @throws HubError `not-found` */
function findTerm({ terms }: Vocabulary, name: unknown): Term {
  const term = typeof name === 'string' ? terms.get(name) : undefined;
  if (term !== undefined) return term;
  if (typeof name !== 'string' || name === '')
    throw new HubError('not-found', 'Say with ?term= which term should change; its page has the link.');
  throw new HubError('not-found', `There is no term ${JSON.stringify(name.slice(0, 200))}.`);
}

/** What a form says of a refusal. @throws the error, if it is none that forms show */
function tellMistake(ctx: Context, error: unknown): { readonly message: string; readonly field: string | null } {
  if (!(error instanceof HubError) || !TOLD.has(error.code)) throw error;
  const { message, details } = error;
  ctx.status = statusOf(error.code);
  ctx.set(waitingHeaders(ctx.status, details.retryAfterSeconds, details.allowance));
  return { message, field: details.key ?? null };
}
