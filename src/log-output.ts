import { write, writeSync } from 'node:fs';

/** Characters of lines that may wait, those that are being written among them. */
const MAX_WAITING = 8 * 1024 * 1024;
const RETRY_MS = 100;
const NOTHING = new Uint8Array();
/** A write that takes longer hangs: nobody reads what was written. */
const HANGING_MS = 400;
/** More than a write takes otherwise. */
const USUAL_MS = 20;

interface LogOutputOptions {
  /** The file, pipe or terminal that is written to. */
  readonly fd: number;
  /** Called when lines were lost and others can be written again. @param lines how many were lost */
  readonly onLost: (lines: number) => void;
  /** Characters of lines that may wait; further lines are lost. */
  readonly maxWaiting?: number;
}

/**
 * Writes lines one after another, and never makes anybody wait or fail for them: what a full disk or a reader that has stopped does not
 * take waits, as far as it may. Lines for a reader that is gone are dropped.
 */
export class LogOutput {
  readonly #fd: number;
  readonly #onLost: (lines: number) => void;
  readonly #maxWaiting: number;
  #lines: string[] = [];
  #length = 0;
  /** Characters of what is being written. */
  #writingLength = 0;
  #lost = 0;
  /** What is being written, or has to be tried again. */
  #bytes: Uint8Array | null = null;
  /** When the write began that has not ended. */
  #writingSince: number | null = null;
  /** The reader is gone, or the process ends. */
  #isOver = false;
  #whenWritten: () => void = () => {};

  constructor({ fd, onLost, maxWaiting = MAX_WAITING }: LogOutputOptions) {
    this.#fd = fd;
    this.#onLost = onLost;
    this.#maxWaiting = maxWaiting;
  }

  write(line: string): void {
    if (this.#isOver) return;
    if (this.#length + line.length > this.#maxWaiting) {
      this.#lost++;
      return;
    }
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#bytes === null) this.#writeNext();
  }

  /** Resolves when all is written, or after this time; false when a write hangs then, for which the exit of Node would wait. */
  async end(withinMs: number): Promise<boolean> {
    if (this.#bytes === null && this.#writingSince === null) return true;
    await new Promise<void>((resolve) => {
      this.#whenWritten = resolve;
      setTimeout(resolve, withinMs);
    });
    return this.#writingSince === null;
  }

  /**
   * Tries once to write what waits, for a process that ends; nothing is written afterwards. False when a write hangs, for which the exit
   * of Node would wait.
   */
  endNow(): boolean {
    const tried = this.#writingSince === null ? this.#bytes : null;
    const rest = Buffer.concat([tried ?? NOTHING, Buffer.from(this.#lines.join(''))]);
    this.#stop();
    if (this.#writingSince !== null) {
      if (performance.now() - this.#writingSince > HANGING_MS) return false;
      // The lines before these come first.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, USUAL_MS);
    }
    try {
      if (rest.length > 0) writeSync(this.#fd, rest);
    } catch {
      // There is nobody left to tell.
    }
    return true;
  }

  #writeNext(): void {
    if (this.#lines.length === 0) {
      this.#bytes = null;
      this.#whenWritten();
      return;
    }
    const text = this.#lines.join('');
    this.#lines = [];
    this.#writingLength = text.length;
    this.#writeBytes(Buffer.from(text));
  }

  #writeBytes(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#writingSince = performance.now();
    write(this.#fd, bytes, (error, written) => {
      this.#writingSince = null;
      if (this.#isOver || error?.code === 'EPIPE') this.#stop();
      else if (error === null) this.#afterWrite(bytes.subarray(written));
      else setTimeout(() => this.#tryAgain(bytes), RETRY_MS).unref();
    });
  }

  #afterWrite(rest: Uint8Array): void {
    if (rest.length > 0) {
      this.#writeBytes(rest);
      return;
    }
    this.#length -= this.#writingLength;
    this.#writeNext();
    if (this.#lost === 0) return;
    const lost = this.#lost;
    this.#lost = 0;
    this.#onLost(lost);
  }

  #tryAgain(bytes: Uint8Array): void {
    if (!this.#isOver) this.#writeBytes(bytes);
  }

  #stop(): void {
    this.#isOver = true;
    this.#lines = [];
    this.#bytes = null;
    if (this.#writingSince === null) this.#whenWritten();
  }
}
