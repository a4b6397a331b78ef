import type { Context } from 'koa';
import type { Dumps } from '../dumps/dumps.ts';
import { clientGoneSignal } from '../http/client-gone.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { readAcceptEncoding } from '../http/headers/accept-encoding.ts';
import { startAnswer, type AnswerHeaders } from '../http/representation.ts';
import { sendFile } from '../http/send-file.ts';
import { CONTENT_TYPES, type RdfFormat } from '../rdf/write/format.ts';

/** Hexadecimal digits of the hash that a tag has. */
const TAG_LENGTH = 40;

/**
 * Answers with the whole text of a version, from its file. A long one that is still being written comes as it is written, without a tag.
 *
 * @throws HubError as `Dumps.open`, `range-not-satisfiable`
 */
export async function sendDump(
  ctx: Context,
  dumps: Dumps,
  { version, format }: { readonly version: string; readonly format: RdfFormat },
  headers: AnswerHeaders,
): Promise<void> {
  const { range, 'if-none-match': known, 'accept-encoding': accepted } = ctx.headers;
  const { coding } = readAcceptEncoding(accepted);
  const isWhole = ctx.method === 'HEAD' || range !== undefined || known !== undefined;
  const caller = { client: clientOf(ctx), signal: clientGoneSignal(ctx) };
  const dump = await dumps.open({ version, format, coding, isWhole }, caller);
  const contentType = CONTENT_TYPES[format];
  if ('growing' in dump) {
    startAnswer(ctx, null, headers);
    // Who asks again gets the file.
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Content-Type', contentType);
    ctx.body = dump.growing;
    return;
  }
  const tag = dump.text.slice(0, TAG_LENGTH) + (dump.coding === null ? '' : `-${dump.coding}`);
  await sendFile(ctx, { ...dump, contentType, etag: `"${tag}"` }, headers);
}
