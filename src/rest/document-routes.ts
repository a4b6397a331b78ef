import type Router from '@koa/router';
import type { Context } from 'koa';
import {
  CONVERT_MAX_BYTES,
  EMBED_MAX_BYTES,
  RESTORE_MAX_BYTES,
  type Caller,
  type Documents,
  type Output,
} from '../documents/documents.ts';
import { LEVELS } from '../check/finding-codes.ts';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { WaitingClient } from '../http/client-gone.ts';
import { setHeaders } from '../http/headers/header-list.ts';
import { limitDocumentRate, type RateLimit } from '../http/limits/rate-limit.ts';
import { QueryOptions } from '../http/query-options.ts';
import { readBody } from '../http/read-body.ts';
import { createRouter } from '../http/routes.ts';
import type { ConvertOptions } from '../mapping/convert.ts';
import {
  convertedHeaders,
  DOCUMENT_PATHS,
  embeddedHeaders,
  readCheckOptions,
  readConvertOptions,
  readEmbedOptions,
  readRdfType,
  readRestoreOptions,
  restoredHeaders,
} from './document-exchange.ts';
import { representCheck } from './represent-check.ts';
import { outcomeOf } from './fast-path-outcomes.ts';

export interface DocumentRoutesOptions {
  readonly documents: Documents;
  readonly rateLimit: RateLimit;
  readonly bodyBudget: BodyBudget;
  readonly baseUrl: string;
}

/** `POST /api/semantic`, `/api/rdf`, `/api/json-to-rdf`, `/api/json` and `/api/validate`. */
export function createDocumentRoutes({ documents, rateLimit, bodyBudget, baseUrl }: DocumentRoutesOptions): Router {
  const router = createRouter();
  const limited = limitDocumentRate(rateLimit);

  const whileHeld = async <T>(
    ctx: Context,
    maxBytes: number,
    use: (bytes: Uint8Array, caller: Caller) => Promise<T>,
    checkType?: (contentType: string | undefined) => void,
  ): Promise<T> => {
    // Only who waits for a worker asks for its signal.
    const caller = new WaitingClient(clientOf(ctx), ctx);
    const body = await readBody(ctx, maxBytes, bodyBudget, checkType);
    try {
      return await use(body.bytes, caller);
    } finally {
      body.release();
    }
  };

  const embed = async (ctx: Context): Promise<void> => {
    const options = readEmbedOptions(new QueryOptions(ctx.querystring));
    if (options.source !== null) documents.checkSource(options.source.name);
    const embedded = await whileHeld(ctx, EMBED_MAX_BYTES, (bytes, caller) =>
      documents.embed(bytes, options, caller, outcomeOf(ctx.req)?.embedded),
    );
    setHeaders(ctx, embeddedHeaders(embedded));
    give(ctx, embedded.output);
  };

  const convert = async (ctx: Context, semantics: ConvertOptions['semantics']): Promise<void> => {
    const query = new QueryOptions(ctx.querystring);
    const { options, variesByAccept } = readConvertOptions(query, semantics, ctx.headers.accept);
    if (variesByAccept) ctx.vary('Accept');
    if (options.source !== null) documents.checkSource(options.source.name);
    const converted = await whileHeld(ctx, CONVERT_MAX_BYTES, (bytes, caller) =>
      documents.convert(bytes, options, caller, outcomeOf(ctx.req)?.converted),
    );
    setHeaders(ctx, convertedHeaders(converted, options));
    give(ctx, converted.output);
  };

  const restore = async (ctx: Context): Promise<void> => {
    const options = readRestoreOptions(new QueryOptions(ctx.querystring), ctx.headers['content-type']);
    const restored = await whileHeld(
      ctx,
      RESTORE_MAX_BYTES,
      (bytes, caller) => documents.restore(bytes, options, caller),
      readRdfType,
    );
    setHeaders(ctx, restoredHeaders(restored, options));
    give(ctx, restored.output);
  };

  const check = async (ctx: Context): Promise<void> => {
    const { check: asked, ...to } = readCheckOptions(new QueryOptions(ctx.querystring));
    if (asked.source !== null) documents.checkSource(asked.source.name);
    const found = await whileHeld(ctx, CONVERT_MAX_BYTES, (bytes, caller) => documents.check(bytes, asked, caller));
    if (!ctx.writable) return;
    const { body, mediaType } = representCheck(found, to, baseUrl);
    ctx.type = mediaType;
    ctx.body = body;
    ctx.set('X-Semantic-Findings', LEVELS.map((level) => `${level}=${found.counts[level]}`).join(','));
  };

  router.post('/api/validate', limited, check);
  router.post('/api/json', limited, restore);
  for (const [path, what] of Object.entries(DOCUMENT_PATHS)) {
    router.post(path, limited, (ctx) => (what === 'embed' ? embed(ctx) : convert(ctx, what)));
  }
  return router;
}

/** Sends a small answer at once, another as it is read. */
function give(ctx: Context, output: Output): void {
  if (!ctx.writable) return output.dispose();
  ctx.status = 200;
  const small = output.takeSmall();
  if (small !== null) {
    ctx.body = small;
    return;
  }
  ctx.body = output.stream();
  ctx.length = output.size;
}
