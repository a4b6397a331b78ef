/** Answers that somebody waits for, by the ids of their jobs. */
export class Awaited<Answer> {
  readonly #resolvers = new Map<number, (answer: Answer | null) => void>();

  /** Resolves to the answer to a job; to null when there will be none. */
  to(id: number): Promise<Answer | null> {
    return new Promise((resolve) => this.#resolvers.set(id, resolve));
  }

  settle(id: number, answer: Answer | null): void {
    this.#resolvers.get(id)?.(answer);
    this.#resolvers.delete(id);
  }

  /** No job will be answered any more. */
  giveUp(): void {
    for (const id of this.#resolvers.keys()) this.settle(id, null);
  }
}
