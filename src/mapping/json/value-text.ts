import { decodeUtf8 } from '../../rdf/utf8.ts';
import { BACKSLASH, QUOTE } from '../bytes/ascii.ts';
import type { JsonDocument } from './document.ts';
import { STRIDE } from './tape-entry.ts';

/** An object or array of the root as it is written, by its key; undefined where there is none. Of equal keys the last one counts. */
export function valueText(document: JsonDocument, key: string): string | undefined {
  const member = document.membersOf(document.root).find((entry) => document.textOf(entry) === key);
  if (member === undefined) return undefined;
  const start = document.entries[member + STRIDE + 1]!;
  return decodeUtf8(document.bytes, start, endOf(document.bytes, start));
}

/** Behind the bracket that closes the one at `start`. */
function endOf(bytes: Uint8Array, start: number): number {
  let depth = 0;
  let isText = false;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += Number(byte === BACKSLASH);
    else if (byte === 0x7b || byte === 0x5b) depth++;
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) return at + 1;
  }
  return bytes.length;
}
