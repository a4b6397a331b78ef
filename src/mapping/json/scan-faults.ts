import { HubError } from '../../errors.ts';
import { positionAt } from './position.ts';
import { utf8Length } from '../bytes/utf8.ts';

/** What is wrong where something else was expected: another byte, bytes that are no UTF-8, or the end. */
export function unexpected(bytes: Uint8Array, at: number, wanted: string): HubError {
  const byte = bytes[at];
  if (byte === undefined)
    return malformed(bytes, at, 'malformed-json', `The JSON text ends where ${wanted} was expected`);
  if (byte >= 0x80 && utf8Length(bytes, at) === 0) return malformed(bytes, at, 'not-utf8', 'The body is not UTF-8');
  const found =
    byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16).padStart(2, '0')}`;
  return malformed(bytes, at, 'malformed-json', `Found ${found} where ${wanted} was expected`);
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
