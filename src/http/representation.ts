import { createHash, type Hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { Context } from 'koa';
import { skipCompression } from './compress.ts';
import { readAcceptEncoding, type Coding } from './headers/accept-encoding.ts';
import { isKnownToClient } from './preconditions.ts';

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const decompress = promisify(gunzip);

/** Smaller answers are not worth it. The others are compressed once, and often for many requests. */
const THRESHOLD_BYTES = 1024;
/** What is kept is compressed once, and better than what is made for one answer. */
const EFFORTS = {
  kept: { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }, gzip: { level: 7 } },
  passing: { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }, gzip: { level: 3 } },
} as const;

/** What is longer is held compressed alone. It takes a twentieth of the memory then, and most clients want it so. */
const LONG_BYTES = 8 * 1024 * 1024;

/** So many bytes are hashed in less than a millisecond. */
const HASHED_BYTES = 256 * 1024;

/** Most texts that come in pieces are no longer. */
const FIRST_BLOCK_BYTES = 1024 * 1024;
/** Longer ones are written into blocks that the C library maps by themselves, and gives back: of hundreds of pieces it would keep the memory. */
const BLOCK_BYTES = 33 * 1024 * 1024;
/** A unit of UTF-16 is no more in UTF-8. */
const MOST_BYTES_A_UNIT = 3;

/** One form of a resource, as it is and compressed; what it is compressed to is kept with it. Of a long one nothing else is kept, once somebody asked for it. */
export class Representation {
  readonly contentType: string;
  /** Of the bytes as they are. */
  readonly length: number;
  /** These bytes, unless `#compressed` has them as gzip: then as long as nobody collected them. */
  #bytes: Buffer | WeakRef<Buffer>;
  /** While they are made of the others: who asks meanwhile waits for the same. */
  #decompressing: Promise<Buffer> | null = null;
  readonly #tag: string;
  readonly #effort: keyof typeof EFFORTS;
  readonly #compressed: Map<Coding, Promise<Buffer>>;

  /** The same of a text in pieces, with a rest between them: to write and to hash many megabytes holds the thread. */
  static async ofPieces(
    contentType: string,
    pieces: Iterable<string>,
    version: string,
    rest: () => Promise<void>,
  ): Promise<Representation> {
    const hash = hashFor(contentType, version);
    const written: Buffer[] = [];
    let [block, length] = [Buffer.allocUnsafeSlow(FIRST_BLOCK_BYTES), 0];
    for (const piece of pieces) {
      if (length + piece.length * MOST_BYTES_A_UNIT > block.length) {
        written.push(block.subarray(0, length));
        [block, length] = [Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, piece.length * MOST_BYTES_A_UNIT)), 0];
      }
      const end = length + block.write(piece, length);
      hash.update(block.subarray(length, end));
      length = end;
      await rest();
    }
    const bytes = Buffer.concat([...written, block.subarray(0, length)]);
    return new Representation(contentType, bytes, version, 'kept', tagOf(hash));
  }

  /** The same of bytes, with a rest between the pieces that are hashed. */
  static async ofBytes(
    contentType: string,
    bytes: Uint8Array,
    version: string,
    rest: () => Promise<void>,
  ): Promise<Representation> {
    const hash = hashFor(contentType, version);
    for (let at = 0; at < bytes.length; at += HASHED_BYTES) {
      hash.update(bytes.subarray(at, at + HASHED_BYTES));
      await rest();
    }
    return new Representation(contentType, bytes, version, 'kept', tagOf(hash));
  }

  /**
   * @param content a text, or its UTF-8
   * @param version what the text was made of; it is a part of the ETag
   * @param compressed how well it is to be compressed, or what it was compressed to before
   * @param tag what these bytes have, where that is known
   */
  constructor(
    contentType: string,
    content: string | Uint8Array,
    version: string,
    compressed: keyof typeof EFFORTS | Readonly<Record<Coding, Buffer>> = 'kept',
    tag?: string,
  ) {
    this.contentType = contentType;
    const isMade = typeof compressed === 'object';
    this.#effort = isMade ? 'kept' : compressed;
    this.#compressed = new Map(
      isMade ? (['br', 'gzip'] as const).map((coding) => [coding, Promise.resolve(compressed[coding])]) : [],
    );
    const bytes =
      typeof content === 'string'
        ? Buffer.from(content)
        : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    this.#bytes = bytes;
    this.length = bytes.length;
    this.#tag = tag ?? tagOf(hashFor(contentType, version).update(bytes));
  }

  /** What the client likes best of what the hub has; null stands for the bytes as they are. */
  codingFor(acceptEncoding: string | undefined): Coding | null {
    return preferredCoding(acceptEncoding, this.length);
  }

  /** A strong validator: other bytes, other tag (RFC 9110 §8.8.3). */
  etag(coding: Coding | null): string {
    return coding === null ? `"${this.#tag}"` : `"${this.#tag}-${coding}"`;
  }

  async encoded(coding: Coding | null): Promise<Buffer> {
    const encoded = coding === null ? await this.#asItIs() : await this.#compressedBy(coding);
    if (this.#bytes instanceof Buffer && this.#effort === 'kept' && this.length > LONG_BYTES)
      void this.#holdCompressed();
    return encoded;
  }

  async #asItIs(): Promise<Buffer> {
    const bytes = this.#bytes instanceof WeakRef ? this.#bytes.deref() : this.#bytes;
    if (bytes !== undefined) return bytes;
    this.#decompressing ??= this.#decompressed().finally(() => {
      this.#decompressing = null;
    });
    return this.#decompressing;
  }

  async #decompressed(): Promise<Buffer> {
    // One block, as `ofPieces` has them: zlib's own pieces are small.
    const chunkSize = Math.max(BLOCK_BYTES, this.length + 1);
    const decompressed = await decompress(await this.#compressedBy('gzip'), { chunkSize });
    this.#bytes = new WeakRef(decompressed);
    return decompressed;
  }

  #compressedBy(coding: Coding): Promise<Buffer> {
    let compressed = this.#compressed.get(coding);
    if (compressed === undefined) {
      compressed = this.#asItIs().then((bytes) => compressors[coding](bytes, EFFORTS[this.#effort][coding] as object));
      this.#compressed.set(coding, compressed);
    }
    return compressed;
  }

  /** Lets the bytes as they are go once they can be had of the others. */
  async #holdCompressed(): Promise<void> {
    const bytes = this.#bytes;
    const compressed = await this.#compressedBy('gzip').catch(() => null);
    if (compressed !== null && bytes instanceof Buffer) this.#bytes = new WeakRef(bytes);
  }
}

