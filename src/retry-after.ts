import { readHttpDateMs } from './http-date.ts';

interface AnswerHeaders {
  readonly 'retry-after'?: string | undefined;
  readonly date?: string | undefined;
}

/**
 * For how long an answer asks not to be asked again (RFC 9110 §10.2.3): in seconds, or until a date, by the clock of the answer's own `Date`.
 * Null when it asks for nothing that can be read; whoever uses it has a bound.
 */
export function readRetryAfterMs(headers: AnswerHeaders, now: Date): number | null {
  const text = headers['retry-after'] ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const until = readHttpDateMs(text);
  return until === null ? null : Math.max(0, until - (readHttpDateMs(headers.date ?? '') ?? now.getTime()));
}
