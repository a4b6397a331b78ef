/**
 * Bytes on their way from one thread to another in a piece of shared memory: a worker that writes faster than it is read waits, and
 * nothing is allocated on the way. Output belongs to turns, one after the other; the reader sees where each ends.
 */

/** Places of the numbers before the bytes. Positions count all bytes ever written or read, modulo 2^32. */
const WRITTEN = 0;
const READ = 1;
/** Turns that have ended. */
const ENDED = 2;
/** 1 while the reader waits for a message about the next bytes. */
const READER_WAITS = 3;
/** The positions at which the last turns ended. */
const ENDS = 4;
/** More turns than a worker ever has under way. */
const TURNS = 12;
const HEAD_BYTES = (ENDS + TURNS) * 4;

/** A power of two, so that positions wrap where the ring does. */
const CAPACITY = 8 * 1024 * 1024;
/** Fewer bytes wait until they are more, or the turn ends. */
const PUBLISHED_BYTES = 128 * 1024;

/** The shared memory of an empty ring. */
export function createRing(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEAD_BYTES + CAPACITY);
}

/** The end that a worker thread writes to. */
export class RingWriter {
  readonly #numbers: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #tellReader: () => void;
  #written = 0;
  #published = 0;

  /** @param tellReader wakes the reader: it waits for bytes */
  constructor(ring: SharedArrayBuffer, tellReader: () => void) {
    this.#numbers = new Int32Array(ring, 0, ENDS + TURNS);
    this.#bytes = new Uint8Array(ring, HEAD_BYTES);
    this.#tellReader = tellReader;
  }

  /** Copies the bytes into the ring; blocks the thread while it is full. */
  write(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length;) {
      const at = this.#written & (CAPACITY - 1);
      const length = Math.min(this.#waitForRoom(), bytes.length - from, CAPACITY - at);
      this.#bytes.set(from === 0 && length === bytes.length ? bytes : bytes.subarray(from, from + length), at);
      from += length;
      this.#written = (this.#written + length) >>> 0;
    }
    if ((this.#written - this.#published) >>> 0 >= PUBLISHED_BYTES) this.#publish();
  }

  /** Ends a turn: what is written next belongs to the one behind it. */
  endTurn(): void {
    this.#publish();
    const ended = Atomics.load(this.#numbers, ENDED);
    Atomics.store(this.#numbers, ENDS + (ended % TURNS), this.#written | 0);
    Atomics.store(this.#numbers, ENDED, ended + 1);
  }

  #waitForRoom(): number {
    for (;;) {
      const read = Atomics.load(this.#numbers, READ);
      const room = CAPACITY - ((this.#written - read) >>> 0);
      if (room > 0) return room;
      this.#publish();
      Atomics.wait(this.#numbers, READ, read);
    }
  }

  #publish(): void {
    this.#published = this.#written;
    Atomics.store(this.#numbers, WRITTEN, this.#written | 0);
    if (Atomics.exchange(this.#numbers, READER_WAITS, 0) === 1) this.#tellReader();
  }
}

/** The end that the main thread reads from. */
export class RingReader {
  readonly #numbers: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(ring: SharedArrayBuffer) {
    this.#numbers = new Int32Array(ring, 0, ENDS + TURNS);
    this.#bytes = new Uint8Array(ring, HEAD_BYTES);
  }

  /**
   * The next bytes of a turn: empty when there are none yet, null when it has ended and all was read. They have to be released
   * before the next look.
   *
   * @param turn counted from 0
   */
  peek(turn: number): Uint8Array | null {
    // In this order: while the turn has not ended, what is written belongs to it.
    const written = Atomics.load(this.#numbers, WRITTEN);
    const hasEnded = Atomics.load(this.#numbers, ENDED) > turn;
    const end = hasEnded ? Atomics.load(this.#numbers, ENDS + (turn % TURNS)) : written;
    const read = Atomics.load(this.#numbers, READ);
    const length = (end - read) >>> 0;
    if (length === 0 && hasEnded) return null;
    const at = read & (CAPACITY - 1);
    return this.#bytes.subarray(at, at + Math.min(length, CAPACITY - at));
  }

  /** Gives the room of bytes that were read back to the writer. */
  release(length: number): void {
    Atomics.add(this.#numbers, READ, length);
    Atomics.notify(this.#numbers, READ);
  }

  /** Asks for a message about the next bytes. True when there are bytes already. */
  listen(turn: number): boolean {
    Atomics.store(this.#numbers, READER_WAITS, 1);
    const bytes = this.peek(turn);
    return bytes === null || bytes.length > 0;
  }
}