/** What the client likes best of what the hub has, for an answer of so many bytes; null stands for the bytes as they are. */
export function preferredCoding(acceptEncoding: string | undefined, bytes: number): Coding | null {
  return bytes < THRESHOLD_BYTES ? null : readAcceptEncoding(acceptEncoding).coding;
}

/** What an answer has besides its representation. */
export interface AnswerHeaders {
  readonly lastModified: Date | null;
  readonly maxAgeSeconds: number;
  /** It is the same for ever, so that no client has to ask again (RFC 8246). */
  readonly isImmutable?: boolean;
  /** Values of Link, RFC 8288. */
  readonly links: readonly string[];
}

/** Answers 200 with the representation, or 304 when the client has it. @throws HubError `precondition-failed` */
export async function sendRepresentation(
  ctx: Context,
  representation: Representation,
  headers: AnswerHeaders,
): Promise<void> {
  const coding = representation.codingFor(ctx.headers['accept-encoding']);
  if (startAnswer(ctx, representation.etag(coding), headers) === 'known') return;
  ctx.set('Content-Type', representation.contentType);
  if (coding !== null) ctx.set('Content-Encoding', coding);
  ctx.body = await representation.encoded(coding);
}

/**
 * Sets status and headers of a read: 304 for who has what this tag names, then `known`, else 200.
 *
 * @throws HubError `precondition-failed`, and sets nothing then
 */
export function startAnswer(ctx: Context, etag: string, headers: AnswerHeaders): 'known' | 'wanted' {
  const isKnown = isKnownToClient(ctx.headers, { etag, lastModified: headers.lastModified });
  skipCompression(ctx);
  ctx.vary('Accept-Encoding');
  ctx.status = isKnown ? 304 : 200;
  ctx.set('ETag', etag);
  ctx.set(
    'Cache-Control',
    `public, max-age=${headers.maxAgeSeconds}${headers.isImmutable === true ? ', immutable' : ''}`,
  );
  if (headers.lastModified !== null) ctx.set('Last-Modified', headers.lastModified.toUTCString());
  if (headers.links.length > 0) ctx.set('Link', headers.links.join(', '));
  return isKnown ? 'known' : 'wanted';
}

function hashFor(contentType: string, version: string): Hash {
  return createHash('sha256').update(`${version}\n${contentType}\n`);
}

function tagOf(hash: Hash): string {
  return hash.digest('base64url').slice(0, 27);
}
