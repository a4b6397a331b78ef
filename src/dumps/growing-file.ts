import { open, stat, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** How often it is looked whether a file has grown, while somebody waits for that. */
const LOOK_MS = 5;
const PIECE_BYTES = 64 * 1024;

/** Somebody who has so many bytes, and waits for more. */
interface Waiting {
  readonly bytes: number;
  wake(): void;
}

/** A file that is being written. All who read it while it grows share one look at its size. */
export class GrowingFile {
  readonly #path: string;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #size = 0;
  /** Whether it is written, or failed. */
  #isOver = false;
  #failure: { readonly error: unknown } | null = null;

  /** @param written settles when nothing more is written; the file may have got another name before */
  constructor(path: string, written: Promise<unknown>) {
    this.#path = path;
    written.then(
      () => this.#end(null),
      (error: unknown) => this.#end({ error }),
    );
  }

  /**
   * Its bytes, as they come, once there are some; they end when it is written, and fail as that fails. Null when it is over before.
   *
   * @throws the reason of the signal
   */
  async read(signal?: AbortSignal): Promise<Readable | null> {
    await this.#growBeyond(0, signal);
    if (this.#isOver) return null;
    // Of another name by now, it is over soon.
    const file = await open(this.#path, 'r').catch(() => null);
    if (file === null) return null;
    const gone = new AbortController();
    const bytes = Readable.from(this.#pieces(file, gone.signal), { objectMode: false, highWaterMark: PIECE_BYTES });
    // Also of one that nobody has begun to read, because the client is gone.
    return bytes.once('close', () => {
      gone.abort();
      void file.close().catch(() => {});
    });
  }

  async *#pieces(file: FileHandle, signal: AbortSignal): AsyncGenerator<Buffer> {
    for (let at = 0; ;) {
      // Whatever is read after it was over is all.
      const isLast = this.#isOver;
      const piece = await readPiece(file, at);
      at += piece?.length ?? 0;
      if (piece !== null) yield piece;
      else if (!isLast) await this.#growBeyond(at, signal);
      else if (this.#failure !== null) throw this.#failure.error;
      else return;
    }
  }

  /** Resolves when there are more bytes than so many, or nothing more comes. @throws the reason of the signal */
  async #growBeyond(bytes: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#isOver || this.#size > bytes) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(waiting);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const waiting = { bytes, wake };
      this.#waiting.add(waiting);
      signal?.addEventListener('abort', wake);
      this.#timer ??= setTimeout(() => void this.#look(), LOOK_MS);
    });
    signal?.throwIfAborted();
  }

  async #look(): Promise<void> {
    const found = await stat(this.#path).catch(() => null);
    this.#size = Math.max(this.#size, found?.size ?? 0);
    for (const waiting of this.#waiting) if (this.#size > waiting.bytes) waiting.wake();
    const isWaitedFor = this.#waiting.size > 0 && !this.#isOver;
    this.#timer = isWaitedFor ? setTimeout(() => void this.#look(), LOOK_MS) : undefined;
  }

  #end(failure: { readonly error: unknown } | null): void {
    this.#isOver = true;
    this.#failure = failure;
    clearTimeout(this.#timer);
    for (const waiting of this.#waiting) waiting.wake();
  }
}

/** What stands at a place; null where nothing does. */
async function readPiece(file: FileHandle, at: number): Promise<Buffer | null> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, at);
  return bytesRead === 0 ? null : piece.subarray(0, bytesRead);
}
