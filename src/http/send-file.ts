import type { FileHandle } from 'node:fs/promises';
import type { Context } from 'koa';
import { HubError } from '../errors.ts';
import type { Coding } from './headers/accept-encoding.ts';
import { isKnownToClient } from './preconditions.ts';
import { startAnswer, type AnswerHeaders } from './representation.ts';

/** Large pieces cost less; one at a time is held for a reader. */
const PIECE_BYTES = 256 * 1024;

/** A representation in a file, which is closed here. */
export interface FileRepresentation {
  readonly contentType: string;
  readonly file: FileHandle;
  readonly size: number;
  /** How its bytes are compressed. */
  readonly coding: Coding | null;
  /** Strong: other bytes, other tag. With its quotes. */
  readonly etag: string;
}

/** The bytes from the first to the last, both counted. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Answers with the file, or with the range of it that the request asks for (RFC 9110 §14), or 304 when the client has it. Of several ranges
 * in one request the answer is the whole.
 *
 * @throws HubError `range-not-satisfiable`, `precondition-failed`
 */
export async function sendFile(
  ctx: Context,
  { contentType, file, size, coding, etag }: FileRepresentation,
  headers: AnswerHeaders,
): Promise<void> {
  let isStreamed = false;
  try {
    // Who has it needs no part of it; a refusal has none of the headers of an answer.
    const isKnown = isKnownToClient(ctx.headers, { etag, lastModified: headers.lastModified });
    const range = isKnown ? null : rangeOf(ctx, size, etag);
    startAnswer(ctx, etag, headers);
    if (isKnown) return;
    describeFile(ctx, { contentType, coding });
    const { first, last } = range ?? { first: 0, last: size - 1 };
    if (range !== null) {
      ctx.status = 206;
      ctx.set('Content-Range', `bytes ${first}-${last}/${size}`);
    }
    if (ctx.method === 'HEAD' || size === 0 || !ctx.writable) {
      ctx.length = last - first + 1;
      return;
    }
    isStreamed = true;
    ctx.body = file.createReadStream({ start: first, end: last, highWaterMark: PIECE_BYTES });
    // After the body, whose kind takes the length away.
    ctx.length = last - first + 1;
  } finally {
    // The stream closes it otherwise.
    if (!isStreamed) await file.close();
  }
}

/** Sets what is said of a file, and of one that comes as it is written. */
export function describeFile(
  ctx: Context,
  { contentType, coding }: Pick<FileRepresentation, 'contentType' | 'coding'>,
): void {
  ctx.set('Accept-Ranges', 'bytes');
  ctx.set('Content-Type', contentType);
  if (coding !== null) ctx.set('Content-Encoding', coding);
}

/** The range that a request asks for; null for the whole. @throws HubError `range-not-satisfiable` */
function rangeOf({ method, headers }: Context, size: number, etag: string): ByteRange | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/i.exec(headers.range?.trim() ?? '') ?? [];
  if (method !== 'GET' || from === undefined || to === undefined || from + to === '') return null;
  const condition = headers['if-range'];
  // A part of other bytes would be of no use to who has the rest of these, and a time does not tell them apart.
  if (condition !== undefined && condition !== etag) return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  if (first < size && (from !== '' || Number(to) > 0)) return { first, last };
  throw new HubError(
    'range-not-satisfiable',
    `The range ${headers.range?.slice(0, 100)} begins behind the end: there are ${size} bytes. Ask for bytes=0-${Math.max(0, size - 1)} or a part of it.`,
    { size },
  );
}
