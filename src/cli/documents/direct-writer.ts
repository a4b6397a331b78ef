import { writeSync } from 'node:fs';
import { OutputOrder } from './output-order.ts';

/** Output that a thread holds until it may be written. */
const HELD_BYTES = 8 * 1024 * 1024;
/** Fewer bytes wait until they are more, or the batch ends. */
const WRITTEN_BYTES = 256 * 1024;

/** A reader that is slow is tried again after a pause, which grows. */
const SHORTEST_PAUSE_MS = 0.1;
const LONGEST_PAUSE_MS = 8;
/** For a turn that is passed on while nobody listens. */
const TURN_MS = 50;

interface HeldBatch {
  readonly number: number;
  /** Bytes that wait to be written. */
  bytes: number;
  hasOutput: boolean;
  /** No batch behind this one is written. */
  isLast: boolean;
  /** Called when the batch has ended and all of it is written; null before its end. */
  whenWritten: (() => void) | null;
}

/** Writes the output of one thread's batches to a file or pipe that other threads write to as well, each batch in its turn. */
export class DirectWriter {
  readonly #descriptor: number;
  readonly #order: OutputOrder;
  readonly #between: Uint8Array;
  readonly #held = new Uint8Array(HELD_BYTES);
  /** Those that are not written yet, in order; the last one may be under way. */
  readonly #batches: HeldBatch[] = [];
  #from = 0;
  #length = 0;
  #pauseMs = SHORTEST_PAUSE_MS;
  /** When it is worth trying again (`performance.now()`): the reader had no room. */
  #triedAgainMs = 0;
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param descriptor of the output; it may be one that never blocks
   * @param order memory of the order that all threads share
   * @param between stands between the outputs of two batches
   */
  constructor(descriptor: number, order: SharedArrayBuffer, between: string) {
    this.#descriptor = descriptor;
    this.#order = new OutputOrder(order);
    this.#between = new TextEncoder().encode(between);
  }

  /** Begins a batch: what is written next belongs to it. */
  begin(number: number): void {
    this.#batches.push({ number, bytes: 0, hasOutput: false, isLast: false, whenWritten: null });
  }

  /** Copies the bytes; blocks the thread while it holds too many that may not be written yet. @throws what `writeSync` throws */
  write(bytes: Uint8Array): void {
    const batch = this.#batches.at(-1)!;
    for (let from = 0; from < bytes.length;) {
      if (this.#length === HELD_BYTES) this.#makeRoom();
      const to = (this.#from + this.#length) % HELD_BYTES;
      const length = Math.min(bytes.length - from, HELD_BYTES - this.#length, HELD_BYTES - to);
      this.#held.set(from === 0 && length === bytes.length ? bytes : bytes.subarray(from, from + length), to);
      from += length;
      this.#length += length;
      batch.bytes += length;
    }
    if (this.#length >= WRITTEN_BYTES) this.#flush();
  }

  /**
   * Ends the batch.
   *
   * @param isLast no batch behind this one may be written
   * @param whenWritten as soon as all of it is written, and the turn is passed on
   * @param onFault gets what went wrong with what is written later
   */
  end(isLast: boolean, whenWritten: () => void, onFault: (error: unknown) => void): void {
    const batch = this.#batches.at(-1)!;
    batch.isLast = isLast;
    batch.whenWritten = whenWritten;
    this.#flushLater(onFault);
  }

  /** Writes what may be written, and comes back for the rest while the thread has nothing else to do. */
  #flushLater(onFault: (error: unknown) => void): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    try {
      if (!this.#flush()) this.#timer = setTimeout(() => this.#flushLater(onFault), 1);
    } catch (error) {
      onFault(error);
    }
  }

  #makeRoom(): void {
    while (!this.#flush() && this.#length === HELD_BYTES) {
      const { number } = this.#batches[0]!;
      if (!this.#order.isTurnOf(number)) this.#order.wait(number, TURN_MS);
      else this.#order.pause(this.#pauseMs);
    }
  }

  /** Writes what may be written now; false when something has to wait. */
  #flush(): boolean {
    for (let batch = this.#batches[0]; batch !== undefined; batch = this.#batches[0]) {
      if (!this.#order.isTurnOf(batch.number)) return false;
      if (batch.bytes > 0 && !batch.hasOutput) {
        batch.hasOutput = true;
        if (this.#order.addOutput()) this.#writeBetween();
      }
      while (batch.bytes > 0) {
        const length = Math.min(batch.bytes, HELD_BYTES - this.#from);
        const written = this.#tryToWrite(this.#held, this.#from, length);
        if (written === 0) return false;
        this.#from = (this.#from + written) % HELD_BYTES;
        this.#length -= written;
        batch.bytes -= written;
      }
      if (batch.whenWritten === null) return true;
      this.#batches.shift();
      // First, for who hears of it may pass on the turns behind this one.
      if (!batch.isLast) this.#order.pass(batch.number);
      batch.whenWritten();
    }
    return true;
  }

  #writeBetween(): void {
    for (let from = 0; from < this.#between.length;) {
      const written = this.#tryToWrite(this.#between, from, this.#between.length - from);
      if (written === 0) this.#order.pause(LONGEST_PAUSE_MS);
      from += written;
    }
  }

  /** The number of bytes that were taken; 0 when the reader of a pipe has no room for any. */
  #tryToWrite(bytes: Uint8Array, from: number, length: number): number {
    // A refusal is expensive, and pieces come often.
    if (performance.now() < this.#triedAgainMs) return 0;
    try {
      const written = writeSync(this.#descriptor, bytes, from, length);
      this.#pauseMs = SHORTEST_PAUSE_MS;
      return written;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      this.#triedAgainMs = performance.now() + this.#pauseMs;
      this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
      return 0;
    }
  }
}
