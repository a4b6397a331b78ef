import type Router from '@koa/router';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { readBody, type Exchange } from '../http/read-body.ts';
import { createRouter } from '../http/routes.ts';
import { JsonDocument } from '../mapping/json/document.ts';
import { scanJson } from '../mapping/json/scan.ts';
import type { SuggestionFields } from '../suggestions/read-fields.ts';
import type { Suggestions } from '../suggestions/suggestions.ts';

/** More than all fields can have, whatever their escapes. */
const MAX_BYTES = 64 * 1024;

export interface SuggestionRoutesOptions {
  readonly suggestions: Pick<Suggestions, 'suggest'>;
  readonly bodyBudget: BodyBudget;
}

/** `POST /api/suggest-parameter`. */
export function createSuggestionRoutes({ suggestions, bodyBudget }: SuggestionRoutesOptions): Router {
  const router = createRouter();
  router.post('/api/suggest-parameter', async (ctx) => {
    const fields = await readSuggestion(ctx, bodyBudget);
    const { message, receipt } = await suggestions.suggest(fields);
    ctx.status = 200;
    // No cache may keep the receipt.
    ctx.set('Cache-Control', 'no-store');
    ctx.set('X-Suggestion-Receipt', receipt);
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = JSON.stringify({ message });
  });
  return router;
}

/** @throws HubError those of `readBody`, `malformed-json`, `not-utf8`, `not-an-object`, `too-deep` */
async function readSuggestion(exchange: Exchange, budget: BodyBudget): Promise<SuggestionFields> {
  const body = await readBody(exchange, MAX_BYTES, budget);
  try {
    // It says where a text ends to be JSON, in the words of the document endpoints.
    void new JsonDocument(scanJson(body.bytes), 0);
    return JSON.parse(new TextDecoder().decode(body.bytes)) as SuggestionFields;
  } finally {
    body.release();
  }
}
