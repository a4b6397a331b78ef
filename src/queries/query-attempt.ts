import type { SpoolPlace } from '../streaming/spool-place.ts';
import type { QueryTask } from './messages.ts';
import { ChildEnded, type QueryChild, type QueryOutcome } from './query-child.ts';

export interface AttemptTiming {
  /** A query that runs longer than this is a long one. Most are done by then. */
  readonly quickMs: number;
  /** How long a long one goes on before its process gets a lower priority, for good. */
  readonly slowMs: number;
  /** When a query has run for so long, a process for the next one had better be started. */
  readonly spareMs: number;
  /** How long a query may go on whose client is gone: most are done by then, and a new process costs more than their rest. */
  readonly abandonedMs: number;
}

/** What became of a query in one process. `yielded` has to be tried again when there is room for a long one. */
export type AttemptOutcome = QueryOutcome | Ended;

/** The process was ended before the query was done, or it ended of itself: then `died`. */
interface Ended {
  readonly kind: 'yielded' | 'timeout' | 'abandoned' | 'died';
  readonly cause: unknown;
}

interface AttemptOptions {
  /** What one query may take. */
  readonly timeoutMs: number;
  /** What it may take besides to load graphs that only this query names. */
  readonly loadMs: number;
  readonly timing: AttemptTiming;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal | undefined;
  /** Called when the query has run so long that the next one may need a process of its own. */
  readonly onSlow: () => void;
  /** Called when the query turns out to be a long one. Gives what leaves its place among the long ones; null when it has to yield. */
  readonly enterLong: () => (() => void) | null;
}

/**
 * One query in one process.
 *
 *     quick ── quickMs, and there is a place among the long ones ──> long
 *     quick ── quickMs, and there is none ─────────────────────────> yielded
 *     quick, long ── the process answers ──────────────────────────> done
 *     quick, long ── timeoutMs, from when it has its graphs ───────> timeout
 *     quick, long ── the client has been gone for abandonedMs ─────> abandoned
 *     quick, long ── the process ends ─────────────────────────────> died
 *
 * The process is killed on the way to `yielded`, `timeout` and `abandoned`; the first of them counts.
 */
export class QueryAttempt {
  readonly #child: QueryChild;
  readonly #options: AttemptOptions;
  readonly #timers: NodeJS.Timeout[] = [];
  #deadline: NodeJS.Timeout | undefined;
  #state: 'quick' | 'long' | 'yielded' | 'timeout' | 'abandoned' = 'quick';
  #leaveLong: (() => void) | null = null;

  constructor(child: QueryChild, options: AttemptOptions) {
    this.#child = child;
    this.#options = options;
  }

  /**
   * Runs the query. When it comes to no outcome, the process is dead.
   *
   * @throws the reason of the signal when it is aborted before
   */
  async run(task: QueryTask, place: SpoolPlace): Promise<AttemptOutcome> {
    const { signal, onSlow, timeoutMs, loadMs, timing } = this.#options;
    const onGone = (): void => this.#after(timing.abandonedMs, () => this.#end('abandoned'));
    signal?.addEventListener('abort', onGone, { once: true });
    this.#after(timing.spareMs, onSlow);
    this.#after(timing.quickMs, () => this.#becomeLong());
    this.#endAfter(timeoutMs);
    try {
      signal?.throwIfAborted();
      return await this.#child.run(task, place, (state) => this.#endAfter(state === 'wanted' ? loadMs : timeoutMs));
    } catch (error) {
      this.#child.kill();
      if (this.#state !== 'quick' && this.#state !== 'long') return { kind: this.#state, cause: error };
      if (error instanceof ChildEnded) return { kind: 'died', cause: error };
      throw error;
    } finally {
      for (const timer of [...this.#timers, this.#deadline]) clearTimeout(timer);
      signal?.removeEventListener('abort', onGone);
      this.#leaveLong?.();
    }
  }

  #becomeLong(): void {
    if (this.#state !== 'quick') return;
    this.#leaveLong = this.#options.enterLong();
    if (this.#leaveLong === null) return this.#end('yielded');
    this.#state = 'long';
    this.#after(this.#options.timing.slowMs, () => this.#child.slowDown());
  }

  #end(state: 'yielded' | 'timeout' | 'abandoned'): void {
    if (this.#state === 'quick' || this.#state === 'long') this.#state = state;
    this.#child.kill();
  }

  /** From now on, whatever was said before. */
  #endAfter(ms: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#end('timeout'), ms);
  }

  #after(ms: number, act: () => void): void {
    this.#timers.push(setTimeout(act, ms));
  }
}
