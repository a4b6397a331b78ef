import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { chargeClient, type RateLimit } from '../http/limits/rate-limit.ts';
import { refuseUnaskedSites } from '../http/other-sites.ts';
import { createRouter } from '../http/routes.ts';
import { valueText } from '../mapping/json/value-text.ts';
import type { SuggestionFields } from '../suggestions/read-fields.ts';
import { SUGGESTING_COSTS } from '../suggestions/suggesting-cost.ts';
import type { Suggestions } from '../suggestions/suggestions.ts';
import { readPostedObject } from './posted-object.ts';

/** More than all fields of a term can have, whatever their escapes. */
const MAX_BYTES = 64 * 1024;
/** A file of a source may have escapes, too. */
const MAX_SOURCE_BYTES = 512 * 1024;

export interface SuggestionRoutesOptions {
  readonly suggestions: {
    readonly terms: Pick<Suggestions['terms'], 'suggest'>;
    readonly sources: Pick<Suggestions['sources'], 'suggest'>;
  };
  readonly bodyBudget: BodyBudget;
  /** Counts what suggestions cost, as it does that of GraphQL. */
  readonly queryLimit: RateLimit;
  readonly baseUrl: string;
}

interface Taken {
  readonly message: string;
  readonly receipt: string;
}

/** `POST /api/suggest-parameter` and `POST /api/suggest-source`. */
export function createSuggestionRoutes(options: SuggestionRoutesOptions): Router {
  const { suggestions, bodyBudget, queryLimit, baseUrl } = options;
  const router = createRouter();

  const check =
    (what: 'term' | 'source'): Middleware =>
    async (ctx, next) => {
      // A page could not read the answer, but suggest in the name of who looks at it.
      refuseUnaskedSites(ctx.headers, baseUrl);
      await chargeClient(ctx, queryLimit, SUGGESTING_COSTS[what]);
      await next();
    };
  /** @throws HubError as `readPostedObject` */
  const read = async (ctx: Context, maxBytes: number): Promise<SuggestionFields> => {
    const { members, document } = await readPostedObject(ctx, maxBytes, bodyBudget);
    const isRecord = typeof members['file'] === 'object' && members['file'] !== null;
    return (isRecord ? { ...members, file: valueText(document, 'file') } : members) as SuggestionFields;
  };
  const give = (ctx: Context, { message, receipt }: Taken): void => {
    ctx.status = 200;
    // No cache may keep the receipt.
    ctx.set('Cache-Control', 'no-store');
    ctx.set('X-Suggestion-Receipt', receipt);
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = JSON.stringify({ message });
  };

  router.post('/api/suggest-parameter', check('term'), async (ctx) =>
    give(ctx, await suggestions.terms.suggest(await read(ctx, MAX_BYTES), clientOf(ctx))),
  );
  router.post('/api/suggest-source', check('source'), async (ctx) =>
    give(ctx, await suggestions.sources.suggest(await read(ctx, MAX_SOURCE_BYTES), clientOf(ctx))),
  );
  return router;
}
