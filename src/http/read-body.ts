import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { HubError } from '../errors.ts';
import { inThisTrace } from '../traces/request-trace.ts';
import { collectCompressed, collectPlain, type Decompressor, type Destination } from './collect-body.ts';
import { readContentType } from './headers/content-type.ts';
import { memoizeHeader } from './headers/memoize-header.ts';
import type { BodyBudget } from './limits/body-budget.ts';

const MEBIBYTE = 1024 * 1024;
const FIRST_BLOCK_BYTES = 64 * 1024;
/** How much more memory than has come is taken, if the head tells how much there will be: who lies gains little by it. */
const DECLARED_GROWTH = 16;
/** What headers and empty blocks of a compressed body may add to its content. */
const COMPRESSION_OVERHEAD_BYTES = 64 * 1024;

/** The bytes of a body, and the room they take in the budget until `release` is called. */
export interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>;
  release(): void;
}

/** Bodies that were read before it was known that the fast path does not take them. */
const readAhead = new WeakMap<IncomingMessage, Uint8Array<ArrayBuffer>>();

/** Calls `then` when the body of the length that its head tells is there, in memory of its own; with null when it ended before that. */
export function readAheadBody(
  request: IncomingMessage,
  length: number,
  then: (bytes: Uint8Array<ArrayBuffer> | null) => void,
): void {
  let bytes: Uint8Array<ArrayBuffer> | null = null;
  let at = 0;
  let isSettled = false;
  // Events of a request come in the context of its connection.
  const goOn = inThisTrace(then);
  // The listeners stay: to take them away would take longer than what they still do.
  const settle = (): void => {
    if (isSettled) return;
    isSettled = true;
    goOn(at === length ? bytes : null);
  };
  const take = (chunk: Buffer<ArrayBuffer>): void => {
    // Node cuts a body at the length that its head tells, and gives what came in one piece memory of its own.
    if (chunk.length === length && chunk.buffer.byteLength === length) bytes = new Uint8Array(chunk.buffer);
    else (bytes ??= new Uint8Array(length)).set(chunk, at);
    at += chunk.length;
  };
  request.on('data', take).on('end', settle).on('close', settle).on('error', settle);
}

/** Makes `readBody` return these bytes, which were read ahead. */
export function releaseBody(request: IncomingMessage, bytes: Uint8Array<ArrayBuffer>): void {
  readAhead.set(request, bytes);
}

/** A request and its answer; a `Context` of Koa is one. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/**
 * Reads the body of a request as bytes, unparsed and decompressed, into memory of its own that can be handed to a thread.
 *
 * @param checkType throws for a Content-Type that the body may not have; JSON is the only one when not given
 * @throws HubError `unsupported-media-type`, `unsupported-encoding`, `malformed-encoding`, `body-too-large`,
 *   `incomplete-body`, `converter-busy`
 */
export async function readBody(
  { req: request, res }: Exchange,
  maxBytes: number,
  budget: BodyBudget,
  checkType: (contentType: string | undefined) => void = checkJsonType,
): Promise<Body> {
  checkType(request.headers['content-type']);
  checkTransferCoding(request.headers['transfer-encoding']);
  const decompressor = createDecompressor(request.headers['content-encoding']);
  const declaredBytes = Number(request.headers['content-length'] ?? NaN);
  const maxReceivedBytes = decompressor === null ? maxBytes : maxBytes + COMPRESSION_OVERHEAD_BYTES;
  const refuseMore = (bytes: number): void => {
    if (bytes > maxReceivedBytes) throw tooLarge(maxBytes, declaredBytes);
  };
  refuseMore(declaredBytes);
  const early = readAhead.get(request);
  if (early !== undefined) return holdBytes(early, budget);
  // Nothing that the head tells speaks against the body, and one that waits to be asked for it comes now.
  if (expectsContinue(request)) res.writeContinue();

  const block = new GrowingBlock(maxBytes, budget, decompressor === null && declaredBytes >= 0 ? declaredBytes : null);
  try {
    await (decompressor === null
      ? collectPlain(request, block)
      : collectCompressed(request, decompressor, refuseMore, block));
    const bytes = block.take();
    return { bytes, release: () => block.release() };
  } catch (error) {
    block.release();
    throw error;
  } finally {
    decompressor?.destroy();
  }
}

/** @throws HubError `converter-busy` */
function holdBytes(bytes: Uint8Array<ArrayBuffer>, budget: BodyBudget): Body {
  // Bytes that were handed over have no length any more.
  const { length } = bytes;
  budget.take(length);
  let isReleased = false;
  const release = (): void => {
    if (!isReleased) budget.release(length);
    isReleased = true;
  };
  return { bytes, release };
}

