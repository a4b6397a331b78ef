import { ClientError } from './client-error.ts';
import { pauseMs, type Patience } from './patience.ts';
import type { Pauses } from './shared-work.ts';
import type { TokenAnswer } from './token-endpoints.ts';

/** A connection that fails costs the platform nothing, and may be back any moment. */
const LONGEST_PAUSE_AFTER_FAILED_CONNECTION_MS = 5000;
const LONGEST_PAUSE_MS = 300_000;
/** A mistaken `Retry-After` of years must not end a program's access for good. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;

/**
 * Requests to the token endpoints, with the pauses that the platform asks for. What it asked for holds for the next caller, too: signing
 * in again at once is what locks accounts.
 */
export class TokenRequests {
  readonly #patience: Patience;
  readonly #now: () => number;
  /** In a row. */
  #failures = 0;
  #pause: { since: number; readonly ms: number; readonly error: ClientError } | null = null;

  constructor(patience: Patience, now: () => number) {
    this.#patience = patience;
    this.#now = now;
  }

  /** Whether a request would have to wait now. */
  get isPausing(): boolean {
    return this.#leftMs() > 0;
  }

  /**
   * The answer to a request, which is sent again after a pause while the platform can't answer.
   *
   * @throws ClientError why it can't, once the patience is over
   */
  async send(request: () => Promise<TokenAnswer>, { pause }: Pauses): Promise<Exclude<TokenAnswer, { kind: 'later' }>> {
    let leftMs = this.#patience.maxWaitMs;
    for (let attempt = 1; ; attempt++) {
      const waitMs = this.#leftMs();
      if (waitMs > leftMs) throw this.#tellPause(waitMs);
      leftMs -= waitMs;
      if (waitMs > 0) await pause(waitMs);
      const answer = await request();
      if (answer.kind === 'tokens' || answer.kind === 'refused') {
        this.#failures = 0;
        this.#pause = null;
        return answer;
      }
      this.#setPause(answer);
      if (answer.kind === 'strange') return answer;
      if (attempt >= this.#patience.attempts) throw answer.error;
    }
  }

  #setPause(answer: Exclude<TokenAnswer, { kind: 'tokens' | 'refused' }>): void {
    this.#failures++;
    const longestPauseMs =
      answer.error.status === undefined ? LONGEST_PAUSE_AFTER_FAILED_CONNECTION_MS : LONGEST_PAUSE_MS;
    const asked = answer.kind === 'later' ? answer.retryAfterMs : null;
    const retryAfterMs = asked === null ? null : Math.min(asked, LONGEST_RETRY_AFTER_MS);
    const ms = pauseMs({ ...this.#patience, longestPauseMs }, this.#failures, retryAfterMs);
    this.#pause = { since: this.#now(), ms, error: answer.error };
  }

  #leftMs(): number {
    if (this.#pause === null) return 0;
    const now = this.#now();
    // A clock that was set back must not make the pause longer.
    if (now < this.#pause.since) this.#pause.since = now;
    return Math.max(0, this.#pause.since + this.#pause.ms - now);
  }

  #tellPause(waitMs: number): ClientError {
    const { code, message, status } = this.#pause!.error;
    return new ClientError(code, withoutAdvice(message) + ` Try again in ${Math.ceil(waitMs / 1000)} s.`, {
      status,
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
  }
}

/** The message without the sentence at its end that says when to try again. */
function withoutAdvice(message: string): string {
  const at = message.lastIndexOf(' Try again ');
  return at !== -1 && message.indexOf('.', at) === message.length - 1 ? message.slice(0, at) : message;
}
