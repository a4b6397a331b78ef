import type { Context } from 'koa';

/**
 * Headers, names and values in turn, none twice. To gather those of an answer in an object and have `writeHead` take it apart again
 * would take half as long as to convert a small document.
 */
export type HeaderList = readonly string[];

/** Sets each header of a list of names and values. */
export function setHeaders(ctx: Context, headers: HeaderList): void {
  for (let at = 0; at < headers.length; at += 2) ctx.set(headers[at]!, headers[at + 1]!);
}
