import { HubError } from '../../errors.ts';
import { positionAt } from './position.ts';
import { utf8Length } from '../bytes/utf8.ts';
import { decodeUtf8 } from '../../rdf/utf8.ts';

/** What is wrong where something else was expected: another byte, bytes that are no UTF-8, or the end. */
export function unexpected(bytes: Uint8Array, at: number, wanted: string): HubError {
  const byte = bytes[at];
  if (byte === undefined)
    return malformed(bytes, at, 'malformed-json', `The JSON text ends where ${wanted} was expected`);
  const length = byte < 0x80 ? 1 : utf8Length(bytes, at);
  if (length === 0) return malformed(bytes, at, 'not-utf8', 'The body is not UTF-8');
  const found = nameOf(decodeUtf8(bytes, at, at + length));
  return malformed(bytes, at, 'malformed-json', `Found ${found} where ${wanted} was expected`);
}

/** A character as messages show it: with its number if it is not ASCII, and by that alone if it cannot be seen. */
function nameOf(character: string): string {
  const code = character.codePointAt(0)!;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  if (/[\p{Z}\p{C}]/u.test(character)) return number;
  return code < 0x80 ? `"${character}"` : `"${character}" (${number})`;
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
