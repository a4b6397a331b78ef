import { replaceLoneSurrogates } from '../../rdf/characters.ts';
import { decodeAscii, decodeUtf8 } from '../../rdf/utf8.ts';
import { ESCAPED } from './tape-entry.ts';

/** The text of a JSON string between its quotes; lone surrogates stay what they are. */
export function decodeString(bytes: Uint8Array, start: number, end: number, flags: number): string {
  if ((flags & ESCAPED) === 0) return flags === 0 ? decodeAscii(bytes, start, end) : decodeUtf8(bytes, start, end);
  let text = '';
  let run = start;
  let at = start;
  while (at < end) {
    if (bytes[at] !== 0x5c) {
      at++;
      continue;
    }
    if (at > run) text += decodeUtf8(bytes, run, at);
    const escape = bytes[at + 1]!;
    if (escape === 0x75) {
      text += String.fromCharCode(Number.parseInt(decodeAscii(bytes, at + 2, at + 6), 16));
      at += 6;
    } else {
      text += ESCAPES.get(escape)!;
      at += 2;
    }
    run = at;
  }
  return run < end ? text + decodeUtf8(bytes, run, end) : text;
}

/** What escapes of one character stand for, by the byte behind the backslash. */
export const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x22, '"'],
  [0x5c, '\\'],
  [0x2f, '/'],
  [0x62, '\b'],
  [0x66, '\f'],
  [0x6e, '\n'],
  [0x72, '\r'],
  [0x74, '\t'],
]);

/**
 * Spells out the text of a JSON string whose escapes are those of one character that stand for ASCII, in UTF-8.
 *
 * @param out has room for as many bytes as the string has
 * @returns the bytes that were written
 */
export function spellOut(bytes: Uint8Array, start: number, end: number, out: Uint8Array): number {
  let to = 0;
  for (let at = start; at < end; at++) {
    let byte = bytes[at]!;
    if (byte === 0x5c) {
      const escape = bytes[++at]!;
      byte = escape === 0x6e ? 0x0a : escape === 0x74 ? 0x09 : escape === 0x72 ? 0x0d : escape;
    }
    out[to++] = byte;
  }
  return to;
}

/** A reference token of a JSON Pointer (RFC 6901 §3). */
export function pointerToken(name: string): string {
  return '/' + name.replace(/~/g, '~0').replace(/\//g, '~1');
}

const EXCERPT_LENGTH = 120;

/** The text, cut where it is too long for a message. */
export function excerpt(text: string): string {
  return text.length <= EXCERPT_LENGTH
    ? replaceLoneSurrogates(text)
    : `${replaceLoneSurrogates(text.slice(0, EXCERPT_LENGTH))}…`;
}

/** The text in double quotes for a message, cut where it is too long. */
export function quote(text: string): string {
  return JSON.stringify(excerpt(text));
}
