import { StoreError } from './store.ts';

const MEBIBYTE = 1024 * 1024;
/** Bytes that one answer may have when it is read whole. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes that all answers may have that are being read whole. */
const MAX_HELD_BYTES = 128 * 1024 * 1024;

/** Reads the bodies of answers, and never holds more than a bounded part of what a server sends. */
export class AnswerReader {
  #heldBytes = 0;

  /** The whole text. @throws StoreError when it is too long or no UTF-8 */
  async text(response: Response): Promise<string> {
    const parts: string[] = [];
    let bytes = 0;
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      for await (const piece of bytesOf(response)) {
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

/** The text in pieces. @throws StoreError when it is not UTF-8 */
export async function* textPieces(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of bytesOf(response)) yield decode(decoder, piece);
  yield decode(decoder);
}

/** Cancels an answer that is not read, so that its connection is free. */
export async function drop(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => {});
}

/** Leaving the loop ends the answer. */
async function* bytesOf(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body !== null) yield* response.body as AsyncIterable<Uint8Array>;
}

function decode(decoder: InstanceType<typeof TextDecoder>, piece?: Uint8Array): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch (cause) {
    throw new StoreError('the answer is not UTF-8', { cause });
  }
}

/** @throws StoreError when the answer is of none of these media types; it is dropped then */
export async function requireType(response: Response, types: readonly string[]): Promise<void> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (types.includes(type)) return;
  await drop(response);
  throw new StoreError(`its answer is no ${types[0]}`);
}
