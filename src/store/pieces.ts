import { setImmediate as letOthersGo } from 'node:timers/promises';
import { StoreError } from './store.ts';

const PIECE_CHARACTERS = 128 * 1024;

/** The pieces, until the signal is aborted. @throws StoreError */
export async function* untilAborted<Piece>(
  signal: AbortSignal | undefined,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    if (signal?.aborted === true)
      throw new StoreError('The reading was ended: who asked for it did not wait for it', { cause: signal.reason });
    yield piece;
    await letOthersGo();
  }
}

/** The text in pieces of at most 128 Ki characters. */
export async function* inPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) yield text.slice(at, at + PIECE_CHARACTERS);
}
