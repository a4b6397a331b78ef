import { StoreError } from './store.ts';

const MEBIBYTE = 1024 * 1024;
/** Bytes that one answer may have when it is read whole. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes that all answers may have that are being read whole. */
const MAX_HELD_BYTES = 128 * 1024 * 1024;

const MAX_BEGINNING = 500;

/** Reads the bodies of answers, and never holds more than a bounded part of what a server sends. */
export class AnswerReader {
  #heldBytes = 0;

  /** The whole text. @throws StoreError when it is too long or no UTF-8, the reason of the signal when that is aborted */
  async text(response: Response, signal: AbortSignal): Promise<string> {
    const parts: string[] = [];
    let bytes = 0;
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      for await (const piece of bytesOf(response, signal)) {
        bytes += piece.length;
        this.#heldBytes += piece.length;
        if (bytes > MAX_BYTES)
          throw new StoreError(
            `its answer is too long: it has more than the ${MAX_BYTES / MEBIBYTE} MiB that one answer may have`,
          );
        if (this.#heldBytes > MAX_HELD_BYTES)
          throw new StoreError(
            `the answers that are being read are too long: together they have more than ${MAX_HELD_BYTES / MEBIBYTE} MiB. Try again in a moment`,
          );
        parts.push(decode(decoder, piece));
      }
      parts.push(decode(decoder));
      return parts.join('');
    } finally {
      this.#heldBytes -= bytes;
    }
  }
}

/** The text in pieces. @throws as `AnswerReader.text`, however long it is */
export async function* textPieces(response: Response, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of bytesOf(response, signal)) yield decode(decoder, piece);
  yield decode(decoder);
}

/** Cancels an answer that is not read, so that its connection is free; nobody has to wait for that. */
export function drop(response: Response): void {
  void response.body?.cancel().catch(() => {});
}

/** The beginning of an answer, which is not read further. */
export async function beginningOf(response: Response, signal: AbortSignal): Promise<string> {
  try {
    for await (const piece of bytesOf(response, signal))
      return new TextDecoder().decode(piece.subarray(0, MAX_BEGINNING));
  } catch {
    // Nobody depends on it.
  }
  return '';
}

/** Leaving the loop ends the answer. */
async function* bytesOf(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await untilAborted(reader.read(), signal);
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** What is waited for, unless the signal is aborted before: a body that `fetch` aborts at the wrong moment is never told so (undici 6.24). */
function untilAborted<T>(waited: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    waited.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function decode(decoder: InstanceType<typeof TextDecoder>, piece?: Uint8Array): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch (cause) {
    throw new StoreError('the answer is not UTF-8', { cause });
  }
}

/** @throws StoreError when the answer is of none of these media types; it is dropped then */
export function requireType(response: Response, types: readonly string[]): void {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (types.includes(type)) return;
  drop(response);
  throw new StoreError(`its answer is no ${types[0]}`);
}
