import type Router from '@koa/router';
import type { Context } from 'koa';
import {
  CONVERT_MAX_BYTES,
  EMBED_MAX_BYTES,
  type Caller,
  type Documents,
  type Output,
} from '../documents/documents.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import { clientOf } from '../http/client-address.ts';
import { clientGoneSignal } from '../http/client-gone.ts';
import { limitDocumentRate, type DocumentRateLimit } from '../http/rate-limit.ts';
import { readBody } from '../http/read-body.ts';
import { createRouter } from '../http/routes.ts';
import type { ConvertOptions } from '../mapping/convert.ts';
import { QueryOptions } from './options.ts';
import { CONTENT_TYPES, formatByAccept } from './rdf-media-types.ts';
import { keyListHeaders, MAX_LISTED, warningHeaders } from './report-headers.ts';

export interface DocumentRoutesOptions {
  readonly documents: Documents;
  readonly rateLimit: DocumentRateLimit;
  readonly bodyBudget: BodyBudget;
}

/** `POST /api/semantic`, `/api/rdf` and `/api/json-to-rdf`. */
export function createDocumentRoutes({ documents, rateLimit, bodyBudget }: DocumentRoutesOptions): Router {
  const router = createRouter();
  const limited = limitDocumentRate(rateLimit);

  const whileHeld = async <T>(
    ctx: Context,
    maxBytes: number,
    use: (bytes: Uint8Array, caller: Caller) => Promise<T>,
  ): Promise<T> => {
    let signal: AbortSignal | undefined;
    const caller: Caller = {
      client: clientOf(ctx),
      // Only who waits for a worker asks for it.
      get signal() {
        return (signal ??= clientGoneSignal(ctx));
      },
    };
    const body = await readBody(ctx, maxBytes, bodyBudget);
    try {
      return await use(body.bytes, caller);
    } finally {
      body.release();
    }
  };

  const convert = async (ctx: Context, semantics: ConvertOptions['semantics']): Promise<void> => {
    const query = new QueryOptions(ctx.querystring);
    const options = {
      semantics,
      format: query.format() ?? formatOf(ctx),
      base: query.base(),
      skolemize: query.boolean('skolemize', false),
      align: query.boolean('align', true),
      maxArrayItems: query.count('maxArrayItems', 0),
      maxListed: MAX_LISTED,
    };
    const converted = await whileHeld(ctx, CONVERT_MAX_BYTES, (bytes, caller) =>
      documents.convert(bytes, options, caller),
    );
    ctx.set({
      'Content-Type': CONTENT_TYPES[options.format],
      'X-Semantic-Triples': String(converted.triples),
      ...warningHeaders(converted.warningCounts),
      ...keyListHeaders('X-Semantic-Unmapped', converted.unmapped),
      ...(semantics === 'registry' ? { 'X-Semantic-Described': String(converted.described) } : {}),
    });
    give(ctx, converted.output);
  };

  router.post('/api/semantic', limited, async (ctx) => {
    const query = new QueryOptions(ctx.querystring);
    const options = {
      base: query.base(),
      withReport: query.boolean('report', false),
      maxListed: MAX_LISTED,
    };
    const { output, describedCount, report } = await whileHeld(ctx, EMBED_MAX_BYTES, (bytes, caller) =>
      documents.embed(bytes, options, caller),
    );
    ctx.set({
      'Content-Type': 'application/json; charset=utf-8',
      'X-Semantic-Described': String(describedCount),
      ...keyListHeaders('X-Semantic-Undescribed', report.undescribed),
    });
    give(ctx, output);
  });
  router.post('/api/rdf', limited, (ctx) => convert(ctx, 'block'));
  router.post('/api/json-to-rdf', limited, (ctx) => convert(ctx, 'registry'));
  return router;
}

function formatOf(ctx: Context): ConvertOptions['format'] {
  ctx.vary('Accept');
  return formatByAccept(ctx.headers.accept);
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
  const stream = output.stream();
  // An answer that breaks off has to look broken: a compressor in between would wait for the rest.
  stream.once('error', () => ctx.res.destroy());
  ctx.body = stream;
  ctx.length = output.size;
}
