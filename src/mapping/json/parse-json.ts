import { HubError } from '../../errors.ts';
import { scanJson } from './scan.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value that a text of JSON is, as the engine makes it, however deep it is; a byte order mark is no part of it. The engine's words for a
 * fault quote the text and tell no place, so the scanner tells it.
 *
 * @param bytes UTF-8
 * @throws HubError `malformed-json`, `not-utf8`, with offset, line and column
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown;
  } catch (cause) {
    throw faultOf(bytes) ?? new HubError('malformed-json', 'The text is not JSON.', {}, cause);
  }
}

/** Null where the scanner stops before the fault, for it goes into a text less deep than the engine. */
function faultOf(bytes: Uint8Array): HubError | null {
  try {
    scanJson(bytes);
    return null;
  } catch (error) {
    return error instanceof HubError && error.code !== 'too-deep' ? error : null;
  }
}
