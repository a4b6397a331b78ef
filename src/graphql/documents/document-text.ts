import { HubError } from '../../errors.ts';

const MEBIBYTE = 1024 * 1024;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The UTF-8 bytes of a document that came as text, in memory of their own so that they may be handed to a worker.
 *
 * @throws HubError `body-too-large`; `not-utf8` for text that UTF-8 cannot hold (it would be changed silently)
 */
export function encodeDocument(text: string, maxBytes: number): Uint8Array {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) {
    throw new HubError(
      'body-too-large',
      `The document has ${bytes} bytes in UTF-8; ${maxBytes} (${maxBytes / MEBIBYTE} MiB) is the most.`,
      { hint: 'Send it in parts.' },
    );
  }
  if (LONE_SURROGATE.test(text)) {
    throw new HubError('not-utf8', 'The document holds half of a surrogate pair, which UTF-8 cannot encode.', {
      hint: 'Write it as an escape inside the document, \\\\ud800 in the variables.',
    });
  }
  return new TextEncoder().encode(text);
}
