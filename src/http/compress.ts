import { pipeline, Readable, Stream } from 'node:stream';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import { readAcceptEncoding, type Coding } from './headers/accept-encoding.ts';

/**
 * Smaller answers are not worth it: what fits into the first flight of a connection (ten segments of 1,460 bytes, RFC 6928) arrives no
 * sooner, and to compress it takes a fifth as long as to make it.
 */
export const THRESHOLD_BYTES = 14 * 1024;
/** Larger answers are compressed in other threads. Here it would take longer than to hand them over. */
export const MOST_AT_ONCE_BYTES = 64 * 1024;
const COMPRESSIBLE = /^text\/|^application\/(?:.*\+)?(?:json|xml|n-triples)\b/i;

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
/** Cheap ones: RDF repeats itself, and shrinks tenfold all the same. */
const GZIP_LEVEL = 3;
const BROTLI_QUALITY = 3;
/** Quality and window of brotli for what is compressed at once: a quarter of the time, and a fifth longer. */
const QUICK_BROTLI = { [BROTLI_PARAM_QUALITY]: 1, [BROTLI_PARAM_LGWIN]: 16 };

/** How an answer that is made for one request is compressed: what its client likes best; null when it goes out as it is. */
export function codingOfAnswer(acceptEncoding: string | undefined, bytes: number): Coding | null {
  // Most programs that send small documents ask for nothing.
  if (acceptEncoding === undefined || bytes === 0) return null;
  // What stands alone is taken for the one that everybody reads.
  if (acceptEncoding === '*') return bytes < THRESHOLD_BYTES ? null : 'gzip';
  const { coding, isIdentityAccepted } = readAcceptEncoding(acceptEncoding);
  return bytes < THRESHOLD_BYTES && isIdentityAccepted ? null : coding;
}

/** Compresses an answer of up to 64 KiB on this thread, in some 30 µs. */
export function compressAtOnce(bytes: Uint8Array, coding: Coding): Buffer {
  if (coding === 'gzip') return gzipSync(bytes, { level: GZIP_LEVEL });
  return brotliCompressSync(bytes, { params: { ...QUICK_BROTLI, [BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}

export function createCompressor(coding: Coding) {
  return coding === 'br'
    ? createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
    : createGzip({ level: GZIP_LEVEL });
}

/** Compresses an answer that is streamed. One that breaks off looks broken: the compressor would wait for the rest. */
export function compressStream({ res }: Context, stream: Readable, coding: Coding): Readable {
  return pipeline(stream, createCompressor(coding), (error) => {
    if (error != null) res.destroy();
  });
}

/** Compresses answers that are worth it for those who ask. */
export function compressAnswers(): Middleware {
  return async (ctx, next) => {
    await next();
    const acceptEncoding = ctx.headers['accept-encoding'];
    if (acceptEncoding === undefined || !isCompressible(ctx)) return;
    const body = ctx.body as string | Buffer | Readable;
    const bytes = body instanceof Stream ? (ctx.length ?? Infinity) : Buffer.byteLength(body);
    const coding = codingOfAnswer(acceptEncoding, bytes);
    if (coding === null) return;
    ctx.set('Content-Encoding', coding);
    if (!(body instanceof Stream) && bytes <= MOST_AT_ONCE_BYTES) {
      ctx.body = compressAtOnce(Buffer.from(body), coding);
      return;
    }
    ctx.remove('Content-Length');
    const stream = body instanceof Stream ? body : Readable.from([body]);
    // HEAD tells what GET would have, and nobody reads that.
    ctx.body = ctx.method === 'HEAD' ? Readable.from([]) : compressStream(ctx, stream, coding);
  };
}

const SKIPPED = Symbol('the answer is compressed elsewhere, or not at all');

/** Leaves an answer to who made it, whose tag has to say how it is compressed. */
export function skipCompression(ctx: Context): void {
  (ctx.state as Record<symbol, boolean>)[SKIPPED] = true;
}

function isCompressible(ctx: Context): boolean {
  const { body } = ctx;
  return (
    (ctx.state as Record<symbol, boolean>)[SKIPPED] !== true &&
    (typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Stream) &&
    !ctx.res.headersSent &&
    ctx.writable &&
    !ctx.response.get('Content-Encoding') &&
    COMPRESSIBLE.test(ctx.response.type)
  );
}
