import { ClientError } from './client-error.ts';

/** How `fetch` of Node tells of redirects that it does not follow to an end; browsers tell nothing. The address itself is a URL of the web. */
const LOST_REDIRECTS: ReadonlyMap<string, string> = new Map([
  ['redirect count exceeded', 'lead on and on, perhaps in a circle'],
  ['URL scheme must be a HTTP(S) scheme', 'lead to something that is no address of the web'],
  ['Invalid URL', 'lead to something that is no address'],
]);

/** The longest that timers of all platforms can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      },
      Math.min(Math.max(ms, 0), MAX_TIMER_MS),
    );
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** What the promise gives; rejects with the signal's reason as soon as it is aborted, while the work behind the promise goes on. */
export function waitFor<T>(work: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (signal === null) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/**
 * Runs a request with a time limit. What it throws becomes a ClientError.
 *
 * @param timeoutMs from now until `run` is done
 * @param where the address, for the message
 * @param run gets a signal that is aborted when the time is over or `signal` is
 * @throws ClientError `timeout`, `connection-failed`, `redirect-refused`; the reason of `signal`
 */
export async function within<T>(
  timeoutMs: number,
  where: string,
  signal: AbortSignal | null,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const deadline = new AbortController();
  const timeout = new ClientError('timeout', `${where} did not answer within ${timeoutMs / 1000} s. Try again later.`);
  const timer = setTimeout(() => deadline.abort(timeout), Math.min(timeoutMs, MAX_TIMER_MS));
  // The caller's signal stays tied to the answer, whose body may be read long after this is done.
  const both = signal === null ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
  try {
    return await waitFor(run(both), both);
  } catch (error) {
    signal?.throwIfAborted();
    throw asConnectionFailure(error, where);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What `fetch` or a body threw, as an error of ours. It does not become the cause: errors of HTTP parsers hold pieces of answers, in
 * which tokens may be.
 */
export function asConnectionFailure(error: unknown, where: string): unknown {
  if (error instanceof ClientError) return error;
  const lost = firstOf(error, ({ message }) => LOST_REDIRECTS.get(String(message)) ?? null);
  if (lost !== null)
    return new ClientError('redirect-refused', `Redirects of ${where} ${lost}. Give the final address.`);
  const reason = reasonOf(error);
  const message = `No connection with ${where}${reason === null ? '' : ` (${reason})`}. Check the address and the network.`;
  return new ClientError('connection-failed', message);
}

/** The system's code, such as ECONNREFUSED, which `fetch` of Node hides in causes. */
function reasonOf(error: unknown): string | null {
  return firstOf(error, ({ code }) => (typeof code === 'string' && /^[A-Z_0-9]{1,40}$/.test(code) ? code : null));
}

/** What is found first in an error and its causes. */
function firstOf(error: unknown, find: (at: { code?: unknown; message?: unknown }) => string | null): string | null {
  for (let at: unknown = error, depth = 0; at instanceof Object && depth < 5; depth++) {
    const found = find(at);
    if (found !== null) return found;
    at = (at as { cause?: unknown }).cause;
  }
  return null;
}
