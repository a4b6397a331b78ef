/** For whom something is searched. */
export interface Searcher {
  /** Searches of one client share its turns. */
  readonly client: string;
  /** Aborted when nobody wants the result any more. */
  readonly signal?: AbortSignal | undefined;
}

/** To be awaited between the steps of a long piece of work. @throws the reason of the signal when it is aborted */
export type Rest = () => Promise<void>;

/** For work that has its thread for itself. */
export const NO_REST: Rest = async () => {};

/** So many terms are looked at in less than a millisecond, and to rest after each would take longer than to look at it. */
export const TERMS_BETWEEN_RESTS = 64;
/** The same of numbers in arrays. */
export const PLACES_BETWEEN_RESTS = 8192;

/** A step takes 3 ms at most, so that others wait for less than 10 ms, also where garbage is collected between. */
const SLICE_MS = 3;

/**
 * Divides the time of a thread among searches: a slice of some ms in each turn of the event loop, and clients take turns. Several
 * `setImmediate` would all come due in one turn. A slice is its client's: a query that asks for the terms of each of a thousand
 * categories has a thousand pieces of work, and would wait for somebody else's slice before each.
 */
class ThreadSlices {
  /** Who waits for a slice, by client; the client whose turn it is comes first. */
  readonly #lines = new Map<string, Array<() => void>>();
  #isDue = false;
  /** Whose slice it is, or was last, and when it ends. */
  #current = { client: '', endsAt: 0 };

  /** Does a piece of work in slices; the first begins in another turn than the caller's, unless the caller's client has a slice. */
  async run<T>({ client, signal }: Searcher, work: (rest: Rest) => Promise<T>): Promise<T> {
    const rest = async (): Promise<void> => {
      if (!this.#hasSlice(client)) await this.#slice(client);
      signal?.throwIfAborted();
    };
    try {
      await rest();
      return await work(rest);
    } finally {
      // What is left of the slice is for the next piece.
      if (this.#hasSlice(client)) this.#begin(client);
    }
  }

  /** Does a piece of work in slices that nothing else of its client begins in. */
  async runAlone<T>({ client, signal }: Searcher, work: (rest: Rest) => Promise<T>): Promise<T> {
    let endsAt = 0;
    const rest = async (): Promise<void> => {
      if (performance.now() < endsAt) return;
      await this.#slice(client);
      this.#current.endsAt = 0;
      signal?.throwIfAborted();
      endsAt = performance.now() + SLICE_MS;
    };
    await rest();
    return work(rest);
  }

  #hasSlice(client: string): boolean {
    return this.#current.client === client && performance.now() < this.#current.endsAt;
  }

  #slice(client: string): Promise<void> {
    return new Promise((begin) => {
      const line = this.#lines.get(client);
      if (line === undefined) this.#lines.set(client, [begin]);
      else line.push(begin);
      this.#goOn();
    });
  }

  /** Begins what a client waits for, if anything, and lets others go first the next time. */
  #begin(client: string): void {
    const line = this.#lines.get(client);
    if (line === undefined) return;
    const begin = line.shift()!;
    this.#lines.delete(client);
    if (line.length > 0) this.#lines.set(client, line);
    begin();
  }

  #goOn(): void {
    if (this.#isDue || this.#lines.size === 0) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      const [client] = this.#lines.keys();
      if (client === undefined) return;
      this.#current = { client, endsAt: performance.now() + SLICE_MS };
      this.#begin(client);
      this.#goOn();
    });
  }
}

/** Of this thread, whoever searches in it. */
const slices = new ThreadSlices();

/** Does a piece of work in slices of this thread, which it shares with all that is done so. @throws what the work throws, and the reason of the signal */
export function inSlices<T>(searcher: Searcher, work: (rest: Rest) => Promise<T>): Promise<T> {
  return slices.run(searcher, work);
}

/** Does a piece of work in slices of its own: what follows it in the same turn takes as long, as to write a list into an answer. @throws as `inSlices` */
export function inOwnSlices<T>(searcher: Searcher, work: (rest: Rest) => Promise<T>): Promise<T> {
  return slices.runAlone(searcher, work);
}
