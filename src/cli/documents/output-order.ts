/**
 * Whose batch may be written: threads that write to one file take turns in the order of the input. The numbers stand in shared memory,
 * so that no thread has to ask another one.
 */

/** Number of the batch whose output is written now. */
const CURRENT = 0;
/** 1 when something was written that the next batch has to be set apart from. */
const HAS_OUTPUT = 1;

/** The shared memory of an order that begins with batch 0. */
export function createOutputOrder(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** An end of the order, in any thread. */
export class OutputOrder {
  readonly #numbers: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#numbers = new Int32Array(memory);
  }

  /** Numbers wrap where 32 bits do. */
  isTurnOf(batch: number): boolean {
    return Atomics.load(this.#numbers, CURRENT) === (batch | 0);
  }

  /** Lets the batch behind this one be written. Only the thread whose turn it is may call it. */
  pass(batch: number): void {
    Atomics.store(this.#numbers, CURRENT, (batch + 1) | 0);
    Atomics.notify(this.#numbers, CURRENT);
  }

  /** Blocks the thread until it is this batch's turn, or some milliseconds are over. */
  wait(batch: number, ms: number): void {
    const current = Atomics.load(this.#numbers, CURRENT);
    if (current !== (batch | 0)) Atomics.wait(this.#numbers, CURRENT, current, ms);
  }

  /** Blocks the thread for so many milliseconds. */
  pause(ms: number): void {
    Atomics.wait(this.#numbers, CURRENT, Atomics.load(this.#numbers, CURRENT), ms);
  }

  /** Notes that the batch has output; true when others had some before. Only the thread whose turn it is may call it. */
  addOutput(): boolean {
    return Atomics.exchange(this.#numbers, HAS_OUTPUT, 1) === 1;
  }
}
