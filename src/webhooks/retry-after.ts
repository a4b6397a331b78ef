interface AnswerHeaders {
  readonly 'retry-after'?: string | undefined;
  readonly date?: string | undefined;
}

/** The form in which dates of HTTP are written (RFC 9110 §5.6.7); `Date.parse` takes all sorts of things. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * For how long an answer asks not to be asked again (RFC 9110 §10.2.3): in seconds, or until a date, by the clock of the answer's own `Date`.
 * Null when it asks for nothing that can be read; whoever uses it has a bound.
 */
export function readRetryAfterMs(headers: AnswerHeaders, now: Date): number | null {
  const text = headers['retry-after'] ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const until = readDateMs(text);
  return until === null ? null : Math.max(0, until - (readDateMs(headers.date) ?? now.getTime()));
}

function readDateMs(text: string | undefined): number | null {
  const at = HTTP_DATE.test(text ?? '') ? Date.parse(text!) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
