import type { Readable } from 'node:stream';
import type { Output } from './output.ts';
import { HubError } from '../errors.ts';
import { PIECE_BYTES, PieceStream, type Tail } from './piece-stream.ts';

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
    const stream = new PieceStream(this.head, this.tail, this.size - this.head.length);
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
      const whole = Buffer.allocUnsafeSlow(this.size);
      whole.set(this.head);
      for (let at = this.head.length; at < this.size;) {
        const { bytesRead } = await this.tail.file.read(whole, at, this.size - at, at - this.head.length);
        if (bytesRead === 0) throw new Error('a spool file is shorter than what was written to it');
        at += bytesRead;
      }
      return whole.toString('utf8');
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
}
