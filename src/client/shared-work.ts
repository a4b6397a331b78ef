import { sleep, waitFor } from './waiting.ts';

/** How work that several callers wait for takes its pauses. */
export interface Pauses {
  /** Waits; the work ends here when no caller waits for it any more. */
  pause(ms: number): Promise<void>;
  /** Waits for other work in the same way. */
  join<T>(other: SharedWork<T>): Promise<T>;
}

/** Work that is done once for all who ask for it at the same time. One who stops waiting leaves it to the others. */
export class SharedWork<T> {
  readonly #start: (pauses: Pauses) => Promise<T>;
  #running: Run<T> | null = null;

  constructor(start: (pauses: Pauses) => Promise<T>) {
    this.#start = start;
  }

  /** What the work gives; it begins now unless it is under way. Rejects with the signal's reason when that is aborted. */
  async join(signal: AbortSignal | null): Promise<T> {
    signal?.throwIfAborted();
    const run = this.#running ?? this.#begin();
    run.waiting++;
    try {
      return await waitFor(run.result, signal);
    } finally {
      run.waiting--;
      // A request under way is not aborted: starting sign-ins again and again could look like password guessing. A pause can be aborted.
      if (run.waiting === 0 && run.isPausing) this.#abandon(run);
    }
  }

  #begin(): Run<T> {
    const abandoned = new AbortController();
    const run: Run<T> = { waiting: 0, isPausing: false, abandoned, result: null! };
    this.#running = run;
    const whilePausing = async <U>(wait: (signal: AbortSignal) => Promise<U>): Promise<U> => {
      if (run.waiting === 0) this.#abandon(run);
      run.isPausing = true;
      const waited = await wait(abandoned.signal);
      run.isPausing = false;
      return waited;
    };
    const pauses: Pauses = {
      pause: (ms) => whilePausing((signal) => sleep(ms, signal)),
      join: (other) => whilePausing((signal) => other.join(signal)),
    };
    // Not before the one who asked is counted.
    run.result = Promise.resolve()
      .then(() => this.#start(pauses))
      .finally(() => this.#forget(run));
    // Perhaps no caller is left to receive it.
    run.result.catch(() => {});
    return run;
  }

  #abandon(run: Run<T>): void {
    this.#forget(run);
    run.abandoned.abort(new Error('Nobody waits for this any more.'));
  }

  #forget(run: Run<T>): void {
    if (this.#running === run) this.#running = null;
  }
}

interface Run<T> {
  result: Promise<T>;
  waiting: number;
  isPausing: boolean;
  readonly abandoned: AbortController;
}
