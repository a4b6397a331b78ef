import { Turns } from '../../turns.ts';
import { dropOldest } from './drop-oldest.ts';

/** What takes long to make is made once, one after the other, and what was asked for last is held ready. */
export class HeldResults<Result> {
  readonly #maxHeld: number;
  /** The one that was asked for last is the last. */
  readonly #held = new Map<string, Result>();
  /** What is being made, or waits for that. */
  readonly #running = new Map<string, Promise<Result | null>>();
  readonly #closing = new AbortController();
  readonly #turns = new Turns();

  /** @param maxHeld results that are held ready */
  constructor(maxHeld: number) {
    this.#maxHeld = maxHeld;
  }

  /** A result that is held ready; null for one that has to be made. */
  held(key: string): Result | null {
    const result = this.#held.get(key);
    if (result === undefined) return null;
    this.#hold(key, result);
    return result;
  }

  /**
   * The result that is held, is being made, or is made by `make` once all that were asked for before are. Null is not held: what
   * could not be made may be made later. The same holds for an error, which all get who wait for it.
   *
   * @param make ends with an error when its signal is aborted
   */
  async read(key: string, make: (closing: AbortSignal) => Promise<Result | null>): Promise<Result | null> {
    const held = this.held(key);
    if (held !== null) return held;
    let running = this.#running.get(key);
    if (running === undefined) {
      running = this.#turns.take(() => this.#make(key, make)).finally(() => this.#running.delete(key));
      this.#running.set(key, running);
    }
    return running;
  }

  /** Ends what is being made. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#turns.ended();
  }

  async #make(key: string, make: (closing: AbortSignal) => Promise<Result | null>): Promise<Result | null> {
    const result = await make(this.#closing.signal);
    if (result !== null) this.#hold(key, result);
    return result;
  }

  #hold(key: string, result: Result): void {
    this.#held.delete(key);
    this.#held.set(key, result);
    dropOldest(this.#held, this.#maxHeld);
  }
}
