import { ClientError } from './client-error.ts';

/**
 * The bytes of an answer, whole.
 *
 * @throws ClientError `unexpected-answer` when there are more than `maxBytes`; whatever the connection throws
 */
export async function readBytes(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (piece === undefined || piece.done) break;
    length += piece.value.length;
    if (length > maxBytes) {
      await reader!.cancel().catch(() => {});
      throw new ClientError('unexpected-answer', `The answer has more than ${maxBytes} bytes. Is the address right?`);
    }
    chunks.push(piece.value);
  }
  return concat(chunks, length);
}

/** The pieces as one. */
export function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** The value of a JSON text; undefined when it is not JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8').decode(bytes));
  } catch {
    return undefined;
  }
}

/** A member of a JSON object; undefined when the value is not an object or has no such member of its own. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
