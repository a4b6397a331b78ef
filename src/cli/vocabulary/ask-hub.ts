import { CommandError, EXIT } from '../shared/exit-codes.ts';

/** For one answer of the hub. */
const REQUEST_MS = 15_000;
/** For the first piece of a long one, and for each behind it: a hub that is first asked for its whole vocabulary has to write it. */
const PIECE_MS = 120_000;
/** What is read whole is a matter of kilobytes; something else has more. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** The JSON that the hub answers; with a body it is posted. */
export async function ask(root: string, path: string, body?: string): Promise<unknown> {
  return parseJson(await askText(root, path, body), placeOf(root, path));
}

/** The text that the hub answers; with a body, which is JSON, it is posted. @throws CommandError when it does not answer so */
async function askText(root: string, path: string, body?: string): Promise<string> {
  const where = placeOf(root, path);
  const init = body === undefined ? {} : { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
  try {
    const response = await fetchOpen(root + path, { ...init, signal: AbortSignal.timeout(REQUEST_MS) });
    const text = await readText(response, where);
    if (!response.ok) throw new CommandError(EXIT.unavailable, `${where} answered ${response.status}: ${saidOf(text)}`);
    return text;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(
      EXIT.unavailable,
      `${where} cannot be read: ${reasonOf(error as Error, REQUEST_MS)}.`,
      error,
    );
  }
}

/**
 * The same piece by piece, however long it is: the vocabulary of a hub may have gigabytes.
 *
 * @throws CommandError as `askText`, while iterating
 */
export async function* askPieces(root: string, path: string): AsyncGenerator<string> {
  const where = placeOf(root, path);
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new DOMException('silent', 'TimeoutError')), PIECE_MS);
  const decoder = new TextDecoder();
  try {
    const response = await fetchOpen(root + path, { signal: silence.signal });
    if (!response.ok)
      throw new CommandError(
        EXIT.unavailable,
        `${where} answered ${response.status}: ${saidOf(await readText(response, where))}`,
      );
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      timer.refresh();
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(EXIT.unavailable, `${where} cannot be read: ${reasonOf(error as Error, PIECE_MS)}.`, error);
  } finally {
    clearTimeout(timer);
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
    if (text.length > MAX_ANSWER_BYTES) throw new CommandError(EXIT.unavailable, `${where} answers too much.`);
  }
  return text + decoder.decode();
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(EXIT.unavailable, `${where} answered something that is no JSON. Is it a hub?`, error);
  }
}

/** The sentence of an answer that is not a success. */
function saidOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (typeof error === 'string') return error.slice(0, 300);
  } catch {
    // Then the text says it itself.
  }
  return text.slice(0, 300).trim() || 'nothing more.';
}

function reasonOf(error: Error, limitMs: number): string {
  if (error.name === 'TimeoutError') return `no answer within ${limitMs / 1000} s`;
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}

/** The error for what answers, and not as a hub does. */
export function noHub(root: string, why: string): CommandError {
  return new CommandError(EXIT.unavailable, `${root} does not answer as a hub does: ${why}.`);
}
