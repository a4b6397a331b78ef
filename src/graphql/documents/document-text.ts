import { HubError } from '../../errors.ts';
import { documentBytes } from '../../mapping/json/text.ts';

const MEBIBYTE = 1024 * 1024;

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
  return documentBytes(text);
}