/** True when the body is only sent once it is asked for. HTTP/1.0 knows no such thing (RFC 9110 §10.1.1). */
function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion !== '1.0' && headers.expect?.trim().toLowerCase() === '100-continue';
}

/** True for JSON, any `+json` type, and none at all (`docs/rest.md`). */
export const isJsonType = memoizeHeader((contentType) => {
  const { mediaType } = readContentType(contentType);
  return mediaType === '' || mediaType === 'application/json' || /^[^/\s]+\/[^/\s]+\+json$/.test(mediaType);
});

function checkJsonType(contentType: string | undefined): void {
  if (isJsonType(contentType)) return;
  const { mediaType } = readContentType(contentType);
  throw new HubError(
    'unsupported-media-type',
    `The body came as ${JSON.stringify(mediaType.slice(0, 100))}. Send it as application/json.`,
    {
      piece: mediaType.slice(0, 100),
    },
  );
}

/** Compression on the way is Content-Encoding's; a coding that is not undone would leave bytes that are not the body's. */
function checkTransferCoding(transferEncoding: string | undefined): void {
  const coding = transferEncoding?.trim().toLowerCase() ?? 'chunked';
  if (coding !== 'chunked') throw unsupported('Transfer-Encoding', coding);
}

function createDecompressor(contentEncoding: string | undefined): Decompressor | null {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return null;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip({ chunkSize: FIRST_BLOCK_BYTES });
  if (encoding === 'br') return createBrotliDecompress({ chunkSize: FIRST_BLOCK_BYTES });
  throw unsupported('Content-Encoding', encoding);
}

function unsupported(header: string, coding: string): HubError {
  const piece = coding.slice(0, 100);
  return new HubError('unsupported-encoding', `The body came with ${header} ${JSON.stringify(piece)}.`, {
    piece,
    hint: 'Send it with Content-Encoding gzip or br, or as it is.',
  });
}

/** @param declaredBytes what the head says of the body as it comes; NaN when it says nothing */
function tooLarge(maxBytes: number, declaredBytes: number): HubError {
  const limit = `${maxBytes < MEBIBYTE ? `${maxBytes / 1024} KB` : `${maxBytes / MEBIBYTE} MB`} (${maxBytes} bytes), the limit of this endpoint`;
  return new HubError(
    'body-too-large',
    declaredBytes > maxBytes
      ? `The body has ${declaredBytes} bytes, which is more than ${limit}.`
      : `The body is larger than ${limit}.`,
    // What is smaller is a form, and no document.
    maxBytes < MEBIBYTE ? {} : { hint: 'Send a part of the document, or split it.' },
  );
}

/**
 * Memory that grows with what has come. The bytes are copied out of the network's chunks, for a body sent in chunks of one
 * byte would else hold a hundred times its size.
 */
class GrowingBlock implements Destination {
  private bytes: Uint8Array<ArrayBuffer>;
  private length = 0;
  /** The limit of the endpoint, and what this body may have of it. */
  private readonly limit: number;
  private readonly maxBytes: number;
  private readonly budget: BodyBudget;
  private readonly growth: number;
  private isReleased = false;

  constructor(maxBytes: number, budget: BodyBudget, declaredBytes: number | null) {
    this.limit = maxBytes;
    this.maxBytes = declaredBytes ?? maxBytes;
    this.growth = declaredBytes === null ? 2 : DECLARED_GROWTH;
    this.budget = budget;
    this.bytes = new Uint8Array(Math.min(this.maxBytes, FIRST_BLOCK_BYTES));
  }

  /** @throws HubError `body-too-large`, `converter-busy` */
  append(chunk: Uint8Array): void {
    const length = this.length + chunk.length;
    if (length > this.maxBytes) throw tooLarge(this.limit, Number.NaN);
    this.budget.take(chunk.length);
    if (length > this.bytes.length) {
      const grown = new Uint8Array(Math.min(this.maxBytes, Math.max(length, this.bytes.length * this.growth)));
      grown.set(this.bytes.subarray(0, this.length));
      this.bytes = grown;
    }
    this.bytes.set(chunk, this.length);
    this.length = length;
  }

  /** The bytes in memory that holds nothing else. */
  take(): Uint8Array<ArrayBuffer> {
    const { bytes } = this;
    this.bytes = new Uint8Array(0);
    return bytes.length === this.length ? bytes : bytes.slice(0, this.length);
  }

  release(): void {
    if (this.isReleased) return;
    this.isReleased = true;
    this.bytes = new Uint8Array(0);
    this.budget.release(this.length);
  }
}
