import type { Context } from 'koa';
import type { Dumps } from '../dumps/dumps.ts';
import { clientGoneSignal } from '../http/client-gone.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { readAcceptEncoding } from '../http/headers/accept-encoding.ts';
import { isKnownToClient, startAnswer, type AnswerHeaders } from '../http/representation.ts';
import { sendFile } from '../http/send-file.ts';
import { CONTENT_TYPES, type RdfFormat } from '../rdf/write/format.ts';

/**
 * Answers with the whole text of a version, from its file. One that is still being written comes as it is written, without a length.
 *
 * @throws HubError as `Dumps.open`, `range-not-satisfiable`
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
  if (isKnownToClient(ctx, etag, headers.lastModified)) return void startAnswer(ctx, etag, headers);
  const isWhole = ctx.method === 'HEAD' || range !== undefined;
  const caller = { client: clientOf(ctx), signal: clientGoneSignal(ctx) };
  const dump = await dumps.open({ version, format, coding, isWhole }, caller);
  if (!('growing' in dump)) return sendFile(ctx, { ...dump, coding, contentType, etag }, headers);
  startAnswer(ctx, etag, headers);
  ctx.set('Accept-Ranges', 'bytes');
  ctx.set('Content-Type', contentType);
  if (coding !== null) ctx.set('Content-Encoding', coding);
  ctx.body = dump.growing;
}
