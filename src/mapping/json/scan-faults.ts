import { HubError } from '../../errors.ts';
import { positionAt } from './position.ts';
import { utf8Length } from '../bytes/utf8.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** What is wrong where something else was expected: another byte, bytes that are no UTF-8, or the end. */
export function unexpected(bytes: Uint8Array, at: number, wanted: string): HubError {
  const byte = bytes[at];
  if (byte === undefined)
    return malformed(bytes, at, 'malformed-json', `The JSON text ends where ${wanted} was expected`);
  if (byte >= 0x80 && utf8Length(bytes, at) === 0) return malformed(bytes, at, 'not-utf8', 'The body is not UTF-8');
  const character =
    byte < 0x80 ? String.fromCharCode(byte) : decoder.decode(bytes.subarray(at, at + utf8Length(bytes, at)));
  return malformed(bytes, at, 'malformed-json', `Found ${nameOf(character)} where ${wanted} was expected`);
}

/** A character as a sentence names it. One that cannot be seen, or would turn the sentence around, has its number alone. */
function nameOf(character: string): string {
  const code = character.codePointAt(0)!;
  if (character === ' ') return 'a space';
  if (code > 0x20 && code < 0x7f) return `"${character}"`;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `"${character}" (${number})` : number;
}

/** An error that tells its place: the byte offset, line and column. */
export function malformed(
  bytes: Uint8Array,
  at: number,
  code: 'malformed-json' | 'not-utf8' | 'too-deep',
  words: string,
): HubError {
  const position = positionAt(bytes, Math.min(at, bytes.length));
  const { offset, line, column } = position;
  return new HubError(code, `${words} (line ${line}, column ${column}, byte ${offset}).`, position);
}
