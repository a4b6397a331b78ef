import { HubError } from '../errors.ts';

interface Waiting {
  readonly enter: () => void;
}

/** Lets so many in at a time, lets so many others wait in order, and turns the rest away. */
export class Turnstile {
  private readonly places: number;
  private readonly maxWaiting: number;
  private readonly maxWaitMs: number;
  private inside = 0;
  private readonly waiting = new Set<Waiting>();
  /** How long one stays inside, on average. */
  private meanMs = 500;

  constructor(places: number, maxWaiting: number, maxWaitMs: number) {
    this.places = places;
    this.maxWaiting = maxWaiting;
    this.maxWaitMs = maxWaitMs;
  }

  get load(): { readonly inside: number; readonly waiting: number } {
    return { inside: this.inside, waiting: this.waiting.size };
  }

  /**
   * Resolves inside, with the way out.
   *
   * @throws HubError `converter-busy` when too many wait, or the wait took too long
   * @throws the reason of the signal when it is aborted
   */
  async enter(signal: AbortSignal | undefined): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.inside < this.places) this.inside++;
    else if (this.waiting.size >= this.maxWaiting) throw this.busy();
    else await this.wait(signal);
    const enteredAt = performance.now();
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      this.meanMs += (performance.now() - enteredAt - this.meanMs) / 8;
      this.leave();
    };
  }

  private wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (then: () => void): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.waiting.delete(waiting);
        then();
      };
      const waiting: Waiting = { enter: () => settle(resolve) };
      const onAbort = (): void => settle(() => reject(signal!.reason as Error));
      const timer = setTimeout(() => settle(() => reject(this.busy())), this.maxWaitMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.waiting.add(waiting);
    });
  }

  /** The place goes to who waits longest, else it is free. */
  private leave(): void {
    const [next] = this.waiting;
    if (next === undefined) this.inside--;
    else next.enter();
  }

  private busy(): HubError {
    const waitMs = (this.meanMs * (this.waiting.size + 1)) / this.places;
    return new HubError('converter-busy', 'The hub is busy converting other documents. Try again in a moment.', {
      retryAfterSeconds: Math.min(30, Math.max(1, Math.ceil(waitMs / 1000))),
    });
  }
}
