import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** What a reader gets that keeps up: fewer calls, each of which costs as much as it moves. */
const LARGE_PIECE_BYTES = 256 * 1024;
/** What others get: what is read for somebody who does not take it is memory. The first piece is one of these. */
export const PIECE_BYTES = 64 * 1024;
/** From 2.5 MB/s on a reader keeps up. */
const KEEPS_UP_BYTES_PER_MS = 2_500;

/** Where the bytes behind the head are. */
export type Tail = { readonly bytes: Uint8Array } | { readonly file: FileHandle };

/**
 * The bytes of an answer in pieces, the next of which is read while the last one is on its way. It closes no file. When it is piped, the
 * memory of a piece is used again once the piece has been written.
 */
export class PieceStream extends Readable {
  readonly #head: Uint8Array;
  readonly #tail: Tail;
  readonly #tailBytes: number;
  /** The next byte of the tail; the head stands before the first. */
  #at = 0;
  #isHeadGiven = false;
  #isReading = false;
  #whenRead: (() => void) | null = null;
  #pieceBytes = PIECE_BYTES;
  #askedAt = performance.now();
  /** The memory of the last piece and of the one before; null while pieces are the reader's to keep. */
  #reused: readonly [Buffer, Buffer] | null = null;

  constructor(head: Uint8Array, tail: Tail, tailBytes: number) {
    super({ highWaterMark: PIECE_BYTES });
    this.#head = head;
    this.#tail = tail;
    this.#tailBytes = tailBytes;
  }

  /**
   * Whoever holds less than a piece asks for the next one when the last one is written, and for the one behind it not before. New memory
   * for each piece would count as a reason to collect garbage: once or twice in an answer of 37 MB, on this thread.
   */
  override pipe<T extends NodeJS.WritableStream>(destination: T, options?: { end?: boolean }): T {
    const { writableHighWaterMark = Infinity } = destination as { writableHighWaterMark?: number };
    const isOnly = this.readableFlowing === null;
    this.#reused = isOnly && writableHighWaterMark <= PIECE_BYTES ? [Buffer.alloc(0), Buffer.alloc(0)] : null;
    return super.pipe(destination, options);
  }

  override _read(): void {
    if (!this.#isHeadGiven) {
      this.#isHeadGiven = true;
      if (this.#head.length > 0) {
        this.push(this.#head);
        return;
      }
    }
    const length = Math.min(this.#chooseSize(), this.#tailBytes - this.#at);
    if (length === 0) {
      this.push(null);
      return;
    }
    const start = this.#at;
    this.#at += length;
    if ('bytes' in this.#tail) this.push(this.#tail.bytes.subarray(start, this.#at));
    else void this.#readPiece(this.#tail.file, start, length);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Who closes the file afterwards closes it under nobody's hands.
    if (this.#isReading) this.#whenRead = () => done(error);
    else done(error);
  }

  /** It is asked for the next piece when the last but one has been taken. */
  #chooseSize(): number {
    const now = performance.now();
    const keepsUp = this.#pieceBytes >= (now - this.#askedAt) * KEEPS_UP_BYTES_PER_MS;
    this.#askedAt = now;
    return (this.#pieceBytes = keepsUp ? LARGE_PIECE_BYTES : PIECE_BYTES);
  }

  #takeMemory(length: number): Buffer {
    if (this.#reused === null) return Buffer.allocUnsafeSlow(length);
    const [last, lastButOne] = this.#reused;
    const taken = lastButOne.length >= length ? lastButOne : Buffer.allocUnsafeSlow(length);
    this.#reused = [taken, last];
    return taken.subarray(0, length);
  }

  async #readPiece(file: FileHandle, start: number, length: number): Promise<void> {
    this.#isReading = true;
    try {
      const piece = this.#takeMemory(length);
      for (let at = 0; at < length;) {
        const { bytesRead } = await file.read(piece, at, length - at, start + at);
        if (bytesRead === 0) throw new Error('a spool file is shorter than what was written to it');
        at += bytesRead;
      }
      this.#isReading = false;
      if (this.#whenRead === null) this.push(piece);
    } catch (error) {
      this.#isReading = false;
      this.destroy(error as Error);
    }
    this.#whenRead?.();
  }
}
