/** Runs so many at a time; the others wait. */
export class Lanes {
  readonly #width: number;
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(width: number) {
    this.#width = width;
  }

  /** @param work which never rejects */
  run(work: () => Promise<void>): void {
    this.#waiting.push(work);
    this.#next();
  }

  /** Resolves when nothing runs or waits. */
  async end(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #next(): void {
    while (this.#running.size < this.#width) {
      const work = this.#waiting.shift();
      if (work === undefined) return;
      const running = work().finally(() => {
        this.#running.delete(running);
        this.#next();
      });
      this.#running.add(running);
    }
  }
}
