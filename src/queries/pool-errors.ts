import { HubError } from '../errors.ts';
import { ENGINE_MEMORY_MIB } from './limits.ts';
import { tooComplex } from './scan-query.ts';

/** The error for a query for which there is no room now. */
export function busy(retryAfterSeconds: number, cause?: Error): HubError {
  const message = 'The hub is busy with other queries. Try again in a moment.';
  return new HubError('sparql-busy', message, { retryAfterSeconds }, cause);
}

/** The error for a query that was ended because it took too long. */
export function timedOut(timeoutMs: number): HubError {
  return new HubError(
    'query-timeout',
    `The query took longer than ${timeoutMs / 1000} s, which is what one query has, and was ended.`,
    { hint: 'Ask for less: LIMIT, fewer patterns, or names instead of variables.', retryAfterSeconds: 30 },
  );
}

/** The error for a query whose process ended of itself. */
export function outOfMemory(cause: unknown): HubError {
  return tooComplex(
    `The process that ran it ended before it was done: it needed more memory, perhaps, than the ${ENGINE_MEMORY_MIB} MiB that a query has`,
    cause,
  );
}
