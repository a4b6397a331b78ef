import { joinBytes } from '../../join-bytes.ts';

// How a thread tells the results of messages apart: each piece of a result behind its length, and a mark behind the result.

const HEAD_BYTES = 4;
/** Behind the result of a message. */
const END = 0xffffffff;
/** Behind what was written of a message that failed. */
const FAILED = 0xfffffffe;

/** Writes the results of messages. */
export class FrameWriter {
  readonly #write: (bytes: Uint8Array) => void;
  readonly #head = new Uint8Array(HEAD_BYTES);
  readonly #view = new DataView(this.#head.buffer);

  /** @param write may not keep the bytes */
  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  /** A piece of the result. */
  write(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#writeHead(bytes.length);
    this.#write(bytes);
  }

  end(isFailed: boolean): void {
    this.#writeHead(isFailed ? FAILED : END);
  }

  #writeHead(value: number): void {
    this.#view.setUint32(0, value);
    this.#write(this.#head);
  }
}

/** Reads what a `FrameWriter` wrote, in pieces of any size. */
export class FrameReader {
  readonly #head = new Uint8Array(HEAD_BYTES);
  readonly #view = new DataView(this.#head.buffer);
  /** Bytes of the head that were read. */
  #headBytes = 0;
  /** Bytes that are left of the piece. */
  #left = 0;
  #pieces: Uint8Array[] = [];

  /** The results that end in these bytes, in order; null for one of a message that failed. The bytes are not kept. */
  *read(taken: Uint8Array): Generator<Uint8Array | null> {
    // At once: memory for each result would keep the collector of garbage busy.
    const bytes = taken.slice();
    for (let at = 0; at < bytes.length;) {
      if (this.#left > 0) {
        const piece = bytes.subarray(at, at + this.#left);
        this.#pieces.push(piece);
        this.#left -= piece.length;
        at += piece.length;
        continue;
      }
      this.#head[this.#headBytes++] = bytes[at++]!;
      if (this.#headBytes < HEAD_BYTES) continue;
      this.#headBytes = 0;
      const value = this.#view.getUint32(0);
      if (value < FAILED) this.#left = value;
      else yield this.#take(value === FAILED);
    }
  }

  #take(isFailed: boolean): Uint8Array | null {
    const pieces = this.#pieces;
    this.#pieces = [];
    if (isFailed) return null;
    return pieces.length === 1 ? pieces[0]! : joinBytes(pieces);
  }
}
