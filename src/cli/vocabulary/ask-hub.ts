import { setTimeout as sleep } from 'node:timers/promises';
import { readRetryAfterMs } from '../../retry-after.ts';
import { CommandError, EXIT } from '../shared/exit-codes.ts';

/** For one answer of the hub. */
const REQUEST_MS = 15_000;
/** For the first piece of a long one, and for each behind it: a hub that is first asked for its whole vocabulary has to write it. */
const PIECE_MS = 120_000;
/** What is read whole is a matter of kilobytes; something else has more. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** How often a busy hub is asked for one answer, and what is waited for that altogether: what it limits, it limits by the minute. */
const MAX_TRIES = 4;
const MAX_WAIT_MS = 60_000;
const FIRST_PAUSE_MS = 500;

/** A vocabulary is read in pieces: caches on the way, which keep each for a minute, would give pieces of several versions as one. */
const UNCACHED = { headers: { 'Cache-Control': 'no-cache' } };

/** The JSON that the hub answers; with a body it is posted. @throws CommandError when it does not answer so */
export async function ask(root: string, path: string, body?: string): Promise<unknown> {
  return (await askJson(root, path, body)).value;
}

/** The target of a link that the hub sends along with the JSON at a path; null for none. @throws CommandError as `ask` */
export async function askLink(root: string, path: string, relation: string): Promise<string | null> {
  const links = (await askJson(root, path)).headers.get('link')?.split(/,\s*(?=<)/) ?? [];
  const link = links.find((one) => one.includes(`rel="${relation}"`));
  return /^<([^>]*)>/.exec(link ?? '')?.[1] ?? null;
}

async function askJson(root: string, path: string, body?: string): Promise<{ value: unknown; headers: Headers }> {
  const where = placeOf(root, path);
  const init =
    body === undefined ? UNCACHED : { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
  try {
    const response = await fetchPatiently(root + path, () => ({ ...init, signal: AbortSignal.timeout(REQUEST_MS) }));
    const text = await readText(response, where);
    const value = response.ok ? parseJson(text) : undefined;
    if (value !== undefined) return { value, headers: response.headers };
    // Of a POST that a redirect leads elsewhere, most often from http:// to https://, fetch makes a GET without a body.
    if (body !== undefined && response.redirected)
      throw unavailable(where, `leads to ${new URL(response.url).origin}. Give --hub that address.`);
    throw unavailable(
      where,
      response.ok ? 'answered something that is no JSON. Is it a hub?' : refusalOf(response, text),
    );
  } catch (error) {
    throw asUnavailable(error, where, REQUEST_MS);
  }
}

/**
 * The same piece by piece, however long it is: the vocabulary of a hub may have gigabytes.
 *
 * @throws CommandError as `ask`, while iterating
 */
export async function* askPieces(root: string, path: string): AsyncGenerator<string> {
  const where = placeOf(root, path);
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new DOMException('silent', 'TimeoutError')), PIECE_MS);
  const decoder = new TextDecoder();
  try {
    const response = await fetchPatiently(root + path, () => {
      timer.refresh();
      return { signal: silence.signal };
    });
    if (!response.ok) throw unavailable(where, refusalOf(response, await readText(response, where)));
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      timer.refresh();
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw asUnavailable(error, where, PIECE_MS);
  } finally {
    clearTimeout(timer);
  }
}

/** An answer; a hub that is busy is asked again, as late as it says, within a minute. */
async function fetchPatiently(url: string, initOf: () => RequestInit): Promise<Response> {
  let leftMs = MAX_WAIT_MS;
  for (let tries = 1; ; tries++) {
    const response = await fetchOpen(url, initOf());
    if (response.status !== 429 && response.status !== 503) return response;
    const saidMs = readRetryAfterMs(Object.fromEntries(response.headers), new Date());
    const pauseMs = saidMs ?? FIRST_PAUSE_MS * 2 ** (tries - 1);
    if (tries === MAX_TRIES || pauseMs > leftMs) return response;
    leftMs -= pauseMs;
    await response.body?.cancel();
    await sleep(pauseMs);
  }
}

/** What Node says of a connection that was closed while it was open and idle. */
const CLOSED = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

/**
 * An answer, asked for once more if the connection was closed before there was one: a hub, or a proxy, closes those that were idle, perhaps
 * at the moment when one is used again (RFC 9112 §9.3.1). What is asked here changes nothing.
 */
async function fetchOpen(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { cause } = error as Error;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (!CLOSED.includes(code)) throw error;
    return fetch(url, init);
  }
}

function placeOf(root: string, path: string): string {
  return root + path.replace(/\?.*/, '');
}

async function readText(response: Response, where: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER_BYTES) throw unavailable(where, 'answers too much.');
  }
  return text + decoder.decode();
}

/** The value of a JSON text; undefined for any other. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What an answer that is not a success says: a sentence of the hub, or a text of whatever stands before it. */
function refusalOf({ status }: Response, text: string): string {
  const said = (parseJson(text) as { error?: unknown } | null | undefined)?.error;
  const words = (typeof said === 'string' ? said : text).slice(0, 300).trim();
  const isPage = words.startsWith('<') || words === '';
  return `answered ${status}${isPage ? '. Is it a hub?' : `: ${words}`}`;
}

function unavailable(where: string, what: string, cause?: unknown): CommandError {
  return new CommandError(EXIT.unavailable, `${where} ${what}`, cause);
}

function asUnavailable(error: unknown, where: string, limitMs: number): CommandError {
  if (error instanceof CommandError) return error;
  return unavailable(where, `cannot be read: ${reasonOf(error as Error, limitMs)}.`, error);
}

function reasonOf(error: Error, limitMs: number): string {
  if (error.name === 'TimeoutError') return `no answer within ${limitMs / 1000} s`;
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}

/** The error for what answers, and not as a hub does. */
export function noHub(root: string, why: string): CommandError {
  return unavailable(root, `does not answer as a hub does: ${why}.`);
}
