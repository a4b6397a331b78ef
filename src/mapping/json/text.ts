import { HubError } from '../../errors.ts';
import { hasLoneSurrogate, replaceLoneSurrogates } from '../../rdf/characters.ts';
import { decodeAscii, decodeUtf8, encodeText } from '../../rdf/utf8.ts';
import { ESCAPED } from './tape-entry.ts';

/**
 * The bytes of a document that came as text.
 *
 * @param key of the request's member that it came as
 * @throws HubError `not-utf8` for text that UTF-8 cannot hold: it would be changed silently
 */
export function documentBytes(document: string | Uint8Array, key?: string): Uint8Array {
  if (typeof document !== 'string') return document;
  if (hasLoneSurrogate(document))
    throw new HubError('not-utf8', 'The document holds half of a surrogate pair, which UTF-8 cannot encode.', {
      hint: 'Write it as an escape inside the document, \\ud800; in a string of JSON around it, \\\\ud800.',
      ...(key === undefined ? {} : { key }),
    });
  return encodeText(document);
}

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

/** By what stands behind the backslash: the character, in ASCII. */
const ESCAPED_BYTES = new Uint8Array(128);
for (const [escape, character] of ESCAPES) ESCAPED_BYTES[escape] = character.charCodeAt(0);

/**
 * Spells out the text of a JSON string in UTF-8.
 *
 * @param out has room for as many bytes as the string has
 * @returns the bytes that were written; -1 for half of a surrogate pair, which UTF-8 cannot hold
 */
export function spellOut(bytes: Uint8Array, start: number, end: number, out: Uint8Array): number {
  let to = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte !== 0x5c) {
      out[to++] = byte;
      continue;
    }
    const escape = bytes[++at]!;
    if (escape !== 0x75) {
      out[to++] = ESCAPED_BYTES[escape]!;
      continue;
    }
    let point = fourDigits(bytes, at + 1);
    at += 4;
    if (point >= 0xd800 && point <= 0xdfff) {
      const low = bytes[at + 1] === 0x5c && bytes[at + 2] === 0x75 ? fourDigits(bytes, at + 3) : 0;
      if (point > 0xdbff || low < 0xdc00 || low > 0xdfff) return -1;
      point = 0x10000 + ((point - 0xd800) << 10) + low - 0xdc00;
      at += 6;
    }
    to = writeUtf8(out, to, point);
  }
  return to;
}

/** The number that four hexadecimal digits make. */
function fourDigits(bytes: Uint8Array, start: number): number {
  let number = 0;
  for (let at = start; at < start + 4; at++) {
    const byte = bytes[at]!;
    number = number * 16 + (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57);
  }
  return number;
}

/** Writes a character; answers where it ends. */
function writeUtf8(out: Uint8Array, at: number, point: number): number {
  let to = at;
  if (point < 0x80) {
    out[to++] = point;
    return to;
  }
  if (point < 0x800) out[to++] = 0xc0 | (point >> 6);
  else {
    if (point < 0x10000) out[to++] = 0xe0 | (point >> 12);
    else {
      out[to++] = 0xf0 | (point >> 18);
      out[to++] = 0x80 | ((point >> 12) & 0x3f);
    }
    out[to++] = 0x80 | ((point >> 6) & 0x3f);
  }
  out[to++] = 0x80 | (point & 0x3f);
  return to;
}

/** Characters of a name in a pointer. Many values may stand behind one long key, and each has a pointer. */
const MAX_TOKEN_CHARACTERS = 1_000;
/** Characters of a pointer behind which it ends: it leads to what is around a value then. */
export const MAX_POINTER_CHARACTERS = 4_000;

/** A reference token of a JSON Pointer (RFC 6901 §3); the beginning of a name that is long. */
export function pointerToken(name: string): string {
  const shown = name.length > MAX_TOKEN_CHARACTERS ? `${name.slice(0, MAX_TOKEN_CHARACTERS)}…` : name;
  return '/' + shown.replace(/~/g, '~0').replace(/\//g, '~1');
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
