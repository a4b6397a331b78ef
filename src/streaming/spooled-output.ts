import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Output } from './output.ts';
import { HubError } from '../errors.ts';

const PIECE_BYTES = 64 * 1024;

/** Where the bytes behind the head are. */
export type Tail = { readonly bytes: Uint8Array } | { readonly file: FileHandle };

/** An answer in memory or in a nameless file; frees its room when it was read or is disposed. */
export class SpooledOutput implements Output {
  readonly size: number;
  private readonly head: Uint8Array;
  private readonly tail: Tail;
  private readonly release: () => void;
  private isDisposed = false;

  constructor(head: Uint8Array, tail: Tail, tailBytes: number, release: () => void) {
    this.head = head;
    this.tail = tail;
    this.size = head.length + tailBytes;
    this.release = release;
  }

  takeSmall(): Buffer | null {
    if (!('bytes' in this.tail) || this.size > PIECE_BYTES) return null;
    this.dispose();
    return Buffer.concat([this.head, this.tail.bytes], this.size);
  }

  stream(): Readable {
    const stream = Readable.from(this.pieces(), { objectMode: false, highWaterMark: PIECE_BYTES });
    stream.once('close', () => this.dispose());
    return stream;
  }

  async text(maxBytes: number): Promise<string> {
    try {
      if (this.size > maxBytes) {
        throw new HubError(
          'answer-too-large',
          `The answer has ${this.size} bytes, more than the ${maxBytes} that can be given here.`,
        );
      }
      if ('bytes' in this.tail) return Buffer.concat([this.head, this.tail.bytes], this.size).toString('utf8');
      const pieces: Buffer[] = [];
      for await (const piece of this.pieces()) pieces.push(piece);
      return Buffer.concat(pieces).toString('utf8');
    } finally {
      this.dispose();
    }
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.release();
    // Closing waits for a read under way.
    if ('file' in this.tail) void this.tail.file.close().catch(() => {});
  }

  private async *pieces(): AsyncGenerator<Buffer> {
    if (this.head.length > 0) yield* inPieces(this.head);
    if ('bytes' in this.tail) {
      yield* inPieces(this.tail.bytes);
      return;
    }
    const tailBytes = this.size - this.head.length;
    for (let at = 0; at < tailBytes;) {
      const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, tailBytes - at));
      const { bytesRead } = await this.tail.file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) throw new Error('a spool file is shorter than what was written to it');
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }
}

/** Small pieces, so that what a slow reader takes can be measured. */
function* inPieces(bytes: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.length);
  }
}
