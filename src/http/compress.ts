import { constants } from 'node:zlib';
import compress from 'koa-compress';
import type { Middleware } from 'koa';

const THRESHOLD_BYTES = 1024;

/** Compresses answers over 1 KB for those who ask. The levels are cheap ones: RDF repeats itself, and shrinks tenfold all the same. */
export function compressAnswers(): Middleware {
  const compressed = compress({
    threshold: THRESHOLD_BYTES,
    filter: (mediaType) => /^text\/|^application\/(?:.*\+)?(?:json|xml|n-triples)\b/i.test(mediaType),
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
    gzip: { level: 3 },
    deflate: false,
    ...({ zstd: false, encodingPreference: ['br', 'gzip'] } as object),
  });
  return (ctx, next) => {
    // Most programs that send small documents ask for nothing, and to find that out costs more than to send the answer.
    if (ctx.headers['accept-encoding'] === undefined) return next();
    // An answer as it is beats none, also for who wants neither that nor what there is (RFC 9110 §12.5.3).
    if (ctx.acceptsEncodings('br', 'gzip', 'identity') === false) ctx.compress = false;
    return compressed(ctx, next);
  };
}
