import { ClientError } from './client-error.ts';
import { sleep } from './waiting.ts';

/** How long the clients try again. */
export interface Patience {
  /** Attempts altogether. Default 4. */
  readonly attempts: number;
  /** What may be waited altogether, and what `Retry-After` may ask for. Default 60,000. */
  readonly maxWaitMs: number;
  /** The first pause where the service names none; each further one is twice as long. Default 500. */
  readonly firstPauseMs: number;
  /** The longest of these pauses. Default 30,000. */
  readonly longestPauseMs: number;
}

const DEFAULT_PATIENCE: Patience = { attempts: 4, maxWaitMs: 60_000, firstPauseMs: 500, longestPauseMs: 30_000 };

/** What a longer delay counts as (RFC 9111 §1.2.2). */
const LONGEST_DELAY_SECONDS = 2 ** 31;

/** @throws ClientError `invalid-option` */
export function readPatience(given: Partial<Patience> | undefined): Patience {
  const patience = { ...DEFAULT_PATIENCE, ...given };
  for (const [name, value] of Object.entries(patience)) {
    if (!Number.isFinite(value) || value < (name === 'attempts' ? 1 : 0))
      throw new ClientError(
        'invalid-option',
        `patience.${name} has to be a number from ${name === 'attempts' ? 1 : 0}.`,
      );
  }
  return patience;
}

/**
 * The pause before the next attempt. It has jitter, so that clients that failed together do not come back together, and is never
 * shorter than what the service asked for.
 *
 * @param failures in a row, this one included
 */
export function pauseMs(patience: Patience, failures: number, retryAfterMs: number | null): number {
  const backoff = Math.min(patience.longestPauseMs, patience.firstPauseMs * 2 ** (failures - 1));
  if (retryAfterMs === null) return backoff * (0.5 + Math.random() / 2);
  return retryAfterMs + Math.min(1000, backoff, retryAfterMs / 4) * Math.random();
}

/**
 * What `Retry-After` asks for (RFC 9110 §10.2.3): seconds or a date, which is taken by the clock of the answer's own `Date`.
 *
 * @param nowMs for answers without `Date`
 * @returns null when the header is missing or cannot be read
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d{1,9})?$/.test(text)) return Math.min(Number(text), LONGEST_DELAY_SECONDS) * 1000;
  const at = readDateMs(text);
  return at === null ? null : Math.max(0, at - (readDateMs(headers.get('date')) ?? nowMs));
}

/** An HTTP date (RFC 9110 §5.6.7) in milliseconds since 1970; null for any other text. */
export function readDateMs(text: string | null): number | null {
  // Date.parse takes all sorts of things.
  if (text === null || !/^[A-Z][a-z]{2,8}[, ].{10,40}$/.test(text)) return null;
  // The oldest of the three forms names no zone.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : at;
}

/** Too many requests, or a service that is not well: another try may do. */
export function isTransient(status: number): boolean {
  return status === 429 || status === 408 || status === 425 || status >= 500;
}

export interface Repetition {
  readonly patience: Patience;
  readonly signal: AbortSignal | null;
  readonly now: () => number;
  /** Whether an answer of this status is asked for again. */
  isRepeated(status: number): boolean;
  /** Whether the request is sent again after what `send` threw. */
  isRepeatedAfter(failure: unknown): boolean;
}

/**
 * The answer to a request, which is sent again after a pause where that may help. When it does not, the last answer is the answer.
 *
 * @throws ClientError what the last attempt threw; the reason of the signal
 */
export async function sendPatiently(send: () => Promise<Response>, repetition: Repetition): Promise<Response> {
  const { patience, signal, now } = repetition;
  let leftMs = patience.maxWaitMs;
  for (let failures = 1; ; failures++) {
    let response: Response | null = null;
    let failure: unknown;
    try {
      response = await send();
      if (!repetition.isRepeated(response.status)) return response;
    } catch (error) {
      if (!repetition.isRepeatedAfter(error)) throw error;
      failure = error;
    }
    const waitMs = pauseMs(patience, failures, response === null ? null : readRetryAfterMs(response.headers, now()));
    if (failures >= patience.attempts || waitMs > leftMs) {
      if (response !== null) return response;
      throw failure;
    }
    leftMs -= waitMs;
    await discard(response);
    await sleep(waitMs, signal);
  }
}

/** A connection that failed, or an answer that did not come: another try may do. */
export function isFailedConnection(error: unknown): boolean {
  return error instanceof ClientError && (error.code === 'connection-failed' || error.code === 'timeout');
}

/** Cancels the body of an answer that is not read, so that its connection is free. */
export async function discard(response: Response | null): Promise<void> {
  await response?.body?.cancel().catch(() => {});
}
