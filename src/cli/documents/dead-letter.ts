import { isUtf8 } from 'node:buffer';
import type { Failure } from './batch.ts';

/** Bytes of a document that are written at a time; a multiple of 3, so that pieces of base64 can be joined. */
const PIECE_BYTES = 3 * 256 * 1024;

/** What a dead letter says besides the document. */
type Said = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** The dead letter of a document in a file, as `writeDeadLetter` writes it. */
export function* deadLetterOfFile(
  { file, line, column, code, message, details }: Failure,
  text: Uint8Array | null,
  { offset, vocabulary, endsInput }: { offset: number; vocabulary: string; endsInput: boolean },
): Generator<Uint8Array> {
  const ends = endsInput ? { endsInput } : {};
  yield* writeDeadLetter({ code, message, ...details, file, line, column, offset, ...ends, vocabulary }, text);
}

/**
 * A line of JSON with the bytes of what could not be converted: as `text` where they are UTF-8, else as `base64`; `text` is null where they
 * are not known. In pieces, for a document may be longer than a string.
 */
export function* writeDeadLetter(said: Said, bytes: Uint8Array | null): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  const head = JSON.stringify(said).slice(0, -1);
  if (bytes === null) return yield encoder.encode(`${head},"text":null}\n`);
  const isText = isUtf8(bytes);
  yield encoder.encode(`${head},"${isText ? 'text' : 'base64'}":"`);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    const piece = bytes.subarray(from, from + PIECE_BYTES);
    const text = isText
      ? JSON.stringify(decoder.decode(piece, { stream: true })).slice(1, -1)
      : Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('base64');
    yield encoder.encode(text);
  }
  yield encoder.encode('"}\n');
}
