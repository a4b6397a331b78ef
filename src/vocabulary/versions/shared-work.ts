/** Something that is being done, and for how many. */
interface Running<Result> {
  readonly result: Promise<Result>;
  readonly ended: AbortController;
  waiting: number;
}

/** Work that is done once for all who ask for it at the same time, and ended when none of them waits for it any more. */
export class SharedWork<Result> {
  readonly #running = new Map<string, Running<Result>>();

  /** Whether it is being done. */
  has(key: string): boolean {
    return this.#running.has(key);
  }

  /**
   * The result of what is being done, or of `work`.
   *
   * @param signal of the one who asks
   * @param work ends with an error when its signal is aborted
   * @throws what `work` throws, and the reason of the signal when it is aborted
   */
  async get(
    key: string,
    signal: AbortSignal | undefined,
    work: (ended: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const running = this.#running.get(key) ?? this.#start(key, work);
    running.waiting++;
    let leave = (): void => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal!.reason as Error);
    });
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([running.result, left]);
    } finally {
      signal?.removeEventListener('abort', leave);
      if (--running.waiting === 0) {
        // Whoever asks from now on does not get what is ended here.
        this.#forget(key, running);
        running.ended.abort();
      }
    }
  }

  #start(key: string, work: (ended: AbortSignal) => Promise<Result>): Running<Result> {
    const ended = new AbortController();
    const running = { result: work(ended.signal), ended, waiting: 0 };
    this.#running.set(key, running);
    const forget = (): void => this.#forget(key, running);
    running.result.then(forget, forget);
    return running;
  }

  #forget(key: string, running: Running<Result>): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
  }
}
