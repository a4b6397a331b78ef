/** Has work done one after another: each begins when that before it has ended, well or not. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Resolves when all that has taken a turn has ended. */
  async ended(): Promise<void> {
    await this.#last;
  }
}
