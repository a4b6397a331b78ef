import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import { compressStream } from './compress.ts';
import { readAcceptEncoding } from './headers/accept-encoding.ts';
import { isKnownToClient } from './preconditions.ts';
import { startAnswer, type AnswerHeaders } from './representation.ts';

/** A representation that is made while it is sent. */
export interface StreamedRepresentation {
  readonly contentType: string;
  /** Tells apart what differs in its bytes; without quotes. */
  readonly tag: string;
  /** Begins to make it; not called for who has it. @throws what the request is refused with */
  open(): Promise<Readable>;
}

/** Answers with what is made meanwhile, or 304 when the client has it. The length is not known before the end. @throws as `open`, HubError `precondition-failed` */
export async function sendStream(
  ctx: Context,
  { contentType, tag, open }: StreamedRepresentation,
  headers: AnswerHeaders,
): Promise<void> {
  const { coding } = readAcceptEncoding(ctx.headers['accept-encoding']);
  const etag = coding === null ? `"${tag}"` : `"${tag}-${coding}"`;
  // A refusal has none of the headers of an answer.
  const stream = isKnownToClient(ctx.headers, { etag, lastModified: headers.lastModified }) ? null : await open();
  startAnswer(ctx, etag, headers);
  if (stream === null) return;
  ctx.set('Content-Type', contentType);
  if (coding !== null) ctx.set('Content-Encoding', coding);
  if (ctx.method === 'HEAD' || !ctx.writable) return void stream.destroy();
  ctx.body = coding === null ? stream : compressStream(ctx, stream, coding);
}
