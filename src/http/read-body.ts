import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, type BrotliDecompress, type Gunzip } from 'node:zlib';
import { HubError } from '../errors.ts';
import { readContentType } from './headers/content-type.ts';
import type { BodyBudget } from './limits/body-budget.ts';

const MEBIBYTE = 1024 * 1024;
const FIRST_BLOCK_BYTES = 64 * 1024;
/** What headers and empty blocks of a compressed body may add to its content. */
const COMPRESSION_OVERHEAD_BYTES = 64 * 1024;

type Decompressor = BrotliDecompress | Gunzip;

/** The bytes of a body, and the room they take in the budget until `release` is called. */
export interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>;
  release(): void;
}

/** Bodies that were read before it was known that they go the long way. */
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
  // The listeners stay: to take them away would take longer than what they still do.
  const settle = (): void => {
    if (isSettled) return;
    isSettled = true;
    then(at === length ? bytes : null);
  };
  const take = (chunk: Buffer<ArrayBuffer>): void => {
    // Node cuts a body at the length that its head tells, and gives what came in one piece memory of its own.
    if (chunk.length === length && chunk.buffer.byteLength === length) bytes = new Uint8Array(chunk.buffer);
    else (bytes ??= new Uint8Array(length)).set(chunk, at);
    at += chunk.length;
  };
  request.on('data', take).on('end', settle).on('close', settle).on('error', settle);
}

/** Has `readBody` give these bytes to who comes later. */
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
  if (declaredBytes > maxReceivedBytes) throw tooLarge(maxBytes);
  const early = readAhead.get(request);
  if (early !== undefined) return holdBytes(early, budget);
  // Nothing that the head tells speaks against the body, and one that waits to be asked for it comes now.
  if (expectsContinue(request)) res.writeContinue();

  const block = new GrowingBlock(maxBytes, budget, decompressor === null && declaredBytes >= 0 ? declaredBytes : null);
  try {
    await collect(request, decompressor, maxReceivedBytes, maxBytes, block);
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

/** JSON, any `+json` type, or none at all (`docs/rest.md`). */
function checkJsonType(contentType: string | undefined): void {
  const { mediaType } = readContentType(contentType);
  if (mediaType === '' || mediaType === 'application/json' || /^[^/\s]+\/[^/\s]+\+json$/.test(mediaType)) return;
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

function tooLarge(maxBytes: number): HubError {
  return new HubError(
    'body-too-large',
    `The body is larger than ${maxBytes < MEBIBYTE ? `${maxBytes / 1024} KB` : `${maxBytes / MEBIBYTE} MB`} (${maxBytes} bytes), the limit of this endpoint.`,
    // What is smaller is a form, and no document.
    maxBytes < MEBIBYTE ? {} : { hint: 'Send a part of the document, or split it.' },
  );
}

function incomplete(): HubError {
  return new HubError('incomplete-body', 'The body ended before it was whole.');
}

function malformed({ headers }: IncomingMessage, reason: string): HubError {
  const encoding = headers['content-encoding']!.trim();
  return new HubError(
    'malformed-encoding',
    `The body came with Content-Encoding: ${encoding}, but cannot be decompressed (${reason}).`,
    { piece: encoding, hint: `Compress it with ${encoding}, or leave Content-Encoding out.` },
  );
}

/** Resolves when the whole body is in the block. Leaves the request flowing into nothing when it fails. */
function collect(
  request: IncomingMessage,
  decompressor: Decompressor | null,
  maxReceivedBytes: number,
  maxBytes: number,
  block: GrowingBlock,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let receivedBytes = 0;
    const content: Readable = decompressor ?? request;

    const settle = (error?: unknown): void => {
      request.off('data', onReceived).off('end', onEnd).off('close', onGone).off('error', onGone);
      content.off('data', onContent).off('end', onEnd);
      // The decompressor may still fail on what it had taken.
      decompressor?.off('error', onBroken).on('error', () => {});
      if (decompressor !== null) request.unpipe(decompressor);
      request.on('error', () => {});
      if (error === undefined) resolve();
      else reject(error as Error);
    };
    const onReceived = (chunk: Buffer): void => {
      receivedBytes += chunk.length;
      if (receivedBytes > maxReceivedBytes) settle(tooLarge(maxBytes));
      else if (content.readableEnded) onEnd();
    };
    const onContent = (chunk: Buffer): void => {
      try {
        if (!block.append(chunk)) settle(tooLarge(maxBytes));
      } catch (error) {
        settle(error);
      }
    };
    const onEnd = (): void => {
      if (decompressor === null) settle();
      // What is compressed has an end of its own, which has to be that of the body.
      else if (decompressor.bytesWritten < receivedBytes) settle(malformed(request, 'bytes follow its end'));
      else if (request.readableEnded) settle();
      else request.once('end', onEnd);
    };
    const onGone = (): void => {
      if (request.complete && decompressor !== null) return;
      settle(incomplete());
    };
    const onBroken = (error: Error): void => {
      settle(
        (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR' ? incomplete() : malformed(request, error.message),
      );
    };

    if (request.destroyed && !request.readableEnded) return onGone();
    request.on('close', onGone).on('error', onGone);
    content.on('data', onContent).on('end', onEnd);
    if (decompressor !== null) {
      request.on('data', onReceived);
      decompressor.on('error', onBroken);
      request.pipe(decompressor);
    }
  });
}

/**
 * Memory that grows with what has come. The bytes are copied out of the network's chunks, for a body sent in chunks of one
 * byte would else hold a hundred times its size.
 */
class GrowingBlock {
  private bytes: Uint8Array<ArrayBuffer>;
  private length = 0;
  private readonly maxBytes: number;
  private readonly budget: BodyBudget;
  private isReleased = false;

  constructor(maxBytes: number, budget: BodyBudget, declaredBytes: number | null) {
    this.maxBytes = declaredBytes ?? maxBytes;
    this.budget = budget;
    this.bytes = new Uint8Array(Math.min(this.maxBytes, FIRST_BLOCK_BYTES));
  }

  /** False when the limit is passed. @throws HubError `converter-busy` */
  append(chunk: Uint8Array): boolean {
    const length = this.length + chunk.length;
    if (length > this.maxBytes) return false;
    this.budget.take(chunk.length);
    if (length > this.bytes.length) {
      const grown = new Uint8Array(Math.min(this.maxBytes, Math.max(length, this.bytes.length * 2)));
      grown.set(this.bytes.subarray(0, this.length));
      this.bytes = grown;
    }
    this.bytes.set(chunk, this.length);
    this.length = length;
    return true;
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
