import type { Context } from 'koa';
import type { Dumps } from '../dumps/dumps.ts';
import { clientGoneSignal } from '../http/client-gone.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { readAcceptEncoding } from '../http/headers/accept-encoding.ts';
import { isKnownToClient } from '../http/preconditions.ts';
import { startAnswer, type AnswerHeaders } from '../http/representation.ts';
import { describeFile, sendFile } from '../http/send-file.ts';
import { CONTENT_TYPES, type RdfFormat } from '../rdf/write/format.ts';

/**
 * Answers with the whole text of a version, from its file. One that is still being written comes as it is written, without a length.
 *
 * @throws HubError as `Dumps.open`, `range-not-satisfiable`, `precondition-failed`
 */
export async function sendDump(
  ctx: Context,
  dumps: Dumps,
  { version, format }: { readonly version: string; readonly format: RdfFormat },
  headers: AnswerHeaders,
): Promise<void> {
  const { range, 'accept-encoding': accepted } = ctx.headers;
  const { coding } = readAcceptEncoding(accepted);
  const contentType = CONTENT_TYPES[format];
  const etag = `"${await dumps.tagOf({ version, format, coding })}"`;
  // Who has it needs no file.
  if (isKnownToClient(ctx.headers, { etag, lastModified: headers.lastModified }))
    return void startAnswer(ctx, etag, headers);
  // HTTP/1.0 ends an answer by the end of the connection: one that broke off would be taken for whole.
  const isWhole = ctx.method === 'HEAD' || range !== undefined || ctx.req.httpVersion === '1.0';
  const caller = { client: clientOf(ctx), signal: clientGoneSignal(ctx) };
  const dump = await dumps.open({ version, format, coding, isWhole }, caller);
  if (!('growing' in dump)) return sendFile(ctx, { ...dump, coding, contentType, etag }, headers);
  startAnswer(ctx, etag, headers);
  describeFile(ctx, { coding, contentType });
  ctx.body = dump.growing;
}
