import { HubError } from '../errors.ts';

/** For whom something is done. */
export interface Caller {
  /** Callers of the same client share its turns. */
  readonly client: string;
  /** Aborted when the result is not needed any more. */
  readonly signal?: AbortSignal | undefined;
}

export interface FairSemaphoreBounds {
  /** How many are inside at a time. */
  readonly places: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** The message for clients that are refused. Default: that other documents are being converted. */
  readonly busy?: (retryAfterSeconds: number) => HubError;
}

interface Waiting {
  readonly enter: () => void;
  readonly turnAway: () => void;
}

/**
 * Lets so many in at a time and so many others wait. A place goes to the client that has the fewest, and among equals they take turns: one
 * that sends much waits behind its own, and when the room is full, it is the one that has to make room for others.
 */
export class FairSemaphore {
  private readonly bounds: FairSemaphoreBounds;
  private inside = 0;
  /** How many each client has inside. */
  private readonly placesOf = new Map<string, number>();
  private waiting = 0;
  /** The waiting callers by client; the client whose turn it is comes first. */
  private readonly lines = new Map<string, Set<Waiting>>();
  /** How long one stays inside, on average. */
  private meanMs = 500;

  constructor(bounds: FairSemaphoreBounds) {
    this.bounds = bounds;
  }

  get load(): { readonly inside: number; readonly waiting: number } {
    return { inside: this.inside, waiting: this.waiting };
  }

  /**
   * Resolves inside, with the way out.
   *
   * @throws HubError `converter-busy`, or what `busy` makes, when too many wait, or the wait took too long
   * @throws the reason of the signal when it is aborted
   */
  async enter({ client, signal }: Caller): Promise<() => void> {
    signal?.throwIfAborted();
    const wayOut = this.tryEnter(client);
    if (wayOut !== null) return wayOut;
    this.makeRoom(client);
    await this.wait(client, signal);
    return this.wayOut(client);
  }

  /** Takes a place that is free now and returns its release; null when no place is free. */
  tryEnter(client: string): (() => void) | null {
    if (this.inside >= this.bounds.places) return null;
    this.inside++;
    this.countPlaces(client, 1);
    return this.wayOut(client);
  }

  private wayOut(client: string): () => void {
    const enteredAt = performance.now();
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      this.meanMs += (performance.now() - enteredAt - this.meanMs) / 8;
      this.leave(client);
    };
  }

  /** When the room is full, turns away the last of the longest line, unless that is the client's own. */
  private makeRoom(client: string): void {
    if (this.waiting < this.bounds.maxWaiting) return;
    const own = this.lines.get(client)?.size ?? 0;
    const longest = [...this.lines.values()].reduce((a, b) => (b.size > a.size ? b : a), new Set<Waiting>());
    if (longest.size <= own + 1) throw this.busy();
    [...longest].at(-1)!.turnAway();
  }

  private wait(client: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = this.lines.get(client) ?? new Set<Waiting>();
      const settle = (then: () => void): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.waiting--;
        line.delete(waiting);
        if (line.size === 0) this.lines.delete(client);
        then();
      };
      const turnAway = (): void => settle(() => reject(this.busy()));
      const waiting: Waiting = { enter: () => settle(resolve), turnAway };
      const onAbort = (): void => settle(() => reject(signal!.reason as Error));
      const timer = setTimeout(turnAway, this.bounds.maxWaitMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.waiting++;
      this.lines.set(client, line.add(waiting));
    });
  }

  /** Gives the place to the next client's longest waiting caller; the place is free when none waits. */
  private leave(leaving: string): void {
    this.countPlaces(leaving, -1);
    let client: string | null = null;
    for (const waiting of this.lines.keys())
      if (client === null || this.placesHeld(waiting) < this.placesHeld(client)) client = waiting;
    if (client === null) {
      this.inside--;
      return;
    }
    const line = this.lines.get(client)!;
    const [next] = line;
    this.lines.delete(client);
    if (line.size > 1) this.lines.set(client, line);
    this.countPlaces(client, 1);
    next!.enter();
  }

  private placesHeld(client: string): number {
    return this.placesOf.get(client) ?? 0;
  }

  private countPlaces(client: string, change: 1 | -1): void {
    const places = this.placesHeld(client) + change;
    if (places === 0) this.placesOf.delete(client);
    else this.placesOf.set(client, places);
  }

  private busy(): HubError {
    const waitMs = (this.meanMs * (this.waiting + 1)) / this.bounds.places;
    const retryAfterSeconds = Math.min(30, Math.max(1, Math.ceil(waitMs / 1000)));
    return (this.bounds.busy ?? converterBusy)(retryAfterSeconds);
  }
}

function converterBusy(retryAfterSeconds: number): HubError {
  return new HubError('converter-busy', 'The hub is busy converting other documents. Try again in a moment.', {
    retryAfterSeconds,
  });
}
