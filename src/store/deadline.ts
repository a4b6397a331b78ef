import { setTimeout as wait } from 'node:timers/promises';
import { StoreError } from './store.ts';

/** The time that a store may take for something, all its waiting together. Ends with `end`. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #callers: AbortSignal | undefined;
  readonly #timeoutMs: number;
  #leftMs: number;
  #runsSince: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor({ signal, timeoutMs }: { readonly signal?: AbortSignal | undefined; readonly timeoutMs: number }) {
    this.#callers = signal;
    this.#timeoutMs = timeoutMs;
    this.#leftMs = timeoutMs;
    if (signal?.aborted === true) this.#giveUp();
    signal?.addEventListener('abort', this.#giveUp, { once: true });
    this.resume();
  }

  /** Aborted, with a StoreError, when the time is over and when the caller has lost interest. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** 0 when it is over. */
  get remainingMs(): number {
    if (this.signal.aborted) return 0;
    const ranMs = this.#runsSince === null ? 0 : performance.now() - this.#runsSince;
    return Math.max(0, this.#leftMs - ranMs);
  }

  /** Stops the clock while the store is not waited for. */
  pause(): void {
    this.#leftMs = this.remainingMs;
    this.#runsSince = null;
    clearTimeout(this.#timer);
  }

  resume(): void {
    this.#runsSince = performance.now();
    this.#timer = setTimeout(
      () => this.#controller.abort(new StoreError(`no answer within ${this.#timeoutMs} ms`)),
      this.#leftMs,
    );
  }

  /** Gives the whole time again, because something came of what is waited for. */
  renew(): void {
    this.#leftMs = this.#timeoutMs;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#callers?.removeEventListener('abort', this.#giveUp);
  }

  /** Lets time go by. @throws StoreError when it is over before */
  async pass(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.signal }).catch(() => {});
    this.signal.throwIfAborted();
  }

  readonly #giveUp = (): void =>
    this.#controller.abort(new StoreError('who asked for it did not wait for it', { cause: this.#callers?.reason }));
}
