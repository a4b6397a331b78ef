import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { HubError } from '../../errors.ts';

const KIBIBYTE = 1024;
/** Of the address the part before the query. The query of 500 terms has 21 KB, and is bounded by the head alone. */
const MAX_PATH_BYTES = 8 * KIBIBYTE;
/** Of the value of a header that the hub reads. */
const MAX_HEADER_BYTES = KIBIBYTE;
/** Tokens of others, who sign with longer keys and have longer claims than the hub. */
const MAX_AUTHORIZATION_BYTES = 8 * KIBIBYTE;

/** The headers that the hub or what it is built on reads; others may be as long as a head. */
const LIMITS: ReadonlyArray<readonly [name: string, maxBytes: number]> = [
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'access-control-request-headers',
    'access-control-request-method',
    'connection',
    'content-encoding',
    'content-length',
    'content-type',
    'expect',
    'host',
    'if-match',
    'if-modified-since',
    'if-none-match',
    'if-range',
    'if-unmodified-since',
    'origin',
    'range',
    'sec-fetch-dest',
    'sec-fetch-site',
    'traceparent',
    'transfer-encoding',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
  ].map((name) => [name, MAX_HEADER_BYTES] as const),
  ['authorization', MAX_AUTHORIZATION_BYTES],
];

/** What is too long about the head of a request; null when nothing is. */
export function faultOfHead({ url = '', headers }: IncomingMessage): HubError | null {
  const mark = url.indexOf('?');
  const pathBytes = mark < 0 ? url.length : mark;
  if (pathBytes > MAX_PATH_BYTES) {
    const words = `The path of the address has ${pathBytes} bytes; at most ${MAX_PATH_BYTES / KIBIBYTE} KB are read. What is long belongs behind a question mark, or into a body.`;
    return new HubError('path-too-long', words);
  }
  for (const [name, maxBytes] of LIMITS) {
    const value = headers[name];
    if (value !== undefined && value.length > maxBytes)
      return new HubError(
        'head-too-large',
        `The header ${name} has ${value.length} bytes; at most ${maxBytes / KIBIBYTE} KB are read. Send a shorter one.`,
        { key: name },
      );
  }
  return null;
}

const FAULT = Symbol('what is too long about the head');

/**
 * Takes headers that are too long out of a request before anything reads them, answers to errors included. `refuseLongHeads` refuses
 * it, where errors become answers.
 */
export function noteLongHeads(): Middleware {
  return (ctx, next) => {
    const fault = faultOfHead(ctx.req);
    if (fault !== null) {
      (ctx.state as Record<symbol, HubError>)[FAULT] = fault;
      for (const [name, maxBytes] of LIMITS) if ((ctx.headers[name]?.length ?? 0) > maxBytes) delete ctx.headers[name];
    }
    return next();
  };
}

/** @throws HubError `path-too-long`, `head-too-large` for what `noteLongHeads` found */
export function refuseLongHeads(): Middleware {
  return async (ctx, next) => {
    const fault = (ctx.state as Record<symbol, HubError | undefined>)[FAULT];
    if (fault !== undefined) throw fault;
    await next();
  };
}
